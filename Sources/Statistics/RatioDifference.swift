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
