/// The comparison of a share with a threshold: the distance in standard errors, and p-values.
///
/// The p-values, one for each subject of a rule, are adjusted by ``benjaminiHochberg(_:)``.
package struct ThresholdTest: Sendable, Hashable {
  /// Standard errors by which the share is above the threshold; negative below it, infinite if there is no doubt.
  package let z: Double
  /// The degrees of freedom of Student's t, by which `z` is judged; infinity: the normal distribution.
  package let degreesOfFreedom: Double

  package init(z: Double, degreesOfFreedom: Double = .infinity) {
    self.z = z
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The p-value for "the share is above the threshold": the probability of data this high if it were not.
  package var pAbove: Double { studentUpperTail(z, degreesOfFreedom: degreesOfFreedom) }

  /// The p-value for "the share is below the threshold": the probability of data this low if it were not.
  package var pBelow: Double { studentUpperTail(-z, degreesOfFreedom: degreesOfFreedom) }

  /// The p-value for "the share is not the threshold".
  package var pTwoSided: Double { 2 * studentUpperTail(abs(z), degreesOfFreedom: degreesOfFreedom) }
}

/// The score test of a share of users, `successes` of `n`, against `threshold`: z = (p − t) / √(t(1−t)/n). Nil without users.
///
/// It is consistent with ``wilson(successes:of:z:)``: the lower bound is above the threshold exactly if z is above that of the interval.
package func scoreTest(successes: Int, of n: Int, against threshold: Double) -> ThresholdTest? {
  precondition(0 <= successes && successes <= max(n, 0), "successes must lie between 0 and n")
  return scoreTest(share: n > 0 ? Double(successes) / Double(n) : 0, of: Double(n), against: threshold)
}

/// The score test of a `share` (0…1) of `n` independent rows; neither must be an integer. Nil if `n` is 0.
package func scoreTest(share: Double, of n: Double, against threshold: Double, degreesOfFreedom: Double = .infinity) -> ThresholdTest? {
  guard n > 0 else { return nil }
  precondition(0 <= threshold && threshold <= 1, "a threshold of a share lies between 0 and 1")
  return ThresholdTest(
    z: standardized(share - threshold, by: (threshold * (1 - threshold) / n).squareRoot()), degreesOfFreedom: degreesOfFreedom)
}

extension RatioSums {
  /// The score test of the share of rows against `threshold`, with n* and Student's t as in ``interval()``: a bound of the interval is beyond the
  /// threshold exactly if the one-sided p-value is below 0.025. Nil without rows.
  package func test(against threshold: Double) -> ThresholdTest? {
    guard let share, let spread, let effectiveNumber else { return nil }
    return scoreTest(share: share, of: effectiveNumber, against: threshold, degreesOfFreedom: spread.degreesOfFreedom)
  }
}

/// `distance` in units of `error`; without any error, a nonzero distance is infinite.
func standardized(_ distance: Double, by error: Double) -> Double {
  if error > 0 { return distance / error }
  return distance == 0 ? 0 : distance < 0 ? -.infinity : .infinity
}
