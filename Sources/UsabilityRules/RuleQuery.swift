import Measures
import NavigationModel

extension Rule {
  /// The query, with the defaults of the thresholds as its parameters.
  package var queryWithDefaults: String { query { $0.value } }

  /// The query, with the thresholds of a map: it reproduces the counts of the findings made with that map.
  package func query(for map: AppMap) -> String {
    let values = thresholds(in: map)
    return query(tasksOf: map) { values[$0.name] ?? $0.value }
  }

  /// The query with its parameters and, if it needs them, the declared tasks filled in. It runs in `sqlite3` unchanged.
  func query(tasksOf map: AppMap = AppMap(), thresholds value: (Threshold) -> Double) -> String {
    // One pass over the bytes: `replacing` takes longer than everything else about the queries of all rules.
    let pieces = query.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    let longestFirst = thresholds.sorted { $0.name.utf8.count > $1.name.utf8.count }
    let filled = pieces.dropFirst().reduce(into: pieces[0]) { filled, piece in
      if let threshold = longestFirst.first(where: { piece.hasPrefix($0.name) }) {
        filled += value(threshold).sixDecimals + piece.dropFirst(threshold.name.count)
      } else {
        filled += ":" + piece
      }
    }
    return TaskQuery.fill(filled, map)
  }
}
