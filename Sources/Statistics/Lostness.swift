/// The lostness of a try to reach a declared goal: √((N/S − 1)² + (R/N − 1)²), 0 on the best way, always below √2 (Smith 1996).
///
/// - Parameters:
///   - steps: S, the number of screens passed, including repeated ones.
///   - different: N, the number of different screens among them.
///   - least: R, the smallest number of screens from start to goal, both included.
///
/// R/N is capped at 1: a shortcut is not lostness. Nil without steps.
public func lostness(steps: Int, different: Int, least: Int) -> Double? {
  guard steps > 0 else { return nil }
  precondition(0 < different && different <= steps && least > 0, "between 1 and all of the steps are different, and the least is positive")
  let again = Double(different) / Double(steps) - 1
  let astray = min(1, Double(least) / Double(different)) - 1
  return (again * again + astray * astray).squareRoot()
}
