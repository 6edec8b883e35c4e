import NavigationModel
import UsabilityRules

extension FindingsFormat {
  /// Findings as a log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning and
  /// editors.
  public static let sarif = FindingsFormat(
    name: "sarif", summary: "SARIF 2.1.0, for code scanning and editors."
  ) { String.json($0.sarif.withoutNulls) }
}

extension FindingsRecord {
  /// A SARIF log: the objects of the format that navaudit writes, with their members.
  fileprivate var sarif: JSON {
    let driver: JSON = [
      "name": "navaudit", "version": .text(version), "semanticVersion": .text(version),
      "rules": .list(Rule.all.map(descriptor)),
    ]
    let run: JSON = [
      "tool": ["driver": driver], "automationDetails": ["id": .text("navaudit/" + (app ?? "app").madeVisible())],
      "invocations": [invocation],
      "columnKind": "unicodeCodePoints", "results": .list(findings.map(result)),
    ]
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0", "runs": [run],
    ]
  }

  private func descriptor(_ rule: Rule) -> JSON {
    let severity = rule.severities.max() ?? .warning
    return [
      "id": .text(rule.id), "name": .text(rule.name), "shortDescription": ["text": .text(rule.title.asSentence)],
      "fullDescription": ["text": .text(rule.claim)],
      "help": [
        "text": .text("\(rule.rationale.asSentence)\n\n\(rule.advice.plain)"), "markdown": .text(rule.helpMarkdown),
      ],
      "defaultConfiguration": ["level": .text(severity.sarifLevel)],
      "properties": [
        "tags": ["navigation", "usability", .text(rule.family.rawValue)],
        "precision": .text(rule.isHeuristic ? "medium" : "high"),
        // GitHub's name for the severity.
        "problem.severity": .text(severity == .info ? "recommendation" : severity.rawValue),
      ],
    ]
  }

  /// The rules that did not run: switched off, or without anything to check.
  private var invocation: JSON {
    var (overrides, notifications): ([JSON], [JSON]) = ([], [])
    for (index, rule) in Rule.all.enumerated() {
      guard let notRun = self.notRun(rule) else { continue }
      let reference: JSON = ["id": .text(rule.id), "index": .integer(index)]
      switch notRun.reason {
      case .notSelected, .switchedOff:
        overrides.append(["descriptor": reference, "configuration": ["enabled": .flag(false)]])
      case .missing:
        let message = "\(rule.id) was not checked: \(notRun.words.asSentence)"
        notifications.append(["level": "note", "message": ["text": .text(message)], "associatedRule": reference])
      }
    }
    return [
      "executionSuccessful": .flag(true), "ruleConfigurationOverrides": overrides.isEmpty ? .null : .list(overrides),
      "toolConfigurationNotifications": notifications.isEmpty ? .null : .list(notifications),
    ]
  }

  private func result(_ entry: FindingsRecord.Entry) -> JSON {
    let finding = entry.finding
    // The columns of `findings.csv` that have no place of their own.
    var properties = JSON.members(finding, of: Finding.table)
    for name in ["rule", "severity", "message"] { properties[name] = nil }
    return [
      "ruleId": .text(finding.rule), "ruleIndex": .init(Rule.all.firstIndex { $0.id == finding.rule }),
      "level": .text(finding.severity.sarifLevel),
      "message": ["text": .text(Self.literal(finding.advice))], "locations": [location(entry)],
      // GitHub reads only the second one; if it is missing, GitHub adds a hash of the line.
      "partialFingerprints": [
        "navauditFinding/v1": .text(finding.fingerprint), "primaryLocationLineHash": .text("\(finding.fingerprint):1"),
      ],
      "baselineState": hasBaseline ? (entry.isNew ? "new" : "unchanged") : .null,
      "properties": .object(
        properties.mapValues { if case .text(let text) = $0 { .text(text.madeVisible()) } else { $0 } }),
    ]
  }

  /// Escapes names that look like SARIF's syntax for links and arguments (3.11.5, 3.11.6): `[text](address)`, `{0}`.
  private static func literal(_ text: String) -> String {
    var literal = text
    if literal.contains("](") { literal = literal.replacing("[", with: "\\[").replacing("]", with: "\\]") }
    if argument.isFound(in: literal) {
      literal = literal.replacing("{", with: "{{").replacing("}", with: "}}")
    }
    return literal
  }

  private static let argument: Pattern = #"\{\d+\}"#

  private func location(_ entry: FindingsRecord.Entry) -> JSON {
    let finding = entry.finding
    let place = file.map {
      ["artifactLocation": ["uri": .text(Self.uri(of: $0))], "region": ["startLine": .integer(entry.line ?? 1)]] as JSON
    }
    let subject: JSON = [
      "name": .text(finding.subject.madeVisible()), "fullyQualifiedName": .text(finding.qualifiedSubject.madeVisible()),
      "kind": .text(finding.subjectKind),
    ]
    return ["physicalLocation": place ?? .null, "logicalLocations": [subject]]
  }

  /// A path as a URI (RFC 3986): relative as given, or `file:///…`.
  private static func uri(of path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return (path.hasPrefix("/") ? "file://" : "")
      + String(path).percentEncoded(except: { $0.isUnreserved || $0 == UInt8(ascii: "/") })
  }
}

extension Rule {
  /// `DepthOverLimit`.
  fileprivate var name: String {
    id.split { $0 == "." || $0 == "-" }.map { String($0).capitalizedFirst }.joined()
  }

  /// Why it matters, what to do, its thresholds and their sources.
  fileprivate var helpMarkdown: String {
    var lines = [rationale.asSentence, "", "**What to change.** \(advice.plain)", ""]
    if !thresholds.isEmpty {
      lines += ["| threshold | default | meaning |", "|---|---|---|"]
      lines += thresholds.map { "| `\($0.name)` | \($0.text) | \($0.meaning) |" } + [""]
    }
    lines += ["Sources:", ""] + sources.map { "- \($0.line)" }
    return lines.joined(separator: "\n")
  }
}

extension Severity {
  fileprivate var sarifLevel: String { self == .info ? "note" : rawValue }
}
