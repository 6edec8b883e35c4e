import Foundation
import Measures
import NavigationModel
import NavigationStore

/// The measures of a store are kept in it. Whoever tries other rules or thresholds on the same sessions does not wait for them again.
extension ModelBuilder {
  /// Whether the measures of all sessions of a store, as its own settings give them, are all that this run needs of it.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.segmentPaths.isEmpty && options.minimumGroup == nil && options.days == nil && !guesses && hasSettings(of: store) && hasScreenKinds(of: store)
  }

  /// Whether screens are of the same kinds by the map of this run and by that of the store: measures leave some of them out, sessions do not.
  private func hasScreenKinds(of store: Store) throws -> Bool {
    try loaded.text == nil || LoadedMap(file: nil, logs: [], store: store).map.screenKinds == map.screenKinds
  }

  /// What the kept measures are known by: those of another form are worked out again.
  static let keptForm = "measures \(Measures.schema)"

  /// The measures in the form in which they are kept; nil where this run's are others, or not worth it, or in the store already, or memory is short.
  func measuresToKeep(_ result: SessionFold.Result, in store: Store) throws -> Data? {
    let isWorthIt = result.measures.totals.events >= options.leastEventsKept
    guard isWorthIt, options.budget.keepsMeasures, try needsPlainMeasures(of: store), try !store.keepsMeasures(by: Self.keptForm) else { return nil }
    return Data(try BinaryEncoder.bytes(of: KeptMeasures(whole: result.measures, recent: result.recent, span: result.span), names: tables.names))
  }

  func keep(_ measures: Data?, in store: Store, at revision: Int) throws {
    if let measures { try store.keep(measures: measures, by: Self.keptForm, at: revision) }
  }

  /// The measures that an earlier run has kept; nil where there are none, or this run needs more.
  /// - Throws: where the events that they were made of are damaged, as when they are worked out again.
  func keptMeasures(in store: Store) throws -> KeptMeasures? {
    guard try needsPlainMeasures(of: store), let bytes = try store.keptMeasures(by: Self.keptForm) else { return nil }
    try store.checkEvents()
    // Nothing is damaged: what cannot be read is of another build with the same form, and is worked out again.
    return try? BinaryDecoder.value(KeptMeasures.self, from: [UInt8](bytes), names: tables.names)
  }
}

/// What is kept: the measures of all sessions, and those of the recent ones.
struct KeptMeasures: Codable {
  let whole: Measures
  let recent: Measures
  let span: SessionSpan?
}
