import UsabilityRules

extension FindingsFormat {
  /// Findings as workflow commands of GitHub Actions, the worst first: GitHub shows the first ten of each level of a step. Findings in the
  /// baseline are left out.
  public static let github = FindingsFormat(
    name: "github", summary: "Workflow commands that GitHub Actions shows as annotations.", destination: .jobOutput
  ) { record in
    record.findings.filter(\.isNew).map { entry in
      let finding = entry.finding
      var properties: [(name: String, value: String)] = []
      if let file = record.file, let line = entry.line {
        properties += [("file", file.madeVisible()), ("line", String(line))]
      }
      properties.append(("title", "\(Rule.rule(finding.rule)?.title ?? finding.rule) (\(finding.rule))"))
      return WorkflowCommand(name: finding.severity.workflowCommand, properties: properties, message: finding.advice).text + "\n"
    }.joined()
  }
}

/// A line of output that GitHub Actions executes: `::error title=Section too deep::Orders goes 8 levels deep.`
/// Escaped as the runner reads it (actions/toolkit, `packages/core/src/command.ts`).
struct WorkflowCommand {
  let name: String
  var properties: [(name: String, value: String)] = []
  let message: String

  var text: String {
    let list = properties.map { "\($0.name)=\(Self.property($0.value))" }.joined(separator: ",")
    // Also break up commands within the line. Only this command's own markers remain.
    return "::\(name)\(list.isEmpty ? "" : " " + list.withoutJobCommands)::\(Self.data(message).withoutJobCommands)"
  }

  /// A value between `=` and the next `,` or `::`.
  static func property(_ text: String) -> String { text.percentEncoded(except: { !"%\r\n:,".utf8.contains($0) }) }

  /// The text after the second `::`.
  static func data(_ text: String) -> String { text.percentEncoded(except: { !"%\r\n".utf8.contains($0) }) }
}

extension Severity {
  fileprivate var workflowCommand: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}
