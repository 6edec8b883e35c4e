/// What a run goes on with although it would otherwise be refused (`--allow`).
public enum Allowance: String, CaseIterable, Sendable {
  /// A log that ends too early: a file that became shorter while it was read, or a JSON array without its end.
  case truncated
  /// `--fail-on` where the navigation could not be judged.
  case unassessed
  /// A log most of which is from before 2008, when there were no app stores: times that count otherwise look like that.
  case oldTimes = "old-times"
  /// States that may hold the same users: none of them is counted in two, says who allows it.
  case overlap
}
