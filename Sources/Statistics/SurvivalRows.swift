/// The rows in order of time, with those of the same time added up: merges the counts of parts of a log.
package func merged(_ rows: [SurvivalRow]) -> [SurvivalRow] {
  var merged: [SurvivalRow] = []
  for row in rows.sorted(by: { $0.time < $1.time }) {
    if let last = merged.last, last.time == row.time {
      merged[merged.count - 1].events += row.events
      merged[merged.count - 1].censored += row.censored
    } else {
      merged.append(row)
    }
  }
  return merged
}

extension [SurvivalRow] {
  /// With a row of zeros for each time from 1 to that of the last row, at most `limit`: the curve has a step at each of them.
  package func withEveryTime(to limit: Int = .max) -> [SurvivalRow] {
    let last = Swift.min(limit, self.map(\.time).max() ?? 0)
    return last < 1 ? self : self + (1...last).map { SurvivalRow(time: $0, events: 0, censored: 0) }
  }
}

/// The rows of single users: the time at which it `happened` to each, or until which each was followed.
package func survivalRows(_ users: [(time: Int, happened: Bool)]) -> [SurvivalRow] {
  merged(users.map { SurvivalRow(time: $0.time, events: $0.happened ? 1 : 0, censored: $0.happened ? 0 : 1) })
}
