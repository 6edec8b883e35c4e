import EventLogs
import Foundation
import NavigationModel
import NavigationStore
import UsabilityRules

extension Audit {
  /// Removes people from a store, in one transaction, and rewrites its file so that none of their data is left in it.
  ///
  /// The store keeps what it says about log files: their names, digests, and numbers of lines and events. They are not
  /// read again; a new file with events of these people brings them back. A file that an earlier run could not rewrite
  /// is rewritten first; then it is no error if none of these people is left in it.
  /// - Parameter users: as the logs name them, or their pseudonyms.
  /// - Throws: ``AuditError`` if one of them is not in the store: then nobody is removed; and if they were removed, but
  ///   the file could not be rewritten.
  public func forget(_ users: [String], in path: String) async throws -> ForgetOutcome {
    let store = try Store.open(path, for: .change, cache: options.budget.storeCache, waiting: progress.waiting)
    let isPending = try store.meta(.rewritePending) != nil
    if isPending { try rewrite(store, "an earlier run removed people") }
    let outcome = try await leftovers.undoing({ store.abandon() }) { end in
      try store.begin()
      let people = try store.people(users, mayBeGone: isPending)
      if people.isEmpty {
        store.rollback()
        return ForgetOutcome(store: path, users: 0, sessions: 0, events: 0)
      }
      let forgotten = try store.forget(people)
      let before = try store.count(.forgottenEvents)
      try store.setMeta(.forgottenEvents, String(before + forgotten.events))
      try await reconsider(store)
      try store.removeUnusedNames()
      try forgetExamples(in: store)
      try Task.checkCancellation()
      try store.setMeta(.rewritePending, "true")
      try end { try store.commit() }
      return ForgetOutcome(store: path, users: people.count, sessions: forgotten.sessions, events: forgotten.events)
    }
    if outcome.users > 0 { try rewrite(store, "\(Wording.count(outcome.users, "user")) removed") }
    try store.close()
    return outcome
  }

  /// Rewrites a store from which people were removed.
  /// - Parameter done: what was done before.
  private func rewrite(_ store: Store, _ done: String) throws {
    leftovers.undoIfFailing { store.abandon() }
    do {
      try store.rewrite()
    } catch let error as StoreError {
      let why = if case .failed(_, let detail) = error { detail } else { "another process uses it" }
      throw AuditError(
        """
        \(store.path): \(done), but the file could not be rewritten (\(why)), so some of their data may be left in \
        it; make room on the disk, and run the same command again
        """)
    }
  }

  /// Removes the sample records of unmapped events: some may have been theirs.
  private func forgetExamples(in store: Store) throws {
    var unread = try store.unreadEvents().filter { try store.holdsName($0.event) }
    for index in unread.indices { unread[index].properties = "" }
    try store.setMeta(.unreadEvents, json: unread)
  }

  /// Inferred structure depends on all users: with fewer people, everything that rests on it is recomputed.
  private func reconsider(_ store: Store) async throws {
    guard try store.meta(.infersStructure) == "true", try store.hasPeople() else { return }
    var options = options
    options.infersStructure = true
    let loaded = try LoadedMap(file: nil, logs: [], store: store)
    try await Pipeline(options: options, loaded: loaded, tables: LogTables(for: loaded.map)).rebuild(store)
  }
}

/// The outcome of removing people from a store.
public struct ForgetOutcome: Sendable {
  public var store: String
  /// 0 if an earlier run removed them, and this one rewrote the file.
  public var users: Int
  public var sessions: Int
  public var events: Int
}

extension Store {
  /// The people with these names or pseudonyms, without repetitions.
  /// - Parameter mayBeGone: whether an earlier run may have removed all of them.
  fileprivate func people(_ users: [String], mayBeGone: Bool) throws -> [Pseudonym] {
    let key = try pseudonymKey()
    var people: [Pseudonym] = []
    var unknown: [String] = []
    for user in users {
      let candidates = [Pseudonym(description: user), key.map { key in user.withUTF8Bytes { key.pseudonym(of: $0) } }]
        .compactMap(\.self)
      if let person = try candidates.first(where: { try holds($0) }) {
        if !people.contains(person) { people.append(person) }
      } else {
        unknown.append(user)
      }
    }
    guard unknown.isEmpty || (mayBeGone && people.isEmpty) else {
      throw AuditError(
        """
        \(path): no such user: \(unknown.joined(separator: ", ")); nobody was removed; name users as in the logs, or \
        by their pseudonyms (`u` and 16 digits)
        """)
    }
    return people
  }
}
