import Reporting
import UsabilityRules

extension AuditOutcome {
  /// The outcome as JSON, without a line end.
  public var json: String { String(String(json: OutcomeInJSON(self), keys: .convertToSnakeCase).dropLast()) }
}

/// The members of an outcome.
private struct OutcomeInJSON: Encodable {
  @OrNull var app: String?
  let users: Int
  let sessions: Int
  let events: Int
  let counts: [String: Int]
  let verdict: String
  @OrNull var since: String?
  @OrNull var notAssessed: String?
  let unknownEvents: [RowInJSON]
  let findings: [FindingInJSON]
  let plan: [String]
  @OrNull var baseline: Baseline?
  let folder: String
  let files: [String]
  let notes: [String]

  /// The columns of `findings.csv`, and whether the finding is in the baseline.
  struct FindingInJSON: Encodable {
    let finding: Finding
    let isNew: Bool

    private enum CodingKeys: CodingKey { case isNew }

    func encode(to encoder: any Encoder) throws {
      try RowInJSON(finding, of: Finding.table, hasNulls: true).encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isNew, forKey: .isNew)
    }
  }

  struct Baseline: Encodable {
    struct Stale: Encodable {
      let rule: String
      let subject: String
      @OrNull var section: String?
    }

    let file: String
    let new: Int
    let stale: [Stale]
  }

  init(_ outcome: AuditOutcome) {
    app = outcome.app
    users = outcome.users
    sessions = outcome.sessions
    events = outcome.events
    counts = Dictionary(uniqueKeysWithValues: Severity.allCases.map { severity in (severity.rawValue, outcome.findings.count { $0.severity == severity }) })
    verdict = outcome.verdict
    since = outcome.since
    notAssessed = outcome.notAssessed?.reason
    unknownEvents = outcome.unread.map { RowInJSON($0, of: AuditContents.UnknownEvent.table, hasNulls: true, leavingOut: ["properties"]) }
    findings = outcome.findings.map { FindingInJSON(finding: $0, isNew: outcome.isNew($0)) }
    plan = PlanWords.sentences(outcome.advice)
    baseline = outcome.comparison.map { comparison in
      Baseline(
        file: comparison.file, new: outcome.newCount(atLeast: .info),
        stale: comparison.stale.map { .init(rule: $0.rule, subject: $0.subject, section: $0.section) })
    }
    folder = outcome.folder
    files = outcome.files
    notes = outcome.notes
  }
}
