import Foundation
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
  (finding.subject, finding.section) = (name, "menu")
  finding.message = "Nobody chose \(name)"
  return finding
}

@Suite("Findings formats")
struct FindingsFormatTests {
  @Test func `names are those of the options, each once and in order`() {
    #expect(FindingsFormat.all.map(\.name) == ["codequality", "github", "junit", "sarif"])
    #expect(FindingsFormat.format("sarif", for: .file) != nil && FindingsFormat.format("sarif", for: .jobOutput) == nil)
    #expect(FindingsFormat.format("github", for: .jobOutput) != nil && FindingsFormat.format("github", for: .file) == nil)
  }

  // MARK: - Fingerprints

  @Test func `a fingerprint is that of rule, section and subject`() {
    var other = depthFinding
    (other.message, other.value, other.severity, other.users, other.extraTaps) = ("Otherwise", 9, .info, 99, nil)
    other.details = []
    #expect(other.fingerprint == depthFinding.fingerprint)
    // Computed by hand (FNV-1a) from `depth.over-limit`, an empty text and `Orders`, each followed by FF: it must never change.
    #expect(depthFinding.fingerprint == "d0c508da52abd9c0")
    var changed = [depthFinding, depthFinding, depthFinding, depthFinding]
    changed[1].subject = "Order"
    changed[2].section = "Orders"
    changed[3].rule = "depth.hot-deep"
    #expect(Set(changed.map(\.fingerprint)).count == 4)
    // Moving text across the border between two parts changes the fingerprint.
    var (a, b) = (depthFinding, depthFinding)
    (a.section, a.subject) = ("ab", "c")
    (b.section, b.subject) = ("a", "bc")
    #expect(a.fingerprint != b.fingerprint)
  }

  // MARK: - GitHub

