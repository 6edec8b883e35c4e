import UsabilityRules

extension FindingsFormat {
  /// Findings as a GitLab code quality report (`artifacts: reports: codequality`); a merge request shows the new ones.
  public static let codeQuality = FindingsFormat(
    name: "codequality", summary: "A code quality report of GitLab.", destination: .file
  ) { record in
    String(json: record.findings.map { CodeQualityIssue($0, file: record.file) }, keys: .convertToSnakeCase)
  }
}

/// An issue of a code quality report.
private struct CodeQualityIssue: Encodable {
  struct Location: Encodable {
    struct Lines: Encodable { let begin: Int }

    let path: String
    let lines: Lines
  }

  let description: String
  let checkName: String
  let fingerprint: String
  let severity: String
  let location: Location

  init(_ entry: FindingsRecord.Entry, file: String?) {
    description = entry.finding.advice
    checkName = entry.finding.rule
    fingerprint = entry.finding.fingerprint
    severity = entry.finding.severity.codeQuality
    location = Location(path: file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 } ?? "navaudit.yml", lines: .init(begin: entry.line ?? 1))
  }
}

extension Severity {
  fileprivate var codeQuality: String {
    switch self {
    case .error: "major"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
