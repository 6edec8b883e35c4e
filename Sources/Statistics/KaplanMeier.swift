#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The Kaplan–Meier estimate: S(t) = Π (1 − d/n) over the times up to t, with d events among n users at risk (Kaplan & Meier 1958).
///
/// Users last seen at a time are still at risk at it. The band is S^exp(±z·√G / ln S) with Greenwood's G = Σ d/(n(n−d)): the log-log
/// band, which stays inside 0…1 (Kalbfleisch & Prentice 1980).
/// - Parameter rows: in any order; rows with the same time are added up. A row of zeros gives a step too, as long as users are at risk.
package func kaplanMeier(_ rows: [SurvivalRow], z: Double = z95) -> SurvivalCurve {
  let rows = merged(rows)
  var atRisk = rows.reduce(0) { $0 + $1.events + $1.censored }
  var survival = 1.0
  var greenwood = 0.0
  var steps: [SurvivalCurve.Step] = []
  steps.reserveCapacity(rows.count)
  for row in rows where atRisk > 0 {
    let left = atRisk - row.events
    if row.events > 0 {
      survival *= Double(left) / Double(atRisk)
      greenwood += Double(row.events) / (Double(atRisk) * Double(left))
    }
    steps.append(
      SurvivalCurve.Step(
        time: row.time, atRisk: atRisk, events: row.events, censored: row.censored, survival: survival,
        band: logLogBand(survival, greenwood: greenwood, z: z)))
    atRisk = left - row.censored
  }
  return SurvivalCurve(steps: steps)
}

/// The log-log band of a survival strictly between 0 and 1.
private func logLogBand(_ survival: Double, greenwood: Double, z: Double) -> Interval? {
  guard 0 < survival, survival < 1 else { return nil }
  let logarithm = log(survival)
  let reach = z * greenwood.squareRoot() / -logarithm
  return Interval(low: exp(logarithm * exp(reach)), high: exp(logarithm * exp(-reach)))
}
