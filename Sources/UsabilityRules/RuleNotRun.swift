import Measures
import NavigationModel

/// A rule that did not run.
package struct RuleNotRun: Sendable {
  package enum Reason: Sendable {
    /// Left out by `--select` or `--ignore`, or meant for logs of another kind.
    case notSelected
    /// The app map switches it off.
    case switchedOff
    /// The log and the map lack these.
    case missing([Need])
  }

  package let rule: Rule
  package let reason: Reason

  package init(rule: Rule, reason: Reason) { (self.rule, self.reason) = (rule, reason) }

  private var needs: [Need] { if case .missing(let needs) = reason { needs } else { [] } }

  /// What the log and the map lack, and what would provide it; empty if nothing is missing.
  package var missing: String { needs.map(\.what).joined(separator: "; ") }
  package var remedy: String { needs.map(\.remedy).joined(separator: "; ") }

  /// `there is no choice from the More list in the log: log `more_select``
  package var explanation: String {
    switch reason {
    case .notSelected: "it was not selected"
    case .switchedOff: "the app map switches it off"
    case .missing(let needs): needs.map { "missing: \($0.what); \($0.remedy)" }.joined(separator: "; ")
    }
  }
}
