import Foundation
import Measures
import NavigationModel
import NavigationStore

/// A store caches its measures, so trying other rules or thresholds on the same sessions is fast.
extension ModelBuilder {
  /// Whether this run needs only the measures of all sessions of a store with the store's settings.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.segmentPaths.isEmpty && options.minimumGroup == nil && options.days == nil && !guesses && hasSettings(of: store)
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
struct KeptMeasures: Codable {
  let whole: Measures
  let recent: Measures
  let span: SessionSpan?
}
