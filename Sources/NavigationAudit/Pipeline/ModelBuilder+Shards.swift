import AppMaps
import Measures
import NavigationModel
import NavigationStore

/// Some stores read as one: cached measures are merged, the others recomputed.
extension ModelBuilder {
  func measure(_ shards: Shards) async throws -> MeasuredSessions {
    if guesses {
      throw AuditError(
        "\(shards.path): inferring the structure needs all users in one store; let `navaudit init` infer it from logs, and name its map with --map")
    }
    let limits = try limits(shards.stores[0])
    let span = try span(of: shards, limits)
    var kept: [KeptMeasures] = []
    var sources: [StoredPeople] = []
    var people = 0
    for store in shards.stores {
      if let measures = try keptMeasures(in: store, as: .part), measures.span == span {
        kept.append(measures)
      } else {
        sources.append(try StoredPeople(store, names: tables.names, segments: tables.segments, blockEvents: budget.blockEvents, peopleBefore: people))
        people += try store.countUsers()
      }
    }
    var sums = try await fold(limits, measuring: measuring(span)).run(sources: sources.count) { [sources] in sources[$0] }
    for part in kept { sums.merge(MeasureSums(measures: part.whole, recent: part.recent)) }
    return MeasuredSessions(sums: sums, structure: nil)
  }

  private func span(of shards: Shards, _ limits: SessionLimits) throws -> SessionSpan? {
    let spans = try shards.stores.compactMap { try span(of: $0, limits) }
    guard let first = spans.map(\.first).min(), let last = spans.map(\.last).max() else { return nil }
    return SessionSpan(first: first, last: last)
  }
}

extension Shards {
  func account() throws -> LogAccount {
    try stores.dropFirst().reduce(into: stores[0].account()) { sum, store in
      let other = try store.account()
      sum.sources += other.sources
      sum.forgottenEvents += other.forgottenEvents
      sum.cutSources += other.cutSources
      sum.unread = UnreadEvent.merged(sum.unread, other.unread)
    }
  }
}
