import Foundation
import TestSupport
import Testing

@Suite("baseline, --baseline")
struct BaselineCommandTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// Reports on a log whose findings are warnings and notes.
  init() throws {
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
  }

  func analyze(_ arguments: String...) throws -> Navaudit.Outcome {
    try navaudit.run(["analyze", "log.ndjson", "--output", "Reports", "--baseline", "navaudit-baseline.json"] + arguments)
  }

  /// Edits the baseline file.
  func edit(_ change: (inout [[String: Any]]) -> Void) throws {
    let object = try #require(JSONSerialization.jsonObject(with: folder.data("navaudit-baseline.json")) as? [String: Any])
    var findings = try #require(object["findings"] as? [[String: Any]])
    change(&findings)
    try folder.write(
      JSONSerialization.data(withJSONObject: ["version": 1, "findings": findings] as [String: Any]), to: "navaudit-baseline.json")
  }

  @Test func `known findings do not count for the status, new ones do`() throws {
    let count = try folder.table("Reports/findings.csv").rows.count
    let written = try navaudit("baseline", "Reports/navigation.sqlite")
    #expect(written.status == 0 && written.errors == "")
    #expect(written.output == "navaudit-baseline.json: \(count) known findings.\n")
    let before = try folder.contents(of: "Reports", without: [".sqlite"])
    let known = try analyze("--fail-on", "info")
    #expect(known.status == 0)
    #expect(known.output.contains(" None of the findings are new, \(count) known from navaudit-baseline.json."))
    #expect(known.output.contains(" (known)\n"))
    #expect(!known.output.contains("no longer found"))
    #expect(differences(before, try folder.contents(of: "Reports", without: [".sqlite"])) == [], "the reports do not know of the baseline")
    #expect(try navaudit("report", "Reports/navigation.sqlite", "--baseline", "navaudit-baseline.json", "--fail-on", "info").status == 0)

    try edit { $0.removeAll { $0["rule"] as? String == "tabs.more-toll" } }
    let new = try analyze("--fail-on", "warning")
    #expect(new.status == 1)
    #expect(new.prose.contains(" 1 of the findings is new, \(count - 1) known from navaudit-baseline.json."))
    let first = try #require(new.output.split(separator: "\n").first { $0.hasPrefix("  ") })
    #expect(first.hasPrefix("  1. Link to Coupons"), "what is new comes first: \(first)")
    #expect(try analyze("--fail-on", "error").status == 0)
  }

  @Test func `entries that are no longer found are told, but not those of rules that did not run`() throws {
    try navaudit("baseline", "Reports/navigation.sqlite", "--quiet")
    try edit { $0.append(["rule": "depth.over-limit", "subject": "Gone"]) }
    let outcome = try analyze("--fail-on", "info")
    #expect(outcome.status == 0)
    #expect(
      outcome.prose.contains(
        "navaudit-baseline.json: 1 entry no longer found (depth.over-limit Gone); remove it, or rewrite the file with `navaudit baseline`."))
    #expect(!(try analyze("--select", "tabs.more-toll").output.contains("no longer found")))
  }

  @Test func `json says which findings are new and which entries are stale`() throws {
    func object(_ outcome: Navaudit.Outcome) throws -> [String: Any] {
      try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }
    let without = try object(navaudit("analyze", "log.ndjson", "--output", "Reports", "--json"))
    #expect(without["baseline"] is NSNull)
    let all = try #require(without["findings"] as? [[String: Any]])
    #expect(all.allSatisfy { $0["is_new"] as? Bool == true })
    try navaudit("baseline", "Reports/navigation.sqlite", "-q")
    try edit {
      $0.removeAll { $0["rule"] as? String == "tabs.more-toll" }
      $0.append(["rule": "menu.promote", "subject": "Gone", "section": "menu"])
    }
    let object = try object(analyze("--json"))
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.filter { $0["is_new"] as? Bool == true }.compactMap { $0["rule"] as? String } == ["tabs.more-toll"])
    let baseline = try #require(object["baseline"] as? [String: Any])
    #expect(baseline["file"] as? String == "navaudit-baseline.json")
    #expect(baseline["new"] as? Int == 1)
    #expect(baseline["stale"] as? [[String: String]] == [["rule": "menu.promote", "subject": "Gone", "section": "menu"]])
  }

  @Test func `a baseline that cannot be read stops the run before anything is written`() throws {
    let missing = try navaudit("analyze", "log.ndjson", "--output", "Other", "--baseline", "none.json")
    #expect(missing.status == 2)
    #expect(missing.errors == "navaudit: none.json: the baseline cannot be read; check the path, or write one with `navaudit baseline`\n")
    #expect(!folder.exists("Other"))
    let store = try navaudit("baseline", "none.sqlite")
    #expect(store.status == 2 && store.errorLines.count == 1)
    #expect(!folder.exists("navaudit-baseline.json"))
  }

  @Test func `the report's queries run on the store beside it`() throws {
    let report = try folder.text("Reports/report.md")
    #expect(report.contains("Run it with `sqlite3 navigation.sqlite`."))
    #expect(report.ranges(of: "```sql").count == (try folder.table("Reports/findings.csv").rows.count))
    // With another gap, the store holds other sessions than the report counts.
    try navaudit("report", "Reports/navigation.sqlite", "--gap", "1m", "--output", "Other")
    #expect(!(try folder.text("Other/report.md").contains("```sql")))
  }
}
