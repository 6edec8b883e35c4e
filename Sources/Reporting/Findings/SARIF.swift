import UsabilityRules

extension FindingsFormat {
  /// Findings as a log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning and editors.
  public static let sarif = FindingsFormat(
    name: "sarif", summary: "SARIF 2.1.0, for code scanning and editors.", destination: .file
  ) { String(json: SARIF(runs: [.init($0)])) }
}

/// A SARIF log: the objects of the format that navaudit writes, with their members.
private struct SARIF: Encodable {
  let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Message: Encodable {
    let text: String
    var markdown: String?
  }

  struct Run: Encodable {
    struct Tool: Encodable { let driver: Driver }
    struct AutomationDetails: Encodable { let id: String }

    let tool: Tool
    let automationDetails: AutomationDetails
    let invocations: [Invocation]
    let columnKind = "unicodeCodePoints"
    let results: [Result]
  }

  struct Driver: Encodable {
    let name = "navaudit"
    let version: String
    let semanticVersion: String
    let rules: [ReportingDescriptor]
  }

  /// The description of a rule.
  struct ReportingDescriptor: Encodable {
    struct Configuration: Encodable { let level: String }

    struct Properties: Encodable {
      let tags: [String]
      let problemSeverity: String
      let precision: String

      enum CodingKeys: String, CodingKey {
        case tags, precision
        case problemSeverity = "problem.severity"
      }
    }

    let id: String
    let name: String
    let shortDescription: Message
    let fullDescription: Message
    let helpUri: String?
    let help: Message
    let defaultConfiguration: Configuration
    let properties: Properties
  }

  /// The rules that did not run: switched off, or without anything to check.
  struct Invocation: Encodable {
    struct RuleReference: Encodable {
      let id: String
      let index: Int
    }

    struct ConfigurationOverride: Encodable {
      struct Configuration: Encodable { let enabled: Bool }

      let descriptor: RuleReference
      let configuration: Configuration
    }

    struct Notification: Encodable {
      let level: String
      let message: Message
      let associatedRule: RuleReference
    }

    let executionSuccessful = true
    let ruleConfigurationOverrides: [ConfigurationOverride]?
    let toolConfigurationNotifications: [Notification]?
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int?
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
    let baselineState: String?
    /// The columns of `findings.csv` that have no place of their own.
    let properties: RowInJSON
  }

  struct Location: Encodable {
    struct Physical: Encodable {
      struct Artifact: Encodable { let uri: String }
      struct Region: Encodable { let startLine: Int }

      let artifactLocation: Artifact
      let region: Region
    }

    struct Logical: Encodable {
      let name: String
      let fullyQualifiedName: String
      let kind: String
    }

    let physicalLocation: Physical?
    let logicalLocations: [Logical]
  }
}

extension SARIF.Run {
  init(_ record: FindingsRecord) {
    tool = Tool(
      driver: .init(
        version: record.version, semanticVersion: record.version, rules: Rule.all.map { .init($0, documentation: record.documentation) }))
    automationDetails = AutomationDetails(id: "navaudit/" + (record.app ?? "app").madeVisible())
    invocations = [.init(record)]
    results = record.findings.map { .init($0, of: record) }
  }
}

extension SARIF.ReportingDescriptor {
  init(_ rule: Rule, documentation: String?) {
    id = rule.id
    name = rule.name
    shortDescription = .init(text: rule.title.asSentence)
    fullDescription = .init(text: rule.claim)
    helpUri = documentation.map { "\($0)#\(rule.anchor)" }
    help = .init(text: "\(rule.rationale.asSentence)\n\n\(rule.advice)", markdown: rule.helpMarkdown)
    let severity = rule.severities.max() ?? .warning
    defaultConfiguration = .init(level: severity.sarifLevel)
    properties = .init(
      tags: ["navigation", "usability", rule.family.rawValue], problemSeverity: severity.problemSeverity,
      precision: rule.isHeuristic ? "medium" : "high")
  }
}

