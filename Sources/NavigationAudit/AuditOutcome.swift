import AppMaps
import Reporting
import UsabilityRules

/// The outcome of a run.
public struct AuditOutcome: Sendable {
  /// The app's name, if the map gives it.
  public var app: String?
  /// The verdict, in the words of the report.
  public var verdict: String
  /// What has changed since an earlier run, if one was given.
  public var since: String?
  public var users: Int
  public var sessions: Int
  public var events: Int
  /// In the order of the reports: by severity, then by cost.
  public var findings: [Finding]
  /// What to change, in the order of the reports.
  package var actions: [Action]
  /// What would save taps.
  public var advice: Advice
  /// How the log was read, in one line.
  package var reading: String?
  /// The folder and the names of the reports.
  public var folder: String
  public var files: [String]
  /// Notes for the reader, one line each: skipped files, a map that was found, …
  public var notes: [String]

  /// Why the navigation could not be judged, and what to do; nil if it was.
  public var notAssessed: AuditContents.NotAssessed?
  public var remedy: String?
  /// Kinds of unmapped events, the most common first.
  public var unread: [AuditContents.UnknownEvent] = []

  /// The inferred structure, if requested.
  public var structure: InferredStructure?

  /// The comparison with a baseline, if one was given.
  public var comparison: BaselineComparison?

  /// All rules and findings, for ``FindingsFormat``.
  public var record: FindingsRecord

  /// Whether the finding is not in the baseline.
  public func isNew(_ finding: Finding) -> Bool { comparison?.baseline.knows(finding) != true }

  /// New findings at or above a severity, without those with state `over`; without a baseline, all are new.
  public func newCount(atLeast severity: Severity) -> Int {
    findings.count { $0.severity >= severity && $0.state != .over && isNew($0) }
  }
}

/// The outcome of adding logs to a store.
public struct IngestOutcome: Sendable {
  public var store: String
  /// Files that were added, and their events.
  public var files: Int
  public var events: Int
  /// Files that were already in the store.
  public var known: Int
  public var notes: [String]
}

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
