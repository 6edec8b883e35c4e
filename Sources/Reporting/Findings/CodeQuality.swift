import Findings

extension FindingsFormat {
  /// Findings as a GitLab code quality report (`artifacts: reports: codequality`); a merge request shows the new ones.
  public static let codeQuality = FindingsFormat(
    name: "codequality", summary: "A code quality report of GitLab.", destination: .file
  ) { record in
    JSON.array(
      record.findings.map { entry in
        .object([
          ("description", .string(entry.finding.advice)),
          ("check_name", .string(entry.finding.rule)),
          ("fingerprint", .string(entry.finding.fingerprint)),
          ("severity", .string(entry.finding.severity.codeQuality)),
          (
            "location",
            .object([
              ("path", .string(record.file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 } ?? "navaudit.yml")),
              ("lines", .object([("begin", .integer(entry.line ?? 1))])),
            ])
          ),
        ])
      }
    ).text
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
