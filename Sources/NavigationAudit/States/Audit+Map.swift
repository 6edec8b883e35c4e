import CXXHash
import EventLogs
import Measures
import NavigationModel

/// The outcome of mapping or surveying logs.
public struct StateOutcome: Sendable {
  public var users = 0
  public var sessions: Int?
  public var events = 0
  /// The number of rejected lines.
  public var rejectedLines = 0
  /// The number of bytes written.
  public var bytes = 0
  /// Notes for the reader, one line each.
  public var notes: [String] = []
}

extension Audit {
  /// Reads all events of some users and writes a state, from which reports are made together with those of other users
  /// (``reduce(_:to:)``).
  /// - Parameters:
  ///   - bucket: the bucket of users that the logs hold completely.
  ///   - survey: the file of a survey of all users. Without one, these users count as all users.
  ///   - path: a store for the sessions of these users, which is read together with those of others
  ///     (``report(on:output:)`` on a folder); nil for none.
  public func map(to output: StateOutput, bucket: Bucket? = nil, survey: String? = nil, store path: String? = nil)
    async throws -> StateOutcome
  {
    let shard = try path.map { try PendingStore($0, cache: options.budget.storeCache, waiting: progress.waiting) }
    return try await leftovers.undoing({ shard?.discard() }) { end in
      var (outcome, frame) = try await map(output, bucket, survey, shard)
      try end {
        try shard?.finish()
        outcome.bytes = try output.write(frame)
      }
      return outcome
    }
  }

  private func map(_ output: StateOutput, _ bucket: Bucket?, _ survey: String?, _ shard: PendingStore?) async throws
    -> (StateOutcome, StateFrame)
  {
    let survey = try survey.map { (file: $0, survey: try Survey(file: $0)) }
    var users = try await UserLogs(self, bucket, output, store: shard?.path, survey: survey?.file) {
      survey?.survey.key ?? PseudonymKey(ofUsers: $0)
    }
    let limits = users.builder.limits
    let logs = users.logs
    let partitions = try await logs.partitions(options)
    let span: SessionSpan?
    if let survey {
      span = survey.survey.span
      if let found = logs.loadedLogs.spool.times.first, found < survey.survey.first ?? .max {
        throw AuditError("\(survey.file): the survey has not seen these logs; survey all logs again")
      }
    } else {
      span = try await logs.span(of: partitions, limits)
    }
    if !users.label.isEmpty {
      users.label.terms.key = logs.key.fingerprint
      users.label.terms.span = span
    }
    if let survey, let difference = survey.survey.label.terms.difference(from: users.label.terms.surveyed) {
      throw AuditError("\(survey.file): is a survey with \(difference)")
    }
    let builder = users.builder
    if let store = shard?.store {
      try store.begin()
      try store.setMeta(.pseudonymKey, logs.key.hexadecimal)
      try builder.add(logs, to: store)
      try builder.setSettings(of: store, limits, .map)
    }
    var measuring = try builder.measuring(span, ids: .init(logs.key))
    measuring.keepsApart = true
    let fold = try builder.fold(limits, measuring: measuring, into: shard.map { ($0.store, .none, nil) })
    let sums = try await fold.run(People(partitions, blockEvents: options.budget.blockEvents))
    var all = sums
    all.join()
    if let store = shard?.store {
      try store.commit()
      try builder.keep(
        builder.measuresToKeep(all, in: store, ofPart: true), in: store, ofPart: true, at: store.revision())
    }
    try Task.checkCancellation()
    users.label.events = all.measures.totals.events
    var state = State(users.label)
    state.logNames = options.minimumGroup == nil ? options.logs : []
    state.mapName = builder.loaded.file
    state.logs = TakenLogs(
      logs.loadedLogs.log, isNew: logs.isNew, hidesProperties: options.minimumGroup != nil)
    state.sums = sums
    var outcome = users.outcome
    outcome.sessions = all.measures.totals.sessions
    return (outcome, try state.frame(builder.tables.names))
  }

