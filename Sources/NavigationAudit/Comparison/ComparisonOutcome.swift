import EventLogs
import Measures
import NavigationModel
import Reporting
import UsabilityRules

/// The outcome of a comparison.
public struct ComparisonOutcome: Sendable {
  public let contents: ComparisonContents
  /// The folder and the names of the reports.
  public let folder: String
  public let files: [String]

  /// Measures that got worse, with 30 users or more on each side.
  public var worse: Int { contents.pairs.reduce(0) { $0 + $1.figures.count { $0.verdict == .worse && $0.isFirm } } }

  /// New findings at or above a severity.
  public func newCount(atLeast severity: Severity) -> Int {
    contents.pairs.reduce(0) { sum, pair in
      sum + pair.findings.count { $0.kind == .new && ($0.after?.severity ?? .info) >= severity }
    }
  }
}
