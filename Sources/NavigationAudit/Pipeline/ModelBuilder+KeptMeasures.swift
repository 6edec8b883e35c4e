import Foundation
import Measures
import NavigationModel
import NavigationStore

/// The measures of a store are kept in it. Whoever tries other rules or thresholds on the same sessions does not wait for them again.
extension ModelBuilder {
  /// Whether the measures of all sessions of a store, as its own settings give them, are all that this run needs of it.
  private func needsPlainMeasures(of store: Store) throws -> Bool {
    try options.segmentPaths.isEmpty && options.minimumGroup == nil && !guesses && hasSettings(of: store)
  }

  /// The most names of screens, items, … with which measures are kept. With more, there is a cell for each of many pairs of names: to write them down would
  /// take more time and memory than to work them out.
  static let mostNamesKept = 500

  /// The measures in the form in which they are kept; nil where this run's are others, or not worth it, or in the store already, or memory is short.
  func measuresToKeep(_ result: SessionFold.Result, in store: Store) throws -> Data? {
    let isWorthIt = result.measures.totals.events >= options.leastEventsKept && tables.names.count <= Self.mostNamesKept
    guard isWorthIt, options.budget.keepsMeasures, try needsPlainMeasures(of: store), try !store.keepsMeasures(by: Audit.tool) else { return nil }
    let encoder = JSONEncoder()
    encoder.userInfo[.nameTable] = tables.names
    return try encoder.encode(result.measures)
  }

  func keep(_ measures: Data?, in store: Store, at revision: Int) throws {
    if let measures { try store.keep(measures: measures, by: Audit.tool, at: revision) }
  }

  /// The measures that an earlier run has kept; nil where there are none, or this run needs more.
  /// - Throws: where the events that they were made of are damaged, as when they are worked out again.
  func keptMeasures(in store: Store) throws -> Measures? {
    guard try needsPlainMeasures(of: store), let bytes = try store.keptMeasures(by: Audit.tool) else { return nil }
    try store.checkEvents()
    let decoder = JSONDecoder()
    decoder.userInfo[.nameTable] = tables.names
    // Nothing is damaged: what cannot be read is of another build with the same version, and is worked out again.
    return try? decoder.decode(Measures.self, from: bytes)
  }
}
