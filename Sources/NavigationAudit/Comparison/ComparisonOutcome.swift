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
      "app": .init(contents.app), "kind": contents.isExperiment ? "experiment" : "observational",
      "worse": .integer(worse),
      "comparisons": .list(contents.pairs.map(\.json)), "folder": .text(folder), "files": .init(files),
      "notes": .init(contents.notes),
    ]
    return outcome.written
  }
}

extension ComparisonContents.Pair {
  fileprivate var json: JSON {
    func json(_ side: ComparisonContents.Side) -> JSON {
      [
        "label": .text(side.label), "users": .integer(side.users), "sessions": .integer(side.sessions),
        "events": .integer(side.events),
      ]
    }
    let verdicts = ChangeVerdict.allCases.map { ($0.rawValue, JSON.integer(count($0))) }
    let differences = figures.filter { $0.verdict.map { [.better, .worse, .changed].contains($0) } ?? false }.map {
      figure -> JSON in
      [
        "metric": .text(figure.metric), "subject_kind": .text(figure.subjectKind), "subject": .text(figure.subject),
        "section": .init(figure.section),
        "before": .init(figure.before.value), "after": .init(figure.after.value),
        "difference": .init(figure.difference),
        "ci_low": .init(figure.change?.interval.low), "ci_high": .init(figure.change?.interval.high),
        "p_adjusted": .init(figure.pAdjusted),
        "evidence": .init(figure.evidence?.rawValue), "verdict": .init(figure.verdict?.rawValue),
      ]
    }
    let findings = findings.compactMap { change -> JSON? in
      guard let finding = change.finding else { return nil }
      return [
        "change": .text(change.kind.rawValue), "rule": .text(finding.rule), "subject": .text(finding.subject),
        "section": .init(finding.section),
        "before_severity": .init(change.before?.severity.rawValue),
        "after_severity": .init(change.after?.severity.rawValue),
        "message": .text(finding.message.plain),
      ]
    }
    let moved = moved.map { entry -> JSON in
      [
        "entry": entry.kind == .all ? .null : .text(entry.name), "kind": .text(entry.kind.rawValue),
        "from": .text(entry.containerBefore),
        "to": .text(entry.containerAfter), "predicted_per_100_sessions": .init(entry.predicted?.value),
        "saved_per_100_sessions": .init(entry.observed?.value), "verdict": .init(entry.verdict?.rawValue),
      ]
    }
    let checks = checks.map { check -> JSON in
      ["check": .text(check.id), "outcome": .text(check.outcome.rawValue), "message": .text(check.message)]
    }
    return [
      "before": json(before), "after": json(after), "users_on_both": .integer(usersOnBoth),
      "verdicts": .object(Dictionary(uniqueKeysWithValues: verdicts)),
      "differences": .list(differences), "findings": .list(findings), "moved": .list(moved), "checks": .list(checks),
    ]
  }
}
