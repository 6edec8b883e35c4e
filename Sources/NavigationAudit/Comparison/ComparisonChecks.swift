import Measures
import NavigationModel
import Reporting
import Statistics
import UsabilityRules

/// Why two sides are not compared: one line for each refusing check.
public struct ComparisonRefusal: Error, CustomStringConvertible {
  public let checks: [ComparisonCheck]
  let labels: (before: String, after: String)

  public var description: String {
    checks.map { check in
      let canBeAllowed = ComparisonGuard.all.contains { $0.id == check.id && $0.canBeAllowed }
      return "\(labels.after) cannot be compared with \(labels.before): \(check.message)"
        + (canBeAllowed ? " (--allow \(check.id) compares all the same)" : "")
    }
    .joined(separator: "\n")
  }
}
