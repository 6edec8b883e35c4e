import Advice
import Reporting
import MapDrafting
import UsabilityRules

/// What came of a run.
public struct AuditOutcome: Sendable {
  /// The app's name, where the map gives it.
  public var app: String?
  /// What the findings come to, in the words of the report.
  public var verdict: String
  /// What has changed since an earlier run, where that was asked for.
  public var since: String?
  public var users: Int
  public var sessions: Int
  public var events: Int
  /// In the order of the reports: by severity, then by what they cost.
  public var findings: [Finding]
  /// What would save taps.
  public var advice: Advice
  /// Where the reports are, and which.
  public var folder: String
  public var files: [String]
  /// What the reader should know, one line each: files passed over, a map that was found, …
  public var notes: [String]

  /// Why the navigation could not be judged, and what to do; nil where it was.
  public var notAssessed: AuditContents.NotAssessed?
  public var remedy: String?
  /// Kinds of events that no mapping reads, the commonest first.
  public var unread: [AuditContents.UnreadEvent] = []

  /// The structure that was guessed, where that was asked for.
  public var structure: InferredStructure?

  /// How the findings compare with a baseline, where one was named.
  public var comparison: BaselineComparison?

  /// All rules and findings, for ``FindingsFormat``.
  public var record: FindingsRecord

  /// Whether no baseline knows a finding.
  public func isNew(_ finding: Finding) -> Bool { comparison?.baseline.knows(finding) != true }

  /// New findings at or above a severity, without those that are over; without a baseline, all are new.
  public func newCount(atLeast severity: Severity) -> Int {
    findings.count { $0.severity >= severity && $0.state != .over && isNew($0) }
  }
}

/// What came of taking logs into a store.
public struct IngestOutcome: Sendable {
  public var store: String
  /// Files that were taken in, and events of theirs.
  public var files: Int
  public var events: Int
  /// Files that were in the store already.
  public var known: Int
  public var notes: [String]
}