extension SARIF.Invocation {
  init(_ record: FindingsRecord) {
    var overrides: [ConfigurationOverride] = []
    var notifications: [Notification] = []
    for (index, rule) in Rule.all.enumerated() {
      guard let notRun = record.notRun(rule) else { continue }
      let reference = RuleReference(id: rule.id, index: index)
      switch notRun.reason {
      case .notSelected, .switchedOff: overrides.append(.init(descriptor: reference, configuration: .init(enabled: false)))
      case .missing:
        notifications.append(
          .init(level: "note", message: .init(text: "\(rule.id) was not checked: \(notRun.words.asSentence)"), associatedRule: reference))
      }
    }
    ruleConfigurationOverrides = overrides.isEmpty ? nil : overrides
    toolConfigurationNotifications = notifications.isEmpty ? nil : notifications
  }
}

extension SARIF.Result {
  init(_ entry: FindingsRecord.Entry, of record: FindingsRecord) {
    let finding = entry.finding
    ruleId = finding.rule
    ruleIndex = Rule.all.firstIndex { $0.id == finding.rule }
    level = finding.severity.sarifLevel
    message = .init(text: Self.literal(finding.advice))
    locations = [.init(entry, file: record.file)]
    // GitHub reads only the second one; if it is missing, GitHub adds a hash of the line.
    partialFingerprints = ["navauditFinding/v1": finding.fingerprint, "primaryLocationLineHash": "\(finding.fingerprint):1"]
    baselineState = record.hasBaseline ? (entry.isNew ? "new" : "unchanged") : nil
    properties = RowInJSON(finding, of: Finding.table, hasNulls: false, leavingOut: ["rule", "severity", "message"]).madeVisible()
  }

  /// Escapes names that look like SARIF's syntax for links and arguments (3.11.5, 3.11.6): `[text](address)`, `{0}`.
  private static func literal(_ text: String) -> String {
    var literal = text
    if literal.contains("](") { literal = literal.replacing("[", with: "\\[").replacing("]", with: "\\]") }
    if literal.firstMatch(of: /\{\d+\}/) != nil { literal = literal.replacing("{", with: "{{").replacing("}", with: "}}") }
    return literal
  }
}

extension SARIF.Location {
  init(_ entry: FindingsRecord.Entry, file: String?) {
    let finding = entry.finding
    physicalLocation = file.map { .init(artifactLocation: .init(uri: Self.uri(of: $0)), region: .init(startLine: entry.line ?? 1)) }
    logicalLocations = [
      .init(name: finding.subject.madeVisible(), fullyQualifiedName: finding.qualifiedSubject.madeVisible(), kind: finding.subjectKind)
    ]
  }

  /// A path as a URI (RFC 3986): relative as given, or `file:///…`.
  private static func uri(of path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return (path.hasPrefix("/") ? "file://" : "") + String(path).percentEncoded(except: { $0.isUnreserved || $0 == UInt8(ascii: "/") })
  }
}

extension Rule {
  /// `DepthOverLimit`.
  fileprivate var name: String {
    id.split { $0 == "." || $0 == "-" }.map { String($0).capitalizedFirst }.joined()
  }

  /// Why it matters, what to do, its thresholds and their sources.
  fileprivate var helpMarkdown: String {
    var lines = [rationale.asSentence, "", "**What to change.** \(advice)", ""]
    if !thresholds.isEmpty {
      lines += ["| threshold | default | meaning |", "|---|---|---|"]
      lines += thresholds.map { "| `\($0.name)` | \($0.text) | \($0.meaning) |" } + [""]
    }
    lines += ["Sources:", ""] + sources.map { "- \($0.line)" }
    return lines.joined(separator: "\n")
  }
}

extension Severity {
  fileprivate var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// GitHub's name for it.
  fileprivate var problemSeverity: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "recommendation"
    }
  }
}
