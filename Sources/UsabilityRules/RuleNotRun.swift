import Findings
import Measures
import NavigationModel

/// A rule that did not run.
public struct RuleNotRun: Sendable {
  public enum Reason: Sendable {
    /// `--select` or `--ignore` left it out.
    case notSelected
    /// The app map switches it off.
    case switchedOff
    /// The log and the map lack these.
    case missing([Need])
  }

  public let rule: Rule
  public let reason: Reason

  /// `there is no choice from the More list in the log: log `more_select``
  public var explanation: String {
    switch reason {
    case .notSelected: "it was not selected"
    case .switchedOff: "the app map switches it off"
    case .missing(let needs): needs.map { "missing: \($0.what); \($0.remedy)" }.joined(separator: "; ")
    }
  }
}
