/// The Wilson score interval of a share of independent observations: `successes` of `n` users. Nil if there are none.
///
/// (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). Close to its nominal coverage even for tiny n, never outside 0…1
/// (Wilson 1927; Agresti & Coull 1998). The bound is exactly 0 without a success, exactly 1 without a failure.
package func wilson(successes: Int, of n: Int, z: Double = z95) -> Interval? {
  precondition(0 <= successes && successes <= max(n, 0), "successes must lie between 0 and n")
  return wilson(share: n > 0 ? Double(successes) / Double(n) : 0, of: Double(n), z: z)
}

/// The Wilson score interval of a `share` (0…1) of `n` independent rows; neither must be an integer: the effective number of clustered rows.
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
