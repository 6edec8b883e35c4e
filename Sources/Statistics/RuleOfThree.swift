/// The 95% upper bound of a share if none was seen among `n` users: 3/n, at most 1. Nil without users.
///
/// (1 − p)ⁿ = 0.05 at p ≈ −ln 0.05 / n ≈ 3/n (Hanley & Lippman-Hand 1983).
package func ruleOfThree(_ n: Int) -> Double? {
  n > 0 ? min(1, 3 / Double(n)) : nil
}
