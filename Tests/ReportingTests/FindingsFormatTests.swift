import Foundation
import TestSupport
import Testing
import UsabilityRules

@testable import Reporting

/// A record of findings on lines of a map.
private func record(_ entries: [FindingsRecord.Entry], file: String? = "app/navaudit.yml") -> FindingsRecord {
  let gesture = Requirement("a gesture", events: ["gesture"]) { _ in false }
  let notRun = Rule.all.compactMap { rule -> RuleNotRun? in
    switch rule.family {
    case .gesture: RuleNotRun(rule: rule, reason: .missing([gesture]))
    case .touch: RuleNotRun(rule: rule, reason: .switchedOff)
    case .task: RuleNotRun(rule: rule, reason: .notSelected)
    default: nil
    }
  }
  return FindingsRecord(version: "1.2.3", app: "Shop & \"Co\"", rulesNotRun: notRun, findings: entries, file: file)
}

/// A finding whose names contain syntax of the formats.
private func hostile(_ name: String) -> Finding {
  var finding = menuFinding
  finding.subject = name
  finding.section = "menu"
  finding.message = "Nobody chose \(name)"
  return finding
}

@Suite("Findings formats")
struct FindingsFormatTests {
  @Test func `names are those of the options, each once and in order`() {
    #expect(FindingsFormat.all.map(\.name) == ["baseline", "junit", "sarif"])
  }

  // MARK: - Cases

  private static let findings: [String: Finding] = {
    var cart = depthFinding
    cart.subject = "Cart"
    cart.message = "Cart goes 6 levels deep"
    return ["depth": depthFinding, "cart": cart, "menu": menuFinding, "app": appFinding]
  }()

  /// What a case of `findings-formats` describes, as its format writes it, with single spaces.
  private func written(_ input: String) throws -> String {
    let words = input.components(separatedBy: " ")
    let options = words.dropFirst().prefix { !["named", "in"].contains($0) }
    let rest = words.dropFirst(options.count + 2).joined(separator: " ")
    var record = record(input.contains(" named ") ? [.init(hostile(rest))] : [])
    if words.contains("in") { record.file = rest.isEmpty ? nil : rest }
    for word in options {
      let parts = word.split(separator: "=").map(String.init)
      switch parts[0] {
      case "baseline": record.hasBaseline = true
      case "fail": record.failOn = try #require(Severity(rawValue: parts[1]))
      default:
        record.findings.append(
          .init(
            try #require(Self.findings[parts[0]]), isNew: parts.last != "known", line: parts.last.flatMap { Int($0) }))
      }
    }
    let text = try #require(FindingsFormat.all.first { $0.name == words[0] }).render(record)
    if text.hasPrefix("{") || text.hasPrefix("[") { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(
      "tests=\"\(Rule.all.count)\"", with: "tests=\"all\"")
  }

  @Test(arguments: Case.all("findings-formats"))
  func `a format writes findings, their places and their states`(_ which: Case) throws {
    let text = try written(which.input)
    for expected in which.expected {
      let isAbsent = expected.hasPrefix("not ")
      #expect(
        text.contains(isAbsent ? String(expected.dropFirst(4)) : expected) != isAbsent,
        "\(expected): \(text.prefix(4000))")
    }
  }

  // MARK: - Fingerprints

  @Test func `a fingerprint is that of rule, section and subject`() {
    var other = depthFinding
    other.message = "Otherwise"
    other.value = 9
    other.severity = .info
    other.users = 99
    other.extraTaps = nil
    other.details = []
    #expect(other.fingerprint == depthFinding.fingerprint)
    // Computed by hand (FNV-1a) from `depth.over-limit`, an empty text and `Orders`, each followed by FF: it must never
    // change.
    #expect(depthFinding.fingerprint == "d0c508da52abd9c0")
    var changed = [depthFinding, depthFinding, depthFinding, depthFinding]
    changed[1].subject = "Order"
    changed[2].section = "Orders"
    changed[3].rule = "depth.hot-deep"
    #expect(Set(changed.map(\.fingerprint)).count == 4)
    // Moving text across the border between two parts changes the fingerprint.
    var a = depthFinding
    var b = depthFinding
    a.section = "ab"
    a.subject = "c"
    b.section = "a"
    b.subject = "bc"
    #expect(a.fingerprint != b.fingerprint)
  }

  // MARK: - SARIF

  private func run(_ record: FindingsRecord) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(FindingsFormat.sarif.render(record).utf8))
    let log = try #require(object as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("/sarif-schema-2.1.0.json") == true)
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test func `every rule is described, with its help and its level`() throws {
    let run = try run(record([]))
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "navaudit" && driver["version"] as? String == "1.2.3")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == Rule.all.map(\.id))
    for (described, rule) in zip(rules, Rule.all) {
      #expect((described["shortDescription"] as? [String: String])?["text"]?.hasPrefix(rule.title) == true)
      #expect((described["fullDescription"] as? [String: String])?["text"] == rule.claim)
      let help = try #require(described["help"] as? [String: String])
      #expect(
        help["markdown"]?.contains("**What to change.** \(rule.advice.plain)") == true
          && help["text"]?.contains(rule.advice.plain) == true)
      let level = (described["defaultConfiguration"] as? [String: String])?["level"]
      #expect(level == ["info": "note", "warning": "warning", "error": "error"][rule.severities.max()?.rawValue])
    }
    #expect(rules.first?["name"] as? String == "DepthOverLimit")
    #expect((run["results"] as? [Any])?.isEmpty == true)
  }

  @Test func `rules that did not run are switched off or explained`() throws {
    let invocation = try #require((try run(record([]))["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == true)
    let overrides = try #require(invocation["ruleConfigurationOverrides"] as? [[String: Any]])
    let off = overrides.compactMap { ($0["descriptor"] as? [String: Any])?["id"] as? String }
    #expect(off == Rule.all.filter { $0.family == .task || $0.family == .touch }.map(\.id))
    #expect(overrides.allSatisfy { ($0["configuration"] as? [String: Bool])?["enabled"] == false })
    let notes = try #require(invocation["toolConfigurationNotifications"] as? [[String: Any]])
    #expect(notes.count == Rule.all.count { $0.family == .gesture })
    let first = try #require(notes.first)
    #expect(
      (first["message"] as? [String: String])?["text"]
        == "gesture.undiscovered was not checked: missing: a gesture; log `gesture`.")
    let rule = try #require(first["associatedRule"] as? [String: Any])
    #expect(rule["index"] as? Int == Rule.all.firstIndex { $0.id == "gesture.undiscovered" })
  }

  // MARK: - JUnit

  @Test func `XML holds any name`() throws {
    let text = FindingsFormat.junit.render(record([.init(hostile("<a href=\"x\">&'\u{1}\n]]>\u{FFFF}"))]))
    #expect(text.contains("Nobody chose &lt;a href=&quot;x&quot;&gt;&amp;'⟨U+0001⟩⟨U+000A⟩]]&gt;⟨U+FFFF⟩"))
  }
}
