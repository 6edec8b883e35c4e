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
}

extension ComparisonOutcome {
  /// The outcome as JSON, without a line end.
  public var json: String { String(String(json: ComparisonInJSON(self), keys: .convertToSnakeCase).dropLast()) }
}

/// The members of a comparison's outcome.
private struct ComparisonInJSON: Encodable {
  @OrNull var app: String?
  let kind: String
  let worse: Int
  let comparisons: [Pair]
  let folder: String
  let files: [String]
  let notes: [String]

  struct Pair: Encodable {
    let before: Side
    let after: Side
    let usersOnBoth: Int
    let verdicts: [String: Int]
    let differences: [Difference]
    let findings: [Change]
    let moved: [Moved]
    let checks: [Check]
  }

  struct Side: Encodable {
    let label: String
    let users: Int
    let sessions: Int
    let events: Int
  }

  struct Difference: Encodable {
    let metric: String
    let subjectKind: String
    let subject: String
    @OrNull var section: String?
    @OrNull var before: Double?
    @OrNull var after: Double?
    @OrNull var difference: Double?
    @OrNull var ciLow: Double?
    @OrNull var ciHigh: Double?
    @OrNull var pAdjusted: Double?
    @OrNull var evidence: String?
    @OrNull var verdict: String?
  }

  struct Change: Encodable {
    let change: String
    let rule: String
    let subject: String
    @OrNull var section: String?
    @OrNull var beforeSeverity: String?
    @OrNull var afterSeverity: String?
    let message: String
  }

  struct Moved: Encodable {
    @OrNull var entry: String?
    let kind: String
    let from: String
    let to: String
    @OrNull var predicted: Double?
    @OrNull var saved: Double?
    @OrNull var verdict: String?

    enum CodingKeys: String, CodingKey {
      case entry, kind, from, to, verdict
      case predicted = "predicted_per_100_sessions"
      case saved = "saved_per_100_sessions"
    }
  }

  struct Check: Encodable {
    let check: String
    let outcome: String
    let message: String
  }

  init(_ outcome: ComparisonOutcome) {
    let contents = outcome.contents
    app = contents.app
    kind = contents.isExperiment ? "experiment" : "observational"
    worse = outcome.worse
    comparisons = contents.pairs.map { Pair($0) }
    folder = outcome.folder
    files = outcome.files
    notes = contents.notes
  }
}

extension ComparisonInJSON.Pair {
  init(_ pair: ComparisonContents.Pair) {
    before = .init(pair.before)
    after = .init(pair.after)
    usersOnBoth = pair.usersOnBoth
    verdicts = Dictionary(uniqueKeysWithValues: ChangeVerdict.allCases.map { ($0.rawValue, pair.count($0)) })
    differences = pair.figures.filter { $0.verdict.map { [.better, .worse, .changed].contains($0) } ?? false }.map { .init($0) }
    findings = pair.findings.compactMap { .init($0) }
    moved = pair.moved.map { .init($0) }
    checks = pair.checks.map { .init(check: $0.id, outcome: $0.outcome.rawValue, message: $0.message) }
  }
}

extension ComparisonInJSON.Side {
  init(_ side: ComparisonContents.Side) {
    self.init(label: side.label, users: side.users, sessions: side.sessions, events: side.events)
  }
}

extension ComparisonInJSON.Difference {
  init(_ figure: ComparedFigure) {
    self.init(
      metric: figure.metric, subjectKind: figure.subjectKind, subject: figure.subject, section: figure.section, before: figure.before.value?.inJSON,
      after: figure.after.value?.inJSON, difference: figure.difference?.inJSON, ciLow: figure.change?.interval.low.inJSON,
      ciHigh: figure.change?.interval.high.inJSON, pAdjusted: figure.pAdjusted?.inJSON, evidence: figure.evidence?.rawValue,
      verdict: figure.verdict?.rawValue)
  }
}

extension ComparisonInJSON.Change {
  /// Nil if neither side has the finding.
  init?(_ change: FindingChange) {
    guard let finding = change.finding else { return nil }
    self.init(
      change: change.kind.rawValue, rule: finding.rule, subject: finding.subject, section: finding.section,
      beforeSeverity: change.before?.severity.rawValue, afterSeverity: change.after?.severity.rawValue, message: finding.message)
  }
}

extension ComparisonInJSON.Moved {
  init(_ moved: MovedEntry) {
    self.init(
      entry: moved.kind == .all ? nil : moved.name, kind: moved.kind.rawValue, from: moved.containerBefore, to: moved.containerAfter,
      predicted: moved.predicted?.value.inJSON, saved: moved.observed?.value.inJSON, verdict: moved.verdict?.rawValue)
  }
}
