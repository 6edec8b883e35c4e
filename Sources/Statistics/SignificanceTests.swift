import Foundation

/// The comparison of a share with a threshold: the distance in standard errors, and p-values.
///
/// The p-values, one for each subject of a rule, are adjusted by ``benjaminiHochberg(_:)``.
package struct ThresholdTest: Sendable, Hashable {
  /// Standard errors by which the share is above the threshold; negative below it, infinite if there is no doubt.
  package let z: Double
  /// The degrees of freedom of Student's t, by which `z` is judged; infinity: the normal distribution.
  package private(set) var degreesOfFreedom = Double.infinity

  /// The p-value for "the share is above the threshold": the probability of data this high if it were not.
  package var pAbove: Double { studentUpperTail(z, degreesOfFreedom: degreesOfFreedom) }

  /// The p-value for "the share is below the threshold": the probability of data this low if it were not.
  package var pBelow: Double { studentUpperTail(-z, degreesOfFreedom: degreesOfFreedom) }

  /// The p-value for "the share is not the threshold".
  package var pTwoSided: Double { 2 * studentUpperTail(abs(z), degreesOfFreedom: degreesOfFreedom) }
}

/// The score test of a share of users, `successes` of `n`, against `threshold`: z = (p − t) / √(t(1−t)/n). Nil without
/// users.
///
/// It is consistent with ``wilson(successes:of:z:)``: the lower bound is above the threshold exactly if z is above that
/// of the interval.
package func scoreTest(successes: Int, of n: Int, against threshold: Double) -> ThresholdTest? {
  precondition(0 <= successes && successes <= max(n, 0), "successes must lie between 0 and n")
  return scoreTest(share: n > 0 ? Double(successes) / Double(n) : 0, of: Double(n), against: threshold)
}

/// The score test of a `share` (0…1) of `n` independent rows; neither must be an integer. Nil if `n` is 0.
package func scoreTest(share: Double, of n: Double, against threshold: Double, degreesOfFreedom: Double = .infinity)
  -> ThresholdTest?
{
  guard n > 0 else { return nil }
  precondition(0 <= threshold && threshold <= 1, "a threshold of a share lies between 0 and 1")
  return ThresholdTest(
    z: standardized(share - threshold, by: (threshold * (1 - threshold) / n).squareRoot()),
    degreesOfFreedom: degreesOfFreedom)
}

/// `distance` in units of `error`; without any error, a nonzero distance is infinite.
func standardized(_ distance: Double, by error: Double) -> Double {
  if error > 0 { return distance / error }
  return distance == 0 ? 0 : .infinity * distance
}

/// The p-values adjusted for their number, in the given order: rejecting those of at most q controls the false
/// discovery rate at q.
///
/// Step-up: of m sorted p-values the i-th becomes the least of p_j·m/j over all j ≥ i, at most 1
/// (Benjamini & Hochberg 1995). Equal p-values get equal results, so the order of subjects does not matter.
package func benjaminiHochberg(_ pValues: [Double]) -> [Double] {
  precondition(pValues.allSatisfy { 0 <= $0 && $0 <= 1 }, "p-values lie between 0 and 1")
  let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
  var adjusted = pValues
  var least = 1.0
  for rank in stride(from: order.count, to: 0, by: -1) {
    let index = order[rank - 1]
    least = min(least, pValues[index] * (Double(order.count) / Double(rank)))
    adjusted[index] = least
  }
  return adjusted
}

/// The p-value for "the users were split as intended", by Pearson's chi-square: small if an experiment lost users on
/// one side.
///
/// Users were seen in each arm; the weights are the intended split, in any unit.
/// Nil with fewer than two arms, without users, or with a weight that is not positive. (Fabijan et al. 2019,
/// "Diagnosing sample ratio mismatch".)
package func sampleRatioPValue(_ users: [Int], weights: [Double]) -> Double? {
  precondition(users.count == weights.count, "every arm has a weight")
  let all = Double(users.reduce(0, +))
  let whole = weights.reduce(0, +)
  guard users.count > 1, all > 0, weights.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
  var chiSquare = 0.0
  for (seen, weight) in zip(users, weights) {
    let expected = all * weight / whole
    chiSquare += (Double(seen) - expected) * (Double(seen) - expected) / expected
  }
  return chiSquareUpperTail(chiSquare, degreesOfFreedom: users.count - 1)
}

/// The probability that a chi-square value is at least `chiSquare`: the closed sums for integer degrees of freedom
/// (Abramowitz & Stegun 26.4.4 and 26.4.5).
package func chiSquareUpperTail(_ chiSquare: Double, degreesOfFreedom: Int) -> Double {
  precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
  guard chiSquare > 0 else { return 1 }
  let isOdd = degreesOfFreedom % 2 == 1
  let half = chiSquare / 2
  // The first term of the sum: x^(1/2)·e^(−x/2)/Γ(3/2)/√2 if odd, e^(−x/2) if even; each next one is x/(2a) times the
  // previous one.
  var term = isOdd ? exp(-half) * (chiSquare * 2 / Double.pi).squareRoot() : exp(-half)
  var sum = isOdd ? chiSquareUpperTail(chiSquare) : 0
  var degree = isOdd ? 3.0 : 2.0
  for _ in 0..<(degreesOfFreedom / 2) {
    sum += term
    term *= chiSquare / degree
    degree += 2
  }
  return min(1, sum)
}
