import Reporting
import StructureInference
import UsabilityRules

/// What came of a run.
public struct AuditOutcome: Sendable {
  /// The app's name, where the map gives it.
  public var app: String?
  public var users: Int
  public var sessions: Int
  public var events: Int
  /// In the order of the reports: by severity, then by what they cost.
  public var findings: [Finding]
  /// Where the reports are, and which.
  public var folder: String
  public var files: [String]
  /// What the reader should know, one line each: files passed over, a map that was found, …
  public var notes: [String]

  /// The structure that was guessed, where that was asked for.
  public var structure: InferredStructure?

  /// How the findings compare with a baseline, where one was named.
  public var comparison: BaselineComparison?

  /// All rules and findings, for ``FindingsFormat``.
  public var record: FindingsRecord

  /// Whether no baseline knows a finding.
  public func isNew(_ finding: Finding) -> Bool { comparison?.baseline.knows(finding) != true }

  /// New findings at or above a severity; without a baseline, all are new.
  public func newCount(atLeast severity: Severity) -> Int { findings.count { $0.severity >= severity && isNew($0) } }
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
