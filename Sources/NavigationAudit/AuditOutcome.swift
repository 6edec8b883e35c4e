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
