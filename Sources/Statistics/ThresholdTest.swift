/// How a share compares with a threshold: the distance in standard errors and what it means as p-values.
///
/// The p-values go, one for each subject of a rule, into ``benjaminiHochberg(_:)``.
public struct ThresholdTest: Sendable, Hashable {
  /// Standard errors by which the share lies above the threshold; negative below it, infinite where the data leave no doubt.
  public let z: Double

  public init(z: Double) {
    self.z = z
  }

  /// The p-value for "the share is above the threshold": the chance of data this high if it were not.
  public var pAbove: Double { normalUpperTail(z) }

  /// The p-value for "the share is below the threshold": the chance of data this low if it were not.
  public var pBelow: Double { normalUpperTail(-z) }

  /// The p-value for "the share is not the threshold".
  public var pTwoSided: Double { normalTwoSidedTail(z) }
}

/// The score test of a share of users, `successes` of `n`, against `threshold`: z = (p − t) / √(t(1−t)/n). Nil when there are no users.
///
/// It agrees with ``wilson(successes:of:z:)``: the lower bound is above the threshold just when z is above that of the interval.
public func scoreTest(successes: Int, of n: Int, against threshold: Double) -> ThresholdTest? {
  precondition(0 <= successes && successes <= max(n, 0), "successes must lie between 0 and n")
  return scoreTest(share: n > 0 ? Double(successes) / Double(n) : 0, of: n, against: threshold)
}

/// The score test of a `share` (0…1) of `n` users that need not be a whole number of them. Nil when `n` is 0.
public func scoreTest(share: Double, of n: Int, against threshold: Double) -> ThresholdTest? {
  guard n > 0 else { return nil }
  precondition(0 <= threshold && threshold <= 1, "a threshold of a share lies between 0 and 1")
  return ThresholdTest(z: standardised(share - threshold, by: (threshold * (1 - threshold) / Double(n)).squareRoot()))
}

extension RatioSums {
  /// The test of the share of rows against `threshold`: z = (p − t)/SE. Nil without rows.
  ///
  /// Where there is no standard error, the score test with n = m, as in ``interval(z:)``.
  public func test(against threshold: Double) -> ThresholdTest? {
    guard let share else { return nil }
    guard let standardError else { return scoreTest(share: share, of: users, against: threshold) }
    return ThresholdTest(z: standardised(share - threshold, by: standardError))
  }
}

/// `distance` in units of `error`; without any error a distance is infinitely far and none is 0.
private func standardised(_ distance: Double, by error: Double) -> Double {
  if error > 0 { return distance / error }
  return distance == 0 ? 0 : distance < 0 ? -.infinity : .infinity
}
