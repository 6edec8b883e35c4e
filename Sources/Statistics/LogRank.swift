/// The comparison of two entire survival curves.
package struct LogRank: Sendable, Hashable {
  /// Standard errors by which the first group has more events than expected if the curves were equal; negative: fewer, so they come later.
  package let z: Double

  /// z², chi-square with one degree of freedom if the curves are equal.
  package var chiSquare: Double { z * z }

  /// The two-sided p-value for "the curves are equal".
  package var pValue: Double { normalTwoSidedTail(z) }
}

/// The log-rank test of two groups: at each time with events, those of the first group against their hypergeometric expectation (Mantel 1966).
///
/// Nil if no event distinguishes the groups: there was none, or never while both had users at risk.
package func logRank(_ first: [SurvivalRow], against second: [SurvivalRow]) -> LogRank? {
  let first = merged(first)
  let second = merged(second)
  var firstAtRisk = first.reduce(0) { $0 + $1.events + $1.censored }
  var secondAtRisk = second.reduce(0) { $0 + $1.events + $1.censored }
  var surplus = 0.0
  var variance = 0.0
  var i = 0
  var j = 0
  while i < first.count || j < second.count {
    let time = min(i < first.count ? first[i].time : .max, j < second.count ? second[j].time : .max)
    let a = i < first.count && first[i].time == time ? first[i] : SurvivalRow(time: time, events: 0, censored: 0)
    let b = j < second.count && second[j].time == time ? second[j] : SurvivalRow(time: time, events: 0, censored: 0)
    let events = a.events + b.events
    let atRisk = firstAtRisk + secondAtRisk
    if events > 0 {
      let share = Double(firstAtRisk) / Double(atRisk)
      surplus += Double(a.events) - Double(events) * share
      if atRisk > 1 {
        variance += Double(events) * share * (1 - share) * Double(atRisk - events) / Double(atRisk - 1)
      }
    }
    firstAtRisk -= a.events + a.censored
    secondAtRisk -= b.events + b.censored
    if i < first.count, first[i].time == time { i += 1 }
    if j < second.count, second[j].time == time { j += 1 }
  }
  return variance > 0 ? LogRank(z: surplus / variance.squareRoot()) : nil
}
