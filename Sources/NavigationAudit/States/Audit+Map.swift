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
  /// Reads all events of some users and writes a state, from which reports are made together with those of other users (``reduce(_:to:)``).
  /// - Parameters:
  ///   - bucket: the bucket of users that the logs hold completely.
  ///   - survey: the file of a survey of all users. Without one, these users count as all users.
  ///   - path: a store for the sessions of these users, which is read together with those of others (``report(on:output:)`` on a folder); nil for none.
  public func map(to output: StateOutput, bucket: Bucket? = nil, survey: String? = nil, store path: String? = nil) async throws -> StateOutcome {
    let shard = try path.map { try PendingStore($0, cache: options.budget.storeCache, waiting: progress.waiting) }
    let piece = leftovers.begin { shard?.discard() }
    do {
      var (outcome, frame) = try await map(output, bucket, survey, shard)
      try leftovers.end(piece) {
        try shard?.finish()
        outcome.bytes = try output.write(frame)
      }
      return outcome
    } catch {
      leftovers.end(piece) { shard?.discard() }
      throw error
    }
  }

  private func map(_ output: StateOutput, _ bucket: Bucket?, _ survey: String?, _ shard: PendingStore?) async throws -> (StateOutcome, StateFrame) {
    let survey = try survey.map { (file: $0, survey: try Survey(file: $0)) }
    let logs = try await UserLogs(self, bucket: bucket, output: output, store: shard?.path)
    var label = logs.label
    let key = options.key.map { PseudonymKey(passphrase: $0) } ?? survey?.survey.key ?? PseudonymKey(ofUsers: logs.users)
    let partitions = try await logs.takePartitions(key: key)
    let span: SessionSpan?
    if let survey { span = try survey.survey.span(for: logs, survey.file) } else { span = try await logs.span(of: partitions) }
    if !label.isEmpty {
      label.terms.key = key.fingerprint
      label.terms.span = span
    }
    if let survey, let difference = survey.survey.label.terms.difference(from: label.terms.surveyed) {
      throw AuditError("\(survey.file): is a survey with \(difference)")
    }
    let builder = Pipeline(options: options, loaded: logs.loaded, tables: logs.tables, progress: progress.folding)
    if let store = shard?.store {
      try store.begin()
      try store.setMeta(.pseudonymKey, key.hexadecimal)
      try builder.add(logs.loadedLogs.log, isNew: logs.isNew, to: store)
      try builder.setSettings(of: store, logs.limits, .map)
    }
    let fold = try builder.fold(logs.limits, measuring: builder.measuring(span), into: shard.map { ($0.store, .none, nil) })
    let sums = try await fold.run(People(partitions, blockEvents: options.budget.blockEvents))
    if let store = shard?.store {
      try store.commit()
      try builder.keep(builder.measuresToKeep(sums, in: store, as: .part), in: store, as: .part, at: store.revision())
    }
    try Task.checkCancellation()
    label.events = sums.measures.totals.events
    let state = State(
      label: label, names: .init(logs: options.minimumGroup == nil ? options.logs : [], map: logs.loaded.file),
      logs: TakenLogs(logs.loadedLogs.log, isNew: logs.isNew), sums: sums)
    var outcome = StateOutcome(users: label.users, sessions: sums.measures.totals.sessions, events: label.events)
    outcome.rejectedLines = logs.loadedLogs.log.tally.rejectedLines
    outcome.notes = builder.notes(on: logs.loadedLogs)
    return (outcome, try state.frame(logs.tables.names))
  }

  /// Reads all events of some users and writes what ``map(to:bucket:survey:)`` has to know about all users.
  public func survey(to output: StateOutput, bucket: Bucket? = nil) async throws -> StateOutcome {
    let logs = try await UserLogs(self, bucket: bucket, output: output)
    var label = logs.label
    let key = PseudonymKey(ofUsers: logs.users)
    let span = try await logs.span(of: logs.takePartitions(key: key))
    label.events = logs.loadedLogs.log.tally.events
    label.terms = label.terms.surveyed
    // A given key applies to all; a derived one is determined when all surveys are merged.
    if !label.isEmpty { label.terms.key = options.key.map { PseudonymKey(passphrase: $0).fingerprint } }
    let survey = Survey(label: label, key: key, first: span?.first, last: span?.last)
    var outcome = StateOutcome(users: label.users, events: label.events)
    outcome.rejectedLines = logs.loadedLogs.log.tally.rejectedLines
    outcome.notes = Pipeline(options: options, loaded: logs.loaded, tables: logs.tables).notes(on: logs.loadedLogs)
    outcome.bytes = try output.write(survey.frame())
    return outcome
  }
}

extension Survey {
  /// The span of all users.
  /// - Throws: if the survey cannot have covered these logs.
  fileprivate func span(for logs: UserLogs, _ file: String) throws -> SessionSpan? {
    guard let found = logs.loadedLogs.spool.times.first else { return span }
    guard let first, found >= first else { throw AuditError("\(file): the survey has not seen these logs; survey all logs again") }
    return span
  }
}

extension StateTerms {
  /// The terms that a survey shares with a state.
  fileprivate var surveyed: StateTerms {
    var terms = self
    (terms.segments, terms.minimumGroup, terms.timeZone) = ([], nil, nil)
    return terms
  }
}
