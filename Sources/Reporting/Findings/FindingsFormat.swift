import NavigationModel
import UsabilityRules

/// A findings format for other programs. To add one, add a file that renders a ``FindingsRecord``, and a line here.
public struct FindingsFormat: Sendable {
  public enum Destination: Sendable {
    /// A separate file (`--write NAME=FILE`).
    case file
    /// The output of a CI job (`--annotations NAME`).
    case jobOutput
  }

  public let name: String
  public let summary: String
  public let destination: Destination
  /// The text; every line ends with a line end.
  public let render: @Sendable (FindingsRecord) -> String

  /// By name.
  public static let all = [codeQuality, github, junit, sarif]

  /// The formats for a destination.
  package static func all(for destination: Destination) -> [FindingsFormat] { all.filter { $0.destination == destination } }

  /// The format of this name for a destination.
  package static func format(_ name: String, for destination: Destination) -> FindingsFormat? {
    all(for: destination).first { $0.name == name }
  }
}

/// The results of the rules, for other programs: every rule, whether it ran, and every finding with the line it is pinned to.
/// The formats of ``FindingsFormat`` write it.
public struct FindingsRecord: Sendable {
  /// The version of navaudit.
  package var version: String
  /// The app's name, if the map gives it.
  package var app: String?
  /// The rules that did not run, and why.
  package var rulesNotRun: [RuleNotRun]
  /// In the order of the reports: by severity, then by cost.
  package var findings: [Entry]
  /// The file that findings are pinned to: the app map, otherwise the log or the store, as given; nil for standard input.
  package var file: String?
  /// Whether there was a baseline to compare with.
  package var hasBaseline = false
  /// The address of the rules reference, if known.
  package var documentation: String?
  /// The lowest severity that counts as a failure.
  package var failOn: Severity = .warning

  package init(version: String, app: String? = nil, rulesNotRun: [RuleNotRun], findings: [Entry], file: String? = nil) {
    self.version = version
    self.app = app
    self.rulesNotRun = rulesNotRun
    self.findings = findings
    self.file = file
  }

  /// A finding, with its baseline status and its line in the app map.
  package struct Entry: Sendable {
    package var finding: Finding
    /// Whether it is not in the baseline.
    package var isNew: Bool
    /// The line of ``FindingsRecord/file`` that declares its subject.
    package var line: Int?

    package init(_ finding: Finding, isNew: Bool = true, line: Int? = nil) {
      self.finding = finding
      self.isNew = isNew
      self.line = line
    }
  }

  /// The findings of a rule, in order.
  func entries(of rule: Rule) -> [Entry] { findings.filter { $0.finding.rule == rule.id } }

  /// Whether a finding is new and severe enough to fail.
  func isFailure(_ entry: Entry) -> Bool { entry.isNew && entry.finding.state != .over && entry.finding.severity >= failOn }

  func notRun(_ rule: Rule) -> RuleNotRun? { rulesNotRun.first { $0.rule.id == rule.id } }
}

extension RuleNotRun {
  /// Why it did not run, for other programs.
  var words: String { missing.isEmpty ? explanation : "missing: \(missing); \(remedy)" }
}

extension Finding {
  /// The qualified name of its subject: `Orders`, `menu:Wishlist`.
  var qualifiedSubject: String { section.map { $0 == subject ? subject : "\($0):\(subject)" } ?? subject }

  /// What is wrong and what to change, in two sentences, with invisible characters made visible.
  var advice: String {
    [message, recommendation].filter { !$0.isEmpty }.map { $0.madeVisible().capitalizedFirst.asSentence }.joined(separator: " ")
  }
}

extension Finding {
  /// The identity of a finding from log to log, as in a baseline: rule, section and subject, no numbers, no wording.
  /// 64 bits (FNV-1a) as sixteen hexadecimal digits.
  var fingerprint: String {
    // 0xFF occurs in no name, so different findings have different input.
    fnv1a([rule, section ?? "", subject].flatMap { Array($0.utf8) + [0xFF] }).hexadecimal
  }
}

extension FindingsFormat {
  /// Findings as a GitLab code quality report (`artifacts: reports: codequality`); a merge request shows the new ones.
  public static let codeQuality = FindingsFormat(
    name: "codequality", summary: "A code quality report of GitLab.", destination: .file
  ) { record in
    let path = record.file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 } ?? "navaudit.yml"
    let issues = record.findings.map { entry -> JSON in
      [
        "description": .text(entry.finding.advice), "check_name": .text(entry.finding.rule), "fingerprint": .text(entry.finding.fingerprint),
        "severity": .text(entry.finding.severity.codeQuality), "location": ["path": .text(path), "lines": ["begin": .integer(entry.line ?? 1)]],
      ]
    }
    return String.json(issues)
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
      let name = finding.severity == .info ? "notice" : finding.severity.rawValue
      return WorkflowCommand(name: name, properties: properties, message: finding.advice).text + "\n"
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
