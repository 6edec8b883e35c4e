import Foundation
import Measures
import NavigationModel
import NavigationStore

/// A store caches its measures, so trying other rules or thresholds on the same sessions is fast.
extension ModelBuilder {
  /// Whether this run needs only the measures of all sessions of a store with the store's settings.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.segmentPaths.isEmpty && options.minimumGroup == nil && options.days == nil && !guesses && hasSettings(of: store) && hasTermsOfMeasures(of: store)
  }

  /// Whether this run and the store have the same kinds of screens and the same days: measures depend on them, sessions do not.
  private func hasTermsOfMeasures(of store: Store) throws -> Bool {
    let stored = try LoadedMap(file: nil, logs: [], store: store).map
    return (loaded.text == nil || stored.screenKinds == map.screenKinds) && stored.timeZone == map.timeZone
  }

  /// The format version of the cache: measures with another version are recomputed.
  static let keptForm = "measures \(Measures.schema)"

  /// The encoded measures to cache; nil if this run's settings differ, it is not worthwhile, they are already cached, or memory is short.
  func measuresToKeep(_ result: SessionFold.Result, in store: Store) throws -> Data? {
    let isWorthIt = result.measures.totals.events >= options.leastEventsKept
    guard isWorthIt, options.budget.keepsMeasures, try needsPlainMeasures(of: store), try !store.keepsMeasures(by: Self.keptForm) else { return nil }
    return Data(try BinaryEncoder.bytes(of: KeptMeasures(whole: result.measures, recent: result.recent, span: result.span), names: tables.names))
  }

  func keep(_ measures: Data?, in store: Store, at revision: Int) throws {
    if let measures { try store.keep(measures: measures, by: Self.keptForm, at: revision) }
  }

  /// The measures that an earlier run cached; nil if there are none, or this run needs more.
  /// - Throws: if the events behind them are damaged, the same as when recomputing.
  func keptMeasures(in store: Store) throws -> KeptMeasures? {
    guard try needsPlainMeasures(of: store), let bytes = try store.keptMeasures(by: Self.keptForm) else { return nil }
    try store.checkEvents()
    // Not damaged: an unreadable cache comes from another build with the same version, and is recomputed.
    return try? BinaryDecoder.value(KeptMeasures.self, from: [UInt8](bytes), names: tables.names)
  }
}

/// The cache: the measures of all sessions, and of the recent ones.
struct KeptMeasures: Codable {
  let whole: Measures
  let recent: Measures
  let span: SessionSpan?
}