  /// Reads all events of some users and writes what ``map(to:bucket:survey:)`` has to know about all users.
  public func survey(to output: StateOutput, bucket: Bucket? = nil) async throws -> StateOutcome {
    // A given key applies to all; a derived one is determined when all surveys are merged.
    var users = try await UserLogs(self, bucket, output) { PseudonymKey(ofUsers: $0) }
    let logs = users.logs
    let span = try await logs.span(of: logs.partitions(options), users.builder.limits)
    users.label.events = logs.loadedLogs.log.tally.events
    users.label.terms = users.label.terms.surveyed
    if !users.label.isEmpty { users.label.terms.key = options.key.map { PseudonymKey(passphrase: $0).fingerprint } }
    // With a given key, nothing in the survey is made from the users.
    let key = options.key == nil ? PseudonymKey(ofUsers: logs.users) : .ofNobody
    let survey = Survey(label: users.label, key: key, first: span?.first, last: span?.last)
    var outcome = users.outcome
    outcome.bytes = try output.write(survey.frame())
    return outcome
  }
}

/// Logs with all events of some users, read for a state or a survey.
private struct UserLogs {
  let builder: Pipeline
  let logs: NewLogs
  var label: StateLabel

  /// - Parameter key: the key of the users, if the options give none.
  /// - Throws: if logs cannot be read, or an option needs all users.
  init(
    _ audit: Audit, _ bucket: Bucket?, _ output: StateOutput, store: String? = nil, survey: String? = nil,
    key: (ByteInterner) -> PseudonymKey
  ) async throws {
    let options = audit.options
    var loaded = try LoadedMap(file: options.map, logs: options.logs, options: options)
    if options.infersStructure || loaded.map.infersStructure {
      throw AuditError(
        """
        inferring the structure needs all users; let `navaudit init LOG --output navaudit.yml` infer it once, from \
        all logs or a sample of users, and name that --map
        """)
    }
    var found = try LogInputs.find(options.logs)
    var runFiles = try RunFiles(options, logs: found.identities, map: loaded, survey: survey)
    if output.path != "-" { try runFiles.write(output.path, named: "--output") }
    if let store { try runFiles.write(store: store) }
    try output.expectReplaceable()
    _ = try await loaded.draft(options, &found)
    if loaded.origin == .draft {
      throw AuditError(
        """
        \(options.logs.joined(separator: ", ")): uses custom event names, and a map drafted from some users may differ \
        from that of others; let `navaudit init LOG --output navaudit.yml` draft it once and name it with --map
        """)
    }
    let tables = LogTables(for: loaded.map)
    builder = Pipeline(options: options, loaded: loaded, tables: tables, progress: audit.progress.folding)
    let reader = LogLoader(options: options, map: loaded.map, tables: tables, leftovers: audit.leftovers)
    let loadedLogs = try await reader.take(found, spillingTo: output.spillFolder, progress: audit.progress.reading)
    try reader.expectComplete(loadedLogs.log)
    logs = NewLogs(loadedLogs, tables) { users in options.key.map { PseudonymKey(passphrase: $0) } ?? key(users) }
    let present = loadedLogs.spool.times.usersByLast.map(\.user)
    try bucket?.expect(present, in: logs.users)
    label = StateLabel(
      terms: StateTerms(
        map: loaded.text, limits: builder.limits, timeZone: options.timeZone,
        minimumGroup: options.minimumGroup))
    if let bucket { label.ranges = HashRanges(bucket.hashes) } else { label.hasUnknownUsers = !present.isEmpty }
    if !present.isEmpty {
      let all = Array(Set(loadedLogs.log.sources.map(\.summary.digest)).sorted().joined().utf8)
      label.parts = [XXH64(all, all.count, 0)]
    }
    label.users = present.count
  }

  var outcome: StateOutcome {
    StateOutcome(
      users: label.users, events: label.events, rejectedLines: logs.loadedLogs.log.tally.rejectedLines,
      notes: builder.notes(on: logs.loadedLogs))
  }
}

extension StateTerms {
  /// The terms that a survey shares with a state.
  fileprivate var surveyed: StateTerms {
    var terms = self
    terms.minimumGroup = nil
    return terms
  }
}