  @Test func `workflow commands escape what the runner would read`() {
    #expect(WorkflowCommand.data("50%, a:b\r\nc") == "50%25, a:b%0D%0Ac")
    #expect(WorkflowCommand.property("50%, a:b\r\nc") == "50%25%2C a%3Ab%0D%0Ac")
    #expect(WorkflowCommand(name: "error", message: "m").text == "::error::m")
    #expect(
      WorkflowCommand(name: "notice", properties: [("file", "a,b"), ("title", "c::d")], message: "e").text
        == "::notice file=a%2Cb,title=c%3A%3Ad::e")
  }

  @Test func `annotations name the line, the rule and what to do, and leave out what is known`() {
    let text = FindingsFormat.github.render(
      record([.init(depthFinding, line: 3), .init(menuFinding, isNew: false, line: 4), .init(appFinding)]))
    #expect(
      text == """
        ::error file=app/navaudit.yml,line=3,title=Section too deep (depth.over-limit)::Orders goes 7 levels deep; 12 of 40 users (30.0%25, 18.1–45.4%25) went past level 5. Flatten the section.
        ::notice title=Extra tap through More (tabs.more-toll)::Every second choice of a section goes through More. Promote what is used.

        """)
  }

  @Test func `a name of the log gives no command of its own`() {
    let text = FindingsFormat.github.render(record([.init(hostile("x\n::stop-commands::y\u{2028}\r::error::z"))]))
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(!text.contains("\r"))
    #expect(text.hasPrefix("::warning title="))
    #expect(text.contains("x⟨U+000A⟩::stop-commands::y⟨U+2028⟩⟨U+000D⟩::error::z"))
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
      #expect(help["markdown"]?.contains("**What to change.** \(rule.advice)") == true && help["text"]?.contains(rule.advice) == true)
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
    #expect((first["message"] as? [String: String])?["text"] == "gesture.undiscovered was not checked: missing: a gesture; log `gesture`.")
    let rule = try #require(first["associatedRule"] as? [String: Any])
    #expect(rule["index"] as? Int == Rule.all.firstIndex { $0.id == "gesture.undiscovered" })
  }

  @Test func `a result holds the finding`() throws {
    var record = record([.init(depthFinding, line: 3), .init(menuFinding)])
    let results = try #require(try run(record)["results"] as? [[String: Any]])
    let first = try #require(results.first)
    #expect(first["ruleId"] as? String == "depth.over-limit" && first["ruleIndex"] as? Int == 0)
    #expect(results.compactMap { $0["level"] as? String } == ["error", "warning"])
    #expect(
      (first["message"] as? [String: String])?["text"]
        == "Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5. Flatten the section.")
    let location = try #require((first["locations"] as? [[String: Any]])?.first)
    let physical = try #require(location["physicalLocation"] as? [String: Any])
    #expect((physical["artifactLocation"] as? [String: String])?["uri"] == "app/navaudit.yml")
    #expect((physical["region"] as? [String: Int])?["startLine"] == 3)
    let logical = try #require((location["logicalLocations"] as? [[String: String]])?.first)
    #expect(logical == ["name": "Orders", "fullyQualifiedName": "Orders", "kind": "section"])
    let prints = try #require(first["partialFingerprints"] as? [String: String])
    #expect(prints["navauditFinding/v1"] == depthFinding.fingerprint)
    #expect(prints["primaryLocationLineHash"] == depthFinding.fingerprint + ":1")
    let properties = try #require(first["properties"] as? [String: Any])
    #expect(properties["evidence"] as? String == "structural" && properties["extra_taps"] as? Int == 36)
    #expect(properties["value"] as? Double == 7 && properties["ci_low"] == nil)
    #expect((results[1]["properties"] as? [String: Any])?["ci_high"] as? Double == 0.23)
    // Without a baseline, nothing is new or unchanged.
    #expect(first["baselineState"] == nil)
    record.hasBaseline = true
    record.findings[1].isNew = false
    let compared = try #require(try run(record)["results"] as? [[String: Any]])
    #expect(compared.compactMap { $0["baselineState"] as? String } == ["new", "unchanged"])
  }

  @Test func `without a file a finding has a logical place only`() throws {
    let results = try #require(try run(record([.init(depthFinding)], file: nil))["results"] as? [[String: Any]])
    let location = try #require((results.first?["locations"] as? [[String: Any]])?.first)
    #expect(location["physicalLocation"] == nil && location["logicalLocations"] != nil)
  }

  @Test(arguments: [
    ("navaudit.yml", "navaudit.yml"), ("./a b/ü.yml", "a%20b/%C3%BC.yml"), ("/logs/x.yml", "file:///logs/x.yml"), ("../x:y%.yml", "../x%3Ay%25.yml"),
  ])
  func `a path is written as a URI`(path: String, uri: String) throws {
    let results = try #require(try run(record([.init(depthFinding)], file: path))["results"] as? [[String: Any]])
    let location = try #require((results.first?["locations"] as? [[String: Any]])?.first)
    #expect(((location["physicalLocation"] as? [String: Any])?["artifactLocation"] as? [String: String])?["uri"] == uri)
  }

  @Test(arguments: [
    ("[here](https://example.org)", "\\[here\\](https://example.org)"), ("Row {0}", "Row {{0}}"), ("Product/{id} [new]", "Product/{id} [new]"),
  ])
  func `a name is no link and no argument`(name: String, text: String) throws {
    let results = try #require(try run(record([.init(hostile(name))]))["results"] as? [[String: Any]])
    let message = try #require((results.first?["message"] as? [String: String])?["text"])
    #expect(message == "Nobody chose \(text). Show the main items.")
  }

  // MARK: - JUnit

  @Test func `a rule is a test case that its new findings fail`() {
    var other = depthFinding
    (other.subject, other.message) = ("Cart", "Cart goes 6 levels deep")
    let text = FindingsFormat.junit.render(
      record([.init(depthFinding), .init(other), .init(menuFinding, isNew: false), .init(appFinding)]))
    #expect(
      text.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="navaudit: Shop &amp; &quot;Co&quot;" tests="\(Rule.all.count)" failures="1" errors="0">

        """))
    #expect(
      text.contains(
        """
            <testcase classname="navaudit.depth" name="depth.over-limit: Section too deep">
              <failure type="error" message="2 findings, the first: Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5">error, Orders: Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5. Flatten the section.
        error, Cart: Cart goes 6 levels deep. Flatten the section.</failure>
            </testcase>
            <testcase classname="navaudit.depth" name="depth.hot-deep: Popular screen too deep"/>

        """))
    #expect(text.contains("<system-out>warning (known), menu: 4 of 40 users"))
    #expect(text.contains("<system-out>info, app: Every second choice"))
    #expect(text.contains("<skipped message=\"missing: a gesture; log `gesture`\"/>"))
    #expect(text.contains("<skipped message=\"the app map switches it off\"/>"))
    #expect(text.contains("<testsuite name=\"Touch\" tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"3\">"))
  }

  @Test func `the level to fail on decides what fails`() {
    var record = record([.init(depthFinding), .init(menuFinding), .init(appFinding)])
    for (level, failures) in [(Severity.error, 1), (.warning, 2), (.info, 3)] {
      record.failOn = level
      #expect(FindingsFormat.junit.render(record).contains("tests=\"\(Rule.all.count)\" failures=\"\(failures)\""))
    }
  }

  @Test func `XML holds any name`() throws {
    let text = FindingsFormat.junit.render(record([.init(hostile("<a href=\"x\">&'\u{1}\n]]>\u{FFFF}"))]))
    #expect(text.contains("Nobody chose &lt;a href=&quot;x&quot;&gt;&amp;'⟨U+0001⟩⟨U+000A⟩]]&gt;⟨U+FFFF⟩"))
  }

  // MARK: - Code quality

  @Test func `GitLab's issues name check, place and fingerprint`() throws {
    let text = FindingsFormat.codeQuality.render(record([.init(depthFinding, line: 3), .init(appFinding)], file: "./navaudit.yml"))
    let issues = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(issues.compactMap { $0["check_name"] as? String } == ["depth.over-limit", "tabs.more-toll"])
    #expect(issues.compactMap { $0["severity"] as? String } == ["major", "info"])
    #expect(issues.compactMap { $0["fingerprint"] as? String } == [depthFinding.fingerprint, appFinding.fingerprint])
    let location = try #require(issues.first?["location"] as? [String: Any])
    #expect(location["path"] as? String == "navaudit.yml" && (location["lines"] as? [String: Int])?["begin"] == 3)
    let none = try JSONSerialization.jsonObject(with: Data(FindingsFormat.codeQuality.render(record([])).utf8))
    #expect((none as? [Any])?.isEmpty == true)
  }
}
