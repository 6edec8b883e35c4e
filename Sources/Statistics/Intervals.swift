/// A closed range of plausible values, both ends included, in the unit of the figure it belongs to (a share: 0…1; a
/// difference of shares: −1…1).
public struct Interval: Sendable, Hashable, Codable {
  /// The lower bound.
  public var low: Double
  /// The upper bound, never below `low`.
  public var high: Double

  package init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

  /// Whether `value` lies between the bounds or on one of them.
  package func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The distance between the bounds.
  public var width: Double { high - low }

  /// The part of the interval inside `limits`; a bound outside is moved to the nearer limit.
  package func cut(to limits: ClosedRange<Double>) -> Interval {
    Interval(
      low: min(max(low, limits.lowerBound), limits.upperBound),
      high: min(max(high, limits.lowerBound), limits.upperBound))
  }
}

/// A figure and its interval.
public struct Estimate: Sendable, Hashable, Codable {
  /// The point estimate.
  public var value: Double
  /// The plausible range of the true figure.
  public var interval: Interval

  package init(value: Double, interval: Interval) { (self.value, self.interval) = (value, interval) }
}

/// The Wilson score interval of a share of independent observations: `successes` of `n` users. Nil if there are none.
///
/// (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). Close to its nominal coverage even for tiny n, never outside 0…1
/// (Wilson 1927; Agresti & Coull 1998). The bound is exactly 0 without a success, exactly 1 without a failure.
package func wilson(successes: Int, of n: Int, z: Double = z95) -> Interval? {
  precondition(0 <= successes && successes <= max(n, 0), "successes must lie between 0 and n")
  return wilson(share: n > 0 ? Double(successes) / Double(n) : 0, of: Double(n), z: z)
}

/// The Wilson score interval of a `share` (0…1) of `n` independent rows; neither must be an integer: the effective
/// number of clustered rows.
///
/// `z` may be a quantile of Student's t. Nil if `n` is 0.
package func wilson(share p: Double, of n: Double, z: Double = z95) -> Interval? {
  guard n > 0 else { return nil }
  precondition(0 <= p && p <= 1, "a share lies between 0 and 1")
  let zz = z * z
  let middle = p + zz / (2 * n)
  let reach = z * (p * (1 - p) / n + zz / (4 * n * n)).squareRoot()
  let scale = 1 + zz / n
  return Interval(
    low: p == 0 ? 0 : max(0, (middle - reach) / scale),
    high: p == 1 ? 1 : min(1, (middle + reach) / scale))
}

/// The 95% upper bound of a share if none was seen among `n` users: 3/n, at most 1. Nil without users.
///
/// (1 − p)ⁿ = 0.05 at p ≈ −ln 0.05 / n ≈ 3/n (Hanley & Lippman-Hand 1983).
package func ruleOfThree(_ n: Int) -> Double? {
  n > 0 ? min(1, 3 / Double(n)) : nil
}

/// The difference of two shares from their intervals, of any kind (square-and-add, Zou & Donner 2008).
///
/// `correlation` (−1…1) is that of the two estimates: 0 for different users. For users counted in both shares it is
/// mostly positive, and leaving it at 0 then makes the interval too wide, never too narrow.
package func difference(
  of first: Estimate, minus second: Estimate, correlation: Double = 0
) -> Estimate {
  let value = first.value - second.value
  func reach(_ a: Double, _ b: Double) -> Double {
    max(0, a * a - 2 * correlation * a * b + b * b).squareRoot()
  }
  let down = reach(first.value - first.interval.low, second.interval.high - second.value)
  let up = reach(first.interval.high - first.value, second.value - second.interval.low)
  return Estimate(value: value, interval: Interval(low: value - down, high: value + up).cut(to: -1...1))
}
