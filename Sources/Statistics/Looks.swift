import Foundation

/// How often growing data is looked at. Each look at a fixed 95% interval is another chance to claim a change that is
/// none: with weekly looks and no change at all, one is claimed in 13% of cases after 4 looks and in 29% after 26.
public enum Looks: Sendable, Hashable {
  /// Once: an interval of 95%.
  case one
  /// A number that is known beforehand: each look at α/N (Bonferroni; Dunn 1961, Journal of the American Statistical
  /// Association 56:52), so that all together claim nothing false in 95% of cases, whatever the looks have in common.
  case planned(Int)
  /// Any number: an interval that holds at all sizes of the data at once (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas
  /// 2023, Time-uniform central limit theory and asymptotic confidence sequences, arXiv 2103.06476, equations 9, 155
  /// and 161; Howard, Ramdas, McAuliffe & Sekhon 2021, Annals of Statistics 49:1055). Wider than that of one look at
  /// every size.
  case any

  /// The chance of a false claim, over all looks.
  public static let alpha = 0.05
  /// The number of users at which the interval for any number of looks is tightest. `H` (customary)
  static let tightestUsers = 5000.0

  /// ρ of the confidence sequence.
  private static let rho =
    ((-2 * log(alpha) + log(-2 * log(alpha) + 1)) / tightestUsers).squareRoot()

  /// How many standard errors an interval reaches to each side.
  /// - Parameter users: effective users of both sides together, above 0.
  package func reach(users: Double) -> Double {
    switch self {
    case .one: return z95
    case .planned(let looks): return max(z95, normalQuantile(1 - Self.alpha / Double(2 * max(looks, 1))))
    case .any:
      let spread = users * Self.rho * Self.rho
      return (2 * (spread + 1) / spread * log((spread + 1).squareRoot() / Self.alpha)).squareRoot()
    }
  }

  /// An estimate with a 95% interval, at the level of these looks: of the interval's distance to each side.
  package func interval(of estimate: Estimate, users: Double) -> Estimate {
    if self == .one { return estimate }
    let factor = reach(users: users) / z95
    let value = estimate.value
    let interval = estimate.interval
    return Estimate(
      value: value,
      interval: Interval(
        low: value - (value - interval.low) * factor, high: value + (interval.high - value) * factor))
  }

  /// The p-value over all looks: at most 0.05 in one of twenty cases without a change.
  /// - Parameters:
  ///   - p: that of one look.
  ///   - change: with its 95% interval.
  package func pValue(_ p: Double, of change: Estimate, users: Double) -> Double {
    switch self {
    case .one: return p
    case .planned(let looks): return min(1, p * Double(looks))
    case .any:
      let spread = users * Self.rho * Self.rho
      let z = normalQuantile(1 - max(p, change.pValueOfNone) / 2)
      return min(1, (spread + 1).squareRoot() * exp(-z * z * spread / (2 * (spread + 1))))
    }
  }
}
