/// A refusal that the user overrides (`--allow`).
public enum Allowance: String, CaseIterable, Sendable {
  /// A truncated log: a file that became shorter while it was read, or a JSON array without its end.
  case truncated
  /// `--fail-on` although the navigation could not be judged.
  case unassessed
  /// A log mostly from before 2008, when there were no app stores: times with another epoch look like that.
  case oldTimes = "old-times"
  /// States that may hold the same users: the caller guarantees that no user is counted twice.
  case overlap
}
