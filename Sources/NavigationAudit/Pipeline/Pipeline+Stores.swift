import Foundation
import Measures
import NavigationModel
import NavigationStore

extension Pipeline {
  /// Measures the events of a store, or uses its cached measures.
  func measure(_ store: Store) async throws -> MeasuredSessions {
    if let kept = try keptMeasures(in: store) {
      return MeasuredSessions(sums: MeasureSums(measures: kept.whole, recent: kept.recent, span: kept.span), structure: nil)
    }
    return try await replay(store, .measured)
  }

  /// Measures the events of a store, which is inside a transaction, and replaces its sessions by those of this run.
  func measureAndRebuild(_ store: Store) async throws -> MeasuredSessions { try await replay(store, .measuredAndStored((store, .replaced, nil))) }

  /// Replaces the sessions of a store, which is inside a transaction, by those of its events.
  func rebuild(_ store: Store) async throws { _ = try await replay(store, .stored((store, .replaced, nil))) }

  /// Makes sessions of all events of a store.
  private func replay(_ store: Store, _ use: SessionUse) async throws -> MeasuredSessions {
    let limits = try limits(store)
    // Adds the store's names to the table.
    let people = try people(of: store)
    let structure = try await structure(people, limits)
    let span = use.isMeasured ? try await span(of: store, people, limits) : nil
    let fold = try fold(limits, structure: structure, measuring: use.isMeasured ? measuring(span, structure: structure) : nil, into: use.target)
    return MeasuredSessions(sums: try await fold.run(people), structure: structure)
  }

  func people(of store: Store) throws -> People {
    People([try StoredPeople(store, names: tables.names, segments: tables.segments, blockEvents: budget.blockEvents)])
  }

  /// The span of the sessions of a store.
  func span(of store: Store, _ people: People, _ limits: SessionLimits) async throws -> SessionSpan? {
    // The store's sessions may have been cut by other limits.
    if try hasSettings(of: store) { return try store.sessionStarts().map { SessionSpan(first: $0.lowerBound, last: $0.upperBound) } }
    return try await SessionSpan(of: people, limits)
  }
}

/// A store caches its measures, so trying other rules or thresholds on the same sessions is fast.
extension Pipeline {
  /// Whether this run needs only the measures of all sessions of a store with the store's settings.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.segmentPaths.isEmpty && options.minimumGroup == nil && options.judgesAll && !guesses && hasSettings(of: store)
      && hasTermsOfMeasures(of: store)
  }

  /// Whether this run and the store have the same kinds of screens, days and levels: measures depend on them, sessions do not.
  private func hasTermsOfMeasures(of store: Store) throws -> Bool {
    let stored = try LoadedMap(file: nil, logs: [], store: store).map
    return (loaded.text == nil || stored.screenKinds == map.screenKinds) && stored.timeZone == map.timeZone
      && RuleLevels(stored) == RuleLevels(map)
  }

  /// What the cached measures are of. They have the format version in it: measures with another version are recomputed.
  enum KeptForm: String {
    /// All users of the log.
    case whole
    /// Some of the users: which of their sessions are recent depends on the others, too.
    case part

    var text: String { "measures \(Measures.schema)\(self == .part ? " of a part" : "")" }
  }

  /// The encoded measures to cache; nil if this run's settings differ, it is not worthwhile, they are already cached, or memory is short.
  func measuresToKeep(_ sums: MeasureSums, in store: Store, as form: KeptForm = .whole) throws -> Data? {
    let isWorthIt = sums.measures.totals.events >= options.leastEventsKept
    guard isWorthIt, options.budget.keepsMeasures, try needsPlainMeasures(of: store), try !store.keepsMeasures(by: form.text) else { return nil }
    return Data(try BinaryEncoder.bytes(of: KeptMeasures(whole: sums.measures, recent: sums.recent, span: sums.span), names: tables.names))
  }

  func keep(_ measures: Data?, in store: Store, as form: KeptForm = .whole, at revision: Int) throws {
    if let measures { try store.keep(measures: measures, by: form.text, at: revision) }
  }

  /// The measures that an earlier run cached; nil if there are none, or this run needs more.
  /// - Throws: if the events behind them are damaged, the same as when recomputing.
  func keptMeasures(in store: Store, as form: KeptForm = .whole) throws -> KeptMeasures? {
    guard try needsPlainMeasures(of: store), let bytes = try store.keptMeasures(by: form.text) else { return nil }
    try store.checkEvents()
    // Not damaged: an unreadable cache comes from another build with the same version, and is recomputed.
    return try? BinaryDecoder.value(KeptMeasures.self, from: [UInt8](bytes), names: tables.names)
  }
}

/// The cache: the measures of all sessions, and of the recent ones.
struct KeptMeasures: BinaryRecord {
  let whole: Measures
  let recent: Measures
  let span: SessionSpan?

  static let form = BinaryForm(Self.init(whole:recent:span:), \.whole, \.recent, \.span)
}

/// Some stores read as one: cached measures are merged, the others recomputed.
extension Pipeline {
  func measure(_ shards: Shards) async throws -> MeasuredSessions {
    if guesses {
      throw AuditError(
        "\(shards.path): inferring the structure needs all users in one store; let `navaudit init` infer it from logs, and name its map with --map")
    }
    let limits = try limits(shards.stores[0])
    let span = try await span(of: shards, limits)
    var kept: [KeptMeasures] = []
    var others: [StoredPeople] = []
    var people = 0
    for store in shards.stores {
      if let measures = try keptMeasures(in: store, as: .part), measures.span == span {
        kept.append(measures)
      } else {
        others.append(try StoredPeople(store, names: tables.names, segments: tables.segments, blockEvents: budget.blockEvents, peopleBefore: people))
        people += try store.countUsers()
      }
    }
    var sums = try await fold(limits, measuring: measuring(span)).run(People(others))
    for part in kept { sums.merge(MeasureSums(measures: part.whole, recent: part.recent)) }
    return MeasuredSessions(sums: sums, structure: nil)
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
