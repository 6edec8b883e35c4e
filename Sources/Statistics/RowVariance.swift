/// The error of a ratio of rows r = Σy/Σn, if several rows come from one user and few users may hold most of them.
///
/// One computation for shares (``RatioSums``), means and signed ratios (``MeanSums``). See Statistics.md
/// (Korn & Graubard 1998; MacKinnon, Nielsen & Webb 2022).
public struct RowVariance: Sendable, Hashable {
  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision (Kish 1965).
  public let effectiveUsers: Double
  /// h = max n/N: the share of rows that the busiest user holds.
  public let leverage: Double
  /// V = m/(m−1) · Σ(y_u − r·n_u)² / N² / (1 − h)². Nil with fewer than two users.
  public let variance: Double?

  /// - Parameters:
  ///   - users: m, users with rows.
  ///   - rows: N = Σn, above 0.
  ///   - squaredRows: Σn².
  ///   - mostRows: max n.
  ///   - squaredDeviations: Σ(y_u − r·n_u)².
  init(users: Int, rows: Double, squaredRows: Double, mostRows: Double, squaredDeviations: Double) {
    effectiveUsers = max(2, rows * rows / squaredRows)
    leverage = mostRows / rows
    let rest = 1 - leverage
    variance =
      users < 2 ? nil : Double(users) / Double(users - 1) * max(0, squaredDeviations) / (rows * rows) / (rest * rest)
  }

  /// k − 1; 1 with fewer than two users, since k is at least 2.
  public var degreesOfFreedom: Double { effectiveUsers - 1 }
}

/// Satterthwaite's degrees of freedom of the sum of two variances: (V + V′)² / (V²/ν + V′²/ν′) (Satterthwaite 1946).
///
/// Nil if both variances are 0.
func satterthwaite(_ variance: Double, _ degrees: Double, _ otherVariance: Double, _ otherDegrees: Double) -> Double? {
  let sum = variance + otherVariance
  guard sum > 0 else { return nil }
  // Divided by the sum first, so that tiny variances do not underflow when squared.
  let (one, two) = (variance / sum, otherVariance / sum)
  return 1 / (one * one / degrees + two * two / otherDegrees)
}

/// The difference of two ratios of rows, whose users may overlap.
struct RatioDifference {
  let value: Double
  /// V + V′ − 2C.
  let variance: Double
  /// Satterthwaite's from k − 1 of each side. If users are in both, at most those of the larger side: for fully paired users, V − 2C + V′ is one
  /// variance over those users.
  let degreesOfFreedom: Double

  /// Nil if a side has no variance, or a variance of 0: then the error of that side is unknown.
  ///
  /// - Parameter sharedDeviations: Σ(y_u − r·n_u)(y′_u − r′·n′_u) over the users of both; nil without such users.
  init?(
    _ first: (ratio: Double, users: Int, rows: Double, spread: RowVariance),
    minus second: (ratio: Double, users: Int, rows: Double, spread: RowVariance), sharedDeviations: Double?
  ) {
    guard let one = first.spread.variance, let two = second.spread.variance, one > 0, two > 0,
      let degrees = satterthwaite(one, first.spread.degreesOfFreedom, two, second.spread.degreesOfFreedom)
    else { return nil }
    value = first.ratio - second.ratio
    guard let sharedDeviations else {
      variance = one + two
      degreesOfFreedom = degrees
      return
    }
    // The same factors as in V, so that the difference of a ratio to itself has no variance.
    let (m, n) = (Double(first.users), Double(second.users))
    let covariance =
      (m / (m - 1) * n / (n - 1)).squareRoot() * sharedDeviations / (first.rows * second.rows)
      / ((1 - first.spread.leverage) * (1 - second.spread.leverage))
    variance = max(0, one + two - 2 * covariance)
    degreesOfFreedom = min(degrees, max(first.spread.degreesOfFreedom, second.spread.degreesOfFreedom))
  }

  /// The difference ± t·√variance.
  var estimate: Estimate {
    let reach = studentT95(degreesOfFreedom: degreesOfFreedom) * variance.squareRoot()
    return Estimate(value: value, interval: Interval(low: value - reach, high: value + reach))
  }

  /// The test of "there is no difference".
  var test: ThresholdTest { ThresholdTest(z: standardized(value, by: variance.squareRoot()), degreesOfFreedom: degreesOfFreedom) }
}
