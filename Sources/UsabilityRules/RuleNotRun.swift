import Measures
import NavigationModel

/// A rule that did not run.
package struct RuleNotRun: Sendable {
  package enum Reason: Sendable {
    /// `--select` or `--ignore` left it out.
    /// Not selected, or meant for logs of another kind.
    case notSelected
    /// The app map switches it off.
    case switchedOff
    /// The log and the map lack these.
    case missing([Need])
  }

  package let rule: Rule
  package let reason: Reason

  /// `there is no choice from the More list in the log: log `more_select``
  package var explanation: String {
    switch reason {
    case .notSelected: "it was not selected"
    case .switchedOff: "the app map switches it off"
    case .missing(let needs): needs.map { "missing: \($0.what); \($0.remedy)" }.joined(separator: "; ")
    }
  }
}
