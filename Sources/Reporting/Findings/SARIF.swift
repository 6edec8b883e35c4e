import Findings

extension FindingsFormat {
  /// Findings as a log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning and editors.
  public static let sarif = FindingsFormat(
    name: "sarif", summary: "SARIF 2.1.0, for code scanning and editors.", destination: .file
  ) { SARIF(record: $0).log.text }
}

/// The parts of a SARIF log. Its properties are named after the columns of `findings.csv`.
private struct SARIF {
  let record: FindingsRecord

  var log: JSON {
    .object([
      ("$schema", .string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
  }

  private var run: JSON {
    .object([
      (
        "tool",
        .object([
          (
            "driver",
            .object([
              ("name", .string("navaudit")), ("version", .string(record.version)), ("semanticVersion", .string(record.version)),
              ("rules", .array(record.rules.map { rule($0.rule) })),
            ])
          )
        ])
      ),
      ("automationDetails", .object([("id", .string("navaudit/" + (record.app ?? "app").madeVisible()))])),
      ("invocations", .array([invocation])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(record.findings.map(result))),
    ])
  }

  /// The description of each rule.
  private func rule(_ rule: Rule) -> JSON {
    let severity = rule.severities.max() ?? .warning
    let help: [(name: String, value: JSON)] = record.documentation.map { [("helpUri", .string("\($0)#\(rule.anchor)"))] } ?? []
    return .object(
      [
        ("id", .string(rule.id)),
        ("name", .string(rule.name)),
        ("shortDescription", text(rule.title.asSentence)),
        ("fullDescription", text(rule.claim)),
      ] + help + [
        (
          "help",
          .object([("text", .string("\(rule.rationale.asSentence)\n\n\(rule.advice)")), ("markdown", .string(rule.helpMarkdown))])
        ),
        ("defaultConfiguration", .object([("level", .string(severity.sarifLevel))])),
        (
          "properties",
          .object([
            ("tags", .array(["navigation", "usability", rule.family.rawValue].map { .string($0) })),
            ("problem.severity", .string(severity.problemSeverity)),
            ("precision", .string(rule.isHeuristic ? "medium" : "high")),
          ])
        ),
      ])
  }

  /// The rules that did not run: switched off, or without anything to check.
  private var invocation: JSON {
    var overrides: [JSON] = []
    var notifications: [JSON] = []
    for (index, judged) in record.rules.enumerated() {
      let rule: (name: String, value: JSON) = ("id", .string(judged.rule.id))
      let reference = JSON.object([rule, ("index", .integer(index))])
      switch judged.state {
      case .ran: break
      case .notSelected, .switchedOff:
        overrides.append(.object([("descriptor", reference), ("configuration", .object([("enabled", .bool(false))]))]))
      case .missing(let what):
        notifications.append(
          .object([
            ("level", .string("note")), ("message", text("\(judged.rule.id) was not checked: \(what.asSentence)")),
            ("associatedRule", reference),
          ]))
      }
    }
    var members: [(name: String, value: JSON)] = [("executionSuccessful", .bool(true))]
    if !overrides.isEmpty { members.append(("ruleConfigurationOverrides", .array(overrides))) }
    if !notifications.isEmpty { members.append(("toolConfigurationNotifications", .array(notifications))) }
    return .object(members)
  }

  private func result(_ entry: FindingsRecord.Entry) -> JSON {
    let finding = entry.finding
    var members: [(name: String, value: JSON)] = [("ruleId", .string(finding.rule))]
    if let index = record.rules.firstIndex(where: { $0.rule.id == finding.rule }) { members.append(("ruleIndex", .integer(index))) }
    members += [
      ("level", .string(finding.severity.sarifLevel)),
      ("message", text(Self.literal(finding.advice))),
      ("locations", .array([location(entry)])),
      (
        "partialFingerprints",
        // GitHub reads only the second one; if it is missing, GitHub adds a hash of the line.
        .object([
          ("navauditFinding/v1", .string(finding.fingerprint)), ("primaryLocationLineHash", .string("\(finding.fingerprint):1")),
        ])
      ),
    ]
    if record.hasBaseline { members.append(("baselineState", .string(entry.isNew ? "new" : "unchanged"))) }
    members.append(("properties", properties(finding)))
    return .object(members)
  }

  private func location(_ entry: FindingsRecord.Entry) -> JSON {
    let finding = entry.finding
    var members: [(name: String, value: JSON)] = []
    if let file = record.file {
      members.append(
        (
          "physicalLocation",
          .object([
            ("artifactLocation", .object([("uri", .string(Self.uri(of: file)))])),
            ("region", .object([("startLine", .integer(entry.line ?? 1))])),
          ])
        ))
    }
    members.append(
      (
        "logicalLocations",
        .array([
          .object([
            ("name", .string(finding.subject.madeVisible())), ("fullyQualifiedName", .string(finding.qualifiedSubject.madeVisible())),
            ("kind", .string(finding.subjectKind)),
          ])
        ])
      ))
    return .object(members)
  }

  private func properties(_ finding: Finding) -> JSON {
    let all: [(name: String, value: JSON?)] = [
      ("evidence", .string(finding.evidence.rawValue)), ("state", .string(finding.state.rawValue)), ("subject_kind", .string(finding.subjectKind)),
      ("subject", .string(finding.subject.madeVisible())), ("section", finding.section.map { .string($0.madeVisible()) }), ("metric", .string(finding.metric)),
      ("value", finding.value.map { .number($0) }), ("ci_low", finding.interval.map { .number($0.low) }),
      ("ci_high", finding.interval.map { .number($0.high) }), ("threshold", finding.threshold.map { .number($0) }),
      ("users", finding.users.map { .integer($0) }), ("eligible_users", finding.eligibleUsers.map { .integer($0) }),
      ("effective_users", finding.effectiveUsers.map { .integer($0) }),
      ("sessions", finding.sessions.map { .integer($0) }), ("extra_taps", finding.extraTaps.map { .integer($0) }),
      ("part_of", finding.partOf.map { .string($0.madeVisible()) }),
      ("recommendation", .string(finding.recommendation)), ("source", .string(finding.source)),
      ("example_sessions", .array(finding.examples.map { .string($0.label) })),
    ]
    return .object(all.compactMap { member in member.value.map { (member.name, $0) } })
  }

  private func text(_ text: String) -> JSON { .object([("text", .string(text))]) }

  /// Escapes names that look like SARIF's syntax for links and arguments (3.11.5, 3.11.6): `[text](address)`, `{0}`.
  private static func literal(_ text: String) -> String {
    var literal = text
    if literal.contains("](") { literal = literal.replacing("[", with: "\\[").replacing("]", with: "\\]") }
    if literal.firstMatch(of: /\{\d+\}/) != nil { literal = literal.replacing("{", with: "{{").replacing("}", with: "}}") }
    return literal
  }

  /// A path as a URI (RFC 3986): relative as given, or `file:///…`.
  private static func uri(of path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    var escaped = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return escaped
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
