import Measures
import Reporting
import UsabilityRules

/// Two sides, as the checks see them.
struct ComparisonCheckContext {
  let sides: ComparedSides
  let beforeLabel: String
  let afterLabel: String
  let comparison: ComparisonOptions
  /// The share of rejected lines, by side; nil if both sides come from one log.
  var rejected: (before: Double, after: Double)?
  var userShapes: (before: UserShape, after: UserShape)?
  /// The number of sessions and of files that are on both sides.
  var sessionsOnBoth = 0
  var filesOnBoth: [String] = []
  /// The number of users in more than one arm of an experiment, and of all users.
  var mixedUsers = 0
  var users = 0
  /// The values of the dimensions, for messages about a value that does not occur.
  var values: String?
}
