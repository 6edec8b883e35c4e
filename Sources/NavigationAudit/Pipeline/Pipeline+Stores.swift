import Foundation
import Measures
import NavigationModel
import NavigationStore

extension Pipeline {
  /// Measures the events of a store, or uses its cached measures.
  func measure(_ store: Store) async throws -> MeasuredSessions {
    guard try !hasSessions(since, store), var kept = try keptMeasures(in: store) else { return try await replay(store) }
    try await measureClean(&kept, nil, limits(store), ids: ids(of: store)) { try people(of: store) }
    return (kept, nil)
  }

  /// Whether there are sessions to compare with those of an earlier report, which cached measures do not tell apart.
  private func hasSessions(_ since: Int64?, _ store: Store) throws -> Bool {
    guard let since, let starts = try store.sessionStarts() else { return false }
    return starts.upperBound > since
  }

  /// Replaces the sessions of a store, which is inside a transaction, by those of its events.
  @discardableResult
  func rebuild(_ store: Store, isMeasured: Bool = false) async throws -> MeasuredSessions {
    try await replay(store, isMeasured: isMeasured, into: (store, .replaced, nil))
  }

  private func replay(_ store: Store, isMeasured: Bool = true, into target: Target? = nil) async throws
    -> MeasuredSessions
  {
    let limits = try limits(store)
    // Adds the store's names to the table.
    let people = try people(of: store)
    return try await fold(people, limits, isMeasured: isMeasured, ids: ids(of: store), into: target) {
      try await span(of: store, people, limits)
    }
  }

  private func ids(of store: Store) throws -> Nobodies.IDs {
    try store.pseudonymKey().map { .init($0) } ?? .init()
  }

  /// The people of stores with different users.
  /// - Throws: also if one of them has more events than there is room for.
  private func people(of stores: Store...) throws -> People { try people(of: stores) }
  private func people(of stores: [Store]) throws -> People {
    var before = 0
    var workers = options.tasks
    let people = try stores.map { store in
      let people = try StoredPeople(
        store, names: tables.names, segments: tables.segments, blockEvents: budget.blockEvents, peopleBefore: before)
      before += try store.countUsers()
      let most = try store.mostEvents(of: workers)
      workers = min(workers, try budget.workers(holding: most, names: tables.names.count))
      return people
    }
    return People(people, workers: workers)
  }

  private func span(of store: Store, _ people: People, _ limits: SessionLimits) async throws -> SessionSpan? {
    // The store's sessions may have been cut by other limits.
    if try hasSettings(of: store) {
      return try store.sessionStarts().map { SessionSpan(first: $0.lowerBound, last: $0.upperBound) }
    }
    return try await SessionSpan(of: people, limits)
  }

  // A store caches its measures, so trying other rules or thresholds on the same sessions is fast.
  /// Whether this run needs only the measures of all sessions of a store with the store's settings.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.minimumGroup == nil && options.judgesAll && !guesses && hasSettings(of: store)
      && hasTermsOfMeasures(of: store)
  }

  /// Whether this run and the store have the same kinds of screens, days and levels: measures depend on them, sessions
  /// do not.
  private func hasTermsOfMeasures(of store: Store) throws -> Bool {
    let stored = try LoadedMap(file: nil, logs: [], store: store).map
    return (loaded.text == nil || stored.screenKinds == map.screenKinds) && stored.timeZone == map.timeZone
      && RuleLevel.values(in: stored) == RuleLevel.values(in: map)
  }

  /// What the cached measures are of: all users of the log, or a part of them, whose recent sessions depend on the
  /// others, too. With the version of the format: measures with another version are recomputed.
  private func form(ofPart isPart: Bool) -> String { "measures \(Measures.schema)\(isPart ? " of a part" : "")" }

  /// The encoded measures to cache; nil if this run's settings differ, it is not worthwhile, they are already cached,
  /// or memory is short.
  func measuresToKeep(_ sums: MeasureSums, in store: Store, ofPart isPart: Bool = false) throws -> Data? {
    let isWorthIt = sums.measures.totals.events >= options.leastEventsKept
    guard isWorthIt, options.budget.keepsMeasures, try needsPlainMeasures(of: store),
      try !store.keepsMeasures(by: form(ofPart: isPart))
    else { return nil }
    return Data(try BinaryEncoder.bytes(of: sums, names: tables.names))
  }

  func keep(_ measures: Data?, in store: Store, ofPart isPart: Bool = false, at revision: Int) throws {
    if let measures { try store.keep(measures: measures, by: form(ofPart: isPart), at: revision) }
  }

  /// The measures that an earlier run cached; nil if there are none, or this run needs more.
  /// - Throws: if the events behind them are damaged, the same as when recomputing.
  func keptMeasures(in store: Store, ofPart isPart: Bool = false) throws -> MeasureSums? {
    guard try needsPlainMeasures(of: store), let bytes = try store.keptMeasures(by: form(ofPart: isPart)) else {
      return nil
    }
    try store.checkEvents()
    // Not damaged: an unreadable cache comes from another build with the same version, and is recomputed.
    return try? BinaryDecoder.value(MeasureSums.self, from: [UInt8](bytes), names: tables.names)
  }

  // Some stores read as one: cached measures are merged, the others recomputed.
  func measure(_ shards: Shards) async throws -> MeasuredSessions {
    if shards.stores.count == 1 { return try await measure(shards.stores[0]) }
    if guesses {
      throw AuditError(
        """
        \(shards.path): inferring the structure needs all users in one store; let `navaudit init` infer it from \
        logs, and name its map with --map
        """)
    }
    let limits = try limits(shards.stores[0])
    let span = try await span(of: shards, limits)
    let isCompared = try shards.stores.contains { try hasSessions(since, $0) }
    var kept: [MeasureSums] = []
    var others: [Store] = []
    for store in shards.stores {
      if !isCompared, let measures = try keptMeasures(in: store, ofPart: true), measures.span == span {
        kept.append(measures)
      } else {
        others.append(store)
      }
    }
    let ids = try ids(of: shards.stores[0])
    // Adds the stores' names to the table.
    let measured = try people(of: others)
    var sums = try await fold(limits, measuring: measuring(span, ids: ids)).run(measured)
    for part in kept { sums.merge(part) }
    try await measureClean(&sums, nil, limits, ids: ids) { try people(of: shards.stores) }
    return (sums, nil)
  }

  private func span(of shards: Shards, _ limits: SessionLimits) async throws -> SessionSpan? {
    var spans: [SessionSpan] = []
    for store in shards.stores {
      if let span = try await span(of: store, people(of: store), limits) { spans.append(span) }
    }
    guard let first = spans.map(\.first).min(), let last = spans.map(\.last).max() else { return nil }
    return SessionSpan(first: first, last: last)
  }
}

extension MeasureSums: BinaryRecord {
  /// The cache: the measures of all sessions, and of the recent ones.
  package static let form = BinaryForm(
    Self.init(measures:recent:span:nobodies:), \.measures, \.recent, \.span, \.nobodies)
}
