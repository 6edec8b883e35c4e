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

  /// Findings at or above a severity.
  public func count(atLeast severity: Severity) -> Int { findings.count { $0.severity >= severity } }
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
