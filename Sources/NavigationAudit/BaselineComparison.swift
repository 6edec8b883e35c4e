import Foundation
import NavigationModel
import Reporting
import UsabilityRules

/// The comparison of a run with a baseline.
public struct BaselineComparison: Sendable, Equatable {
  /// The baseline file, as given.
  public let file: String
  public let baseline: Baseline
  /// Entries whose rules ran and found nothing: they can be removed.
  public let stale: [FindingKey]

  /// - Parameter notJudged: the ids of rules that this run left out, or that had nothing to check. Their entries are not stale.
  public init(file: String, baseline: Baseline, findings: [Finding], notJudged: Set<String>) {
    self.file = file
    self.baseline = baseline
    let found = FindingIndex(findings.map(\.key))
    stale = baseline.entries.filter { !notJudged.contains($0.rule) && !found.contains($0) }
  }
}
