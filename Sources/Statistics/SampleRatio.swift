#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The p-value for "the users were split as intended", by Pearson's chi-square: small if an experiment lost users on one side.
///
/// - Parameters:
///   - users: the users seen in each arm.
///   - weights: the intended split, in any unit.
///
/// Nil with fewer than two arms, without users, or with a weight that is not positive. (Fabijan et al. 2019, "Diagnosing sample ratio mismatch".)
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

/// The probability that a chi-square value is at least `chiSquare`: the closed sums for integer degrees of freedom (Abramowitz & Stegun 26.4.4 and 26.4.5).
package func chiSquareUpperTail(_ chiSquare: Double, degreesOfFreedom: Int) -> Double {
  precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
  guard chiSquare > 0 else { return 1 }
  let isOdd = degreesOfFreedom % 2 == 1
  let half = chiSquare / 2
  // The first term of the sum: x^(1/2)·e^(−x/2)/Γ(3/2)/√2 if odd, e^(−x/2) if even; each next one is x/(2a) times the previous one.
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
