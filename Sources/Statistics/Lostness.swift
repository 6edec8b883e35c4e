/// Above this lostness people are lost (Smith 1996).
package let lostnessLimit = 0.5

/// The lostness of a try to reach a declared goal: √((N/S − 1)² + (R/N − 1)²), 0 on the best way, always below √2
/// (Smith 1996).
///
/// S (`steps`) screens were passed, including repeated ones, N (`different`) of them different; R (`least`) are needed
/// from start to goal, both included. R/N is capped at 1: a shortcut is not lostness. Nil without steps.
package func lostness(steps: Int, different: Int, least: Int) -> Double? {
  guard steps > 0 else { return nil }
  precondition(
    0 < different && different <= steps && least > 0,
    "between 1 and all of the steps are different, and the least is positive")
  // All in units of 1/(S·N): integers, so that a lostness of exactly the limit is not above it.
  let s = Double(steps)
  let n = Double(different)
  let again = (s - n) * n
  let astray = (n - min(n, Double(least))) * s
  return (again * again + astray * astray).squareRoot() / (s * n)
}

/// Whether the lostness is above ``lostnessLimit``.
package func isLost(steps: Int, different: Int, least: Int) -> Bool {
  lostness(steps: steps, different: different, least: least).map { $0 > lostnessLimit } ?? false
}
