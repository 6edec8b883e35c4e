import Measures
import Reporting
import Statistics
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

  /// The outcome as JSON, without a line end.
  public var json: String {
    let outcome: JSON = [
      "app": .init(contents.app), "kind": contents.isExperiment ? "experiment" : "observational", "worse": .integer(worse),
      "comparisons": .list(contents.pairs.map(\.json)), "folder": .text(folder), "files": .init(files), "notes": .init(contents.notes),
    ]
    return outcome.written
  }
}

extension ComparisonContents.Pair {
  fileprivate var json: JSON {
    let verdicts = ChangeVerdict.allCases.map { ($0.rawValue, JSON.integer(count($0))) }
    let differences = figures.filter { $0.verdict.map { [.better, .worse, .changed].contains($0) } ?? false }
    let checks = checks.map { check -> JSON in
      ["check": .text(check.id), "outcome": .text(check.outcome.rawValue), "message": .text(check.message)]
    }
    return [
      "before": before.json, "after": after.json, "users_on_both": .integer(usersOnBoth), "verdicts": .object(Dictionary(uniqueKeysWithValues: verdicts)),
      "differences": .list(differences.map(\.json)), "findings": .list(findings.compactMap(\.json)), "moved": .list(moved.map(\.json)),
      "checks": .list(checks),
    ]
  }
}

extension ComparisonContents.Side {
  fileprivate var json: JSON { ["label": .text(label), "users": .integer(users), "sessions": .integer(sessions), "events": .integer(events)] }
}

extension ComparedFigure {
  fileprivate var json: JSON {
    [
      "metric": .text(metric), "subject_kind": .text(subjectKind), "subject": .text(subject), "section": .init(section), "before": .init(before.value),
      "after": .init(after.value), "difference": .init(difference), "ci_low": .init(change?.interval.low), "ci_high": .init(change?.interval.high),
      "p_adjusted": .init(pAdjusted), "evidence": .init(evidence?.rawValue), "verdict": .init(verdict?.rawValue),
    ]
  }
}

extension FindingChange {
  /// Nil if neither side has the finding.
  fileprivate var json: JSON? {
    finding.map { finding in
      [
        "change": .text(kind.rawValue), "rule": .text(finding.rule), "subject": .text(finding.subject), "section": .init(finding.section),
        "before_severity": .init(before?.severity.rawValue), "after_severity": .init(after?.severity.rawValue), "message": .text(finding.message),
      ]
    }
  }
}

extension MovedEntry {
  fileprivate var json: JSON {
    [
      "entry": kind == .all ? .null : .text(name), "kind": .text(kind.rawValue), "from": .text(containerBefore), "to": .text(containerAfter),
      "predicted_per_100_sessions": .init(predicted?.value), "saved_per_100_sessions": .init(observed?.value), "verdict": .init(verdict?.rawValue),
    ]
  }
}
