import Foundation
import TestSupport
import Testing

@Suite("--write, --annotations")
struct FindingsOutputTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }
  var navaudit: Navaudit { refusal.navaudit }

  /// A log whose findings are warnings and notes, with a map next to it.
  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    try folder.write("tabs: [Home, Search, More]\nmore: {tab: More, items: [Coupons]}\n", to: "navaudit.yml")
  }

  private func analyze(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> Navaudit.Outcome {
    let outcome = try navaudit.run(["analyze", "log.ndjson", "--map", "navaudit.yml", "--output", "Reports"] + arguments)
    #expect(outcome.errors == "", sourceLocation: location)
    return outcome
  }

  private func results(_ file: String) throws -> [[String: Any]] {
    let log = try #require(JSONSerialization.jsonObject(with: folder.data(file)) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
  }

  @Test func `each format goes to its file, in the order of the findings`() throws {
    let outcome = try analyze("--write", "sarif=out.sarif", "--write", "junit=Reports/out.xml", "--write", "codequality=out=1.json", "-q")
    #expect(outcome.status == 0 && outcome.output == "")
    let rules = try folder.table("Reports/findings.csv")["rule"]
    #expect(!rules.isEmpty)
    #expect(try results("out.sarif").compactMap { $0["ruleId"] as? String } == rules)
    let issues = try #require(JSONSerialization.jsonObject(with: folder.data("out=1.json")) as? [[String: Any]])
    #expect(issues.compactMap { $0["check_name"] as? String } == rules)
    // Warnings and errors fail, unless another level is given.
    let failures = Set(zip(rules, try folder.table("Reports/findings.csv")["severity"]).filter { $0.1 != "info" }.map(\.0)).count
    #expect(try folder.text("Reports/out.xml").contains("failures=\"\(failures)\" errors=\"0\">\n  <testsuite "))
    #expect(try analyze("--write", "junit=out.xml", "--fail-on", "error", "-q").status == 0)
    #expect(try folder.text("out.xml").contains("failures=\"0\" errors=\"0\">\n  <testsuite "))
    #expect(!folder.everything().contains { $0.contains(".navaudit-") })
  }

  @Test func `the same from the store, by the same fingerprints`() throws {
    _ = try analyze("--write", "sarif=a.sarif", "-q")
    // A log of another day and more people: other figures, the same findings.
    try folder.write(Fixtures.smallLog(users: 44).ndjson, to: "log.ndjson")
    _ = try analyze("--write", "sarif=b.sarif", "-q")
    #expect(try navaudit("report", "Reports/navigation.sqlite", "--output", "Other", "--write", "sarif=c.sarif", "-q").status == 0)
    func prints(_ file: String) throws -> [String] {
      try results(file).compactMap { ($0["partialFingerprints"] as? [String: String])?["navauditFinding/v1"] }.sorted()
    }
    func messages(_ file: String) throws -> [String] { try results(file).compactMap { ($0["message"] as? [String: String])?["text"] } }
    #expect(try prints("a.sarif") == prints("b.sarif"))
    #expect(try messages("a.sarif") != messages("b.sarif"))
    #expect(try prints("b.sarif") == prints("c.sarif"))
    #expect(try messages("b.sarif") == messages("c.sarif"))
  }

  @Test func `a baseline says what is new, in SARIF, JUnit and annotations`() throws {
    _ = try analyze("-q")
    try navaudit("baseline", "Reports/navigation.sqlite", "-q")
    let outcome = try analyze(
      "--baseline", "navaudit-baseline.json", "--fail-on", "info", "--write", "sarif=out.sarif", "--write", "junit=out.xml", "--annotations",
      "github", "-q")
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(try results("out.sarif").allSatisfy { $0["baselineState"] as? String == "unchanged" })
    #expect(try folder.text("out.xml").contains("failures=\"0\" errors=\"0\">\n  <testsuite "))
  }

  @Test func `json says which findings are new and which entries are stale`() throws {
    func object(_ arguments: String...) throws -> [String: Any] {
      let outcome = try navaudit.run(["analyze", "log.ndjson", "--output", "Reports", "--json"] + arguments)
      return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }
    let without = try object()
    #expect(without["baseline"] is NSNull)
    let all = try #require(without["findings"] as? [[String: Any]])
    #expect(all.allSatisfy { $0["is_new"] as? Bool == true })
    try navaudit("baseline", "Reports/navigation.sqlite", "-q")
    let known = try folder.text("navaudit-baseline.json")
    try folder.write(known.replacing("\"tabs.more-toll\"", with: "\"menu.promote\""), to: "navaudit-baseline.json")
    let with = try object("--baseline", "navaudit-baseline.json")
    let findings = try #require(with["findings"] as? [[String: Any]])
    #expect(findings.filter { $0["is_new"] as? Bool == true }.compactMap { $0["rule"] as? String } == ["tabs.more-toll"])
    let baseline = try #require(with["baseline"] as? [String: Any])
    #expect(baseline["file"] as? String == "navaudit-baseline.json" && baseline["new"] as? Int == 1)
    #expect((baseline["stale"] as? [[String: Any]])?.map { $0["rule"] as? String } == ["menu.promote"])
  }
}
