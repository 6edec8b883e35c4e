import Foundation

/// The number of users who found something at one time, and of users last seen then without having found it.
package struct SurvivalRow: Sendable, Hashable {
  /// The time, in any unit: a session number, a day.
  package var time: Int
  package var events: Int
  /// Users followed up to this time, to whom it had not happened.
  package var censored: Int

  package init(time: Int, events: Int, censored: Int) {
    precondition(events >= 0 && censored >= 0, "counts are not negative")
    self.time = time
    self.events = events
    self.censored = censored
  }
}

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
  /// With a row of zeros for each time from 1 to that of the last row, at most `limit`: the curve has a step at each of
  /// them.
  package func withEveryTime(to limit: Int = .max) -> [SurvivalRow] {
    let last = Swift.min(limit, self.map(\.time).max() ?? 0)
    return last < 1 ? self : self + (1...last).map { SurvivalRow(time: $0, events: 0, censored: 0) }
  }
}

/// The rows of single users: the time at which it `happened` to each, or until which each was followed.
package func survivalRows(_ users: [(time: Int, happened: Bool)]) -> [SurvivalRow] {
  merged(users.map { SurvivalRow(time: $0.time, events: $0.happened ? 1 : 0, censored: $0.happened ? 0 : 1) })
}

/// The Kaplan–Meier estimate: S(t) = Π (1 − d/n) over the times up to t, with d events among n users at risk (Kaplan &
/// Meier 1958).
///
/// Users last seen at a time are still at risk at it. The band is S^exp(±z·√G / ln S) with Greenwood's G = Σ
/// d/(n(n−d)): the log-log band, which stays inside 0…1 (Kalbfleisch & Prentice 1980).
/// - Parameter rows: in any order; rows with the same time are added up. A row of zeros gives a step too, as long as
///   users are at risk.
/// - Returns: one step for each time in the rows, in order.
package func kaplanMeier(_ rows: [SurvivalRow], z: Double = z95) -> [SurvivalStep] {
  let rows = merged(rows)
  var atRisk = rows.reduce(0) { $0 + $1.events + $1.censored }
  var survival = 1.0
  var greenwood = 0.0
  var steps: [SurvivalStep] = []
  steps.reserveCapacity(rows.count)
  for row in rows where atRisk > 0 {
    let left = atRisk - row.events
    if row.events > 0 {
      survival *= Double(left) / Double(atRisk)
      greenwood += Double(row.events) / (Double(atRisk) * Double(left))
    }
    steps.append(
      SurvivalStep(
        time: row.time, atRisk: atRisk, events: row.events, censored: row.censored, survival: survival,
        band: logLogBand(survival, greenwood: greenwood, z: z)))
    atRisk = left - row.censored
  }
  return steps
}

private func logLogBand(_ survival: Double, greenwood: Double, z: Double) -> Interval? {
  guard 0 < survival, survival < 1 else { return nil }
  let logarithm = log(survival)
  let reach = z * greenwood.squareRoot() / -logarithm
  return Interval(low: exp(logarithm * exp(reach)), high: exp(logarithm * exp(-reach)))
}

/// The share of users to whom something has not happened yet, at one time, with some users not followed to the end.
package struct SurvivalStep: Sendable, Hashable {
  /// The time, in the unit of the rows.
  package let time: Int
  /// Users followed at least up to this time, to whom it had not happened before.
  package let atRisk: Int
  /// Users to whom it happens at this time.
  package let events: Int
  /// Users last seen at this time, to whom it has not happened.
  package let censored: Int
  /// The share to whom it has not happened after this time, 0…1.
  package let survival: Double
  /// The interval of `survival`; nil while it is 1 and once it is 0, where the formula is undefined.
  package let band: Interval?
}

extension [SurvivalStep] {
  /// The first time at which it has happened to half of the users or more; nil if that is never observed.
  ///
  /// A survival of ½ is recognized even if the product of fractions misses it by some 1e−13.
  package var median: Int? { first(where: { $0.survival <= 0.5 + 1e-12 })?.time }

  /// The estimate at `time`: the last step up to it. Nil before the first.
  package func step(at time: Int) -> SurvivalStep? { last(where: { $0.time <= time }) }
}

/// The log-rank test of two groups: at each time with events, those of the first group against their hypergeometric
/// expectation (Mantel 1966). Its z is positive if the first group has more events than expected if the curves were
/// equal, negative if fewer: then they come later.
///
/// Nil if no event distinguishes the groups: there was none, or never while both had users at risk.
package func logRank(_ first: [SurvivalRow], against second: [SurvivalRow]) -> ThresholdTest? {
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
  return variance > 0 ? ThresholdTest(z: surplus / variance.squareRoot()) : nil
}

extension SurvivalStep {
  /// The test of the survival against a share strictly between 0 and 1, on the scale of the band: z = (ln(−ln s) −
  /// ln(−ln S)) / SE.
  ///
  /// The standard error is that of ``band``: its lower end is above the share exactly if z is above ``z95``. Nil
  /// without a band.
  package func test(against share: Double) -> ThresholdTest? {
    guard let band, 0 < share, share < 1 else { return nil }
    let error = (log(log(band.low) / log(survival))) / z95
    let distance = log(-log(share)) - log(-log(survival))
    return ThresholdTest(z: standardized(distance, by: error))
  }
}
