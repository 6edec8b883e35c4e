import Foundation
import TestSupport
import Testing

@Suite("analyze")
struct AnalyzeTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// The files of a run without `--sessions`; there may be other tables.
  static let files = [
    "daily.csv", "datapackage.json", "depth.csv", "discovery.csv", "findings.csv", "gestures.csv", "log_quality.csv", "menu_items.csv",
    "menus.csv", "more.csv", "navigation.sqlite", "report.html", "report.md", "screens.csv", "summary.csv", "tab_switches.csv",
    "tabs.csv", "trails.csv", "transitions.csv",
  ]

  @Test func `a run writes all files and nothing else`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("3 users, 9 sessions, 99 events."))
    #expect(outcome.output.contains("Reports in Reports: start with Reports/report.html."))
    let written = folder.everything(in: "Reports")
    #expect(Set(written).isSuperset(of: Self.files))
    // The data package describes all other files.
    let package = try #require(JSONSerialization.jsonObject(with: folder.data("Reports/datapackage.json")) as? [String: Any])
    let described = try #require(package["resources"] as? [[String: Any]]).compactMap { $0["path"] as? String }
    #expect(described.count { $0.hasPrefix("pictures/") && $0.hasSuffix(".svg") } > 5)
    #expect(Set(written).subtracting(described) == ["datapackage.json", "navigation.sqlite", "pictures"])
    #expect(folder.everything().filter { !$0.hasPrefix("Reports/") } == ["Reports", "log.ndjson"])
  }

  @Test(arguments: sampled(Array(1...3)))
  func `without a store, the tables are the same`(seed: Int) throws {
    try folder.write(RandomLog(seed: UInt64(seed)).lines.ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--segment", "platform")
    try navaudit("analyze", "log.ndjson", "--output", "None", "--segment", "platform", "--no-store")
    #expect(try differences(folder.tables(of: "None"), folder.tables(of: "Reports")) == [])
    #expect(!folder.exists("None/navigation.sqlite"))
    // The store of an earlier run stays.
    let store = try folder.data("Reports/navigation.sqlite")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--no-store")
    #expect(outcome.output.contains("Reports/navigation.sqlite is of an earlier run, not of these logs"))
    #expect(try folder.data("Reports/navigation.sqlite") == store)
    // Unless small groups are hidden.
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--no-store", "--minimum-group", "2")
    #expect(!folder.exists("Reports/navigation.sqlite"))
    let both = try navaudit("analyze", "log.ndjson", "--output", "New", "--no-store", "--sessions")
    #expect(both.status == 64 && both.errors.contains("--sessions is made from the store, which --no-store leaves out; use only one of them"))
  }

  @Test func `the headers are those that are documented`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions")
    let documented = try Fixtures.documentedColumns()
    #expect(documented.keys.contains("sessions"))
    for (table, columns) in documented { #expect(try folder.table("Reports/\(table).csv").columns == columns, "\(table).csv") }
    for (file, bytes) in try folder.tables(of: "Reports") {
      #expect(try CSVTable(folder.text("Reports/\(file)")).columns.suffix(3) == CSVTable.common[...], "\(file)")
      #expect(bytes.last == UInt8(ascii: "\n"), "\(file) ends with a line feed")
      #expect(!bytes.contains(UInt8(ascii: "\r")), "\(file) holds no carriage return")
    }
  }

  @Test func `tables say which app and which period they are of, so that they can be stacked`() throws {
    let lines = [
      LogLine("2026-03-01T08:00:00.5Z", "a", "tab_select", ["target": "Home", "screen": "Home"]),
      LogLine("2026-03-09T23:59:58Z", "b", "tab_select", ["target": "Home", "screen": "Home"]),
      LogLine("2026-03-04T10:00:00Z", "a", "push", ["screen": "Item", "platform": "ios"]),
    ]
    try folder.write(lines.ndjson, to: "log.ndjson")
    try folder.write("app: =Shop\n", to: "navaudit.yml")
    try navaudit("analyze", "log.ndjson", "--map", "navaudit.yml", "--output", "Reports", "--sessions", "--segment", "platform")
    for (file, _) in try folder.tables(of: "Reports") {
      let table = try CSVTable(folder.text("Reports/\(file)"))
      for row in table.rows { #expect(row.suffix(3) == ["'=Shop", "2026-03-01T08:00:00.5Z", "2026-03-09T23:59:58Z"], "\(file)") }
    }
    #expect(try CSVTable(folder.text("Reports/screens.csv")).columns.suffix(4) == ["platform", "app", "period_start", "period_end"])
    try folder.write(
      (lines + (0..<10).map { LogLine("2026-03-05T08:00:00Z", "c\($0)", "tab_select", ["target": "Home", "screen": "Home"]) }).ndjson, to: "group.ndjson")
    try navaudit("analyze", "group.ndjson", "--output", "Hidden", "--minimum-group", "10")
    #expect(Set(try CSVTable(folder.text("Hidden/summary.csv"))["period_start"]) == ["2026-03-05T00:00:00Z"])
    #expect(Set(try CSVTable(folder.text("Hidden/summary.csv"))["period_end"]) == ["2026-03-05T23:59:59.999999Z"])
  }

  @Test func `a folder is read whole, whatever its files are packed with`() throws {
    let log = Fixtures.smallLog(users: 6)
    let parts = log.cut(into: 4)
    try folder.write(parts[0].ndjson, to: "logs/a.ndjson")
    try folder.write(parts[1].csv, to: "logs/b.csv")
    try folder.write(parts[2].ndjson.gzipped, to: "logs/deep/c.jsonl.gz")
    try folder.write(parts[3].csv.zstandard, to: "logs/deep/er/d.csv.zst")
    try folder.write("# About these logs\n", to: "logs/README.md")
    try folder.write("x", to: "logs/.hidden")
    try folder.write("", to: "logs/empty.ndjson")
    try folder.write(log.ndjson, to: "whole.ndjson")
    let outcome = try navaudit("analyze", "logs", "--output", "A")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("skipped (not a log): logs/README.md"))
    try navaudit("analyze", "whole.ndjson", "--output", "B")
    #expect(differences(try folder.tables(of: "A"), try folder.tables(of: "B")) == [])
  }

  @Test func `the map beside the logs is taken, and another one where it is named`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "logs/log.ndjson")
    try folder.write("app: Beside\ntabs: [Home, Orders]\n", to: "logs/navaudit.yml")
    try folder.write("app: Other\n", to: "other.yml")
    let found = try navaudit("analyze", "logs", "--output", "A")
    #expect(found.output.contains("app map: logs/navaudit.yml"))
    #expect(try folder.text("A/report.md").contains("Navigation report: Beside"))
    let named = try navaudit("analyze", "logs", "--map", "other.yml", "--output", "A")
    #expect(!named.output.contains("app map:"))
    #expect(try folder.text("A/report.md").contains("Navigation report: Other"))
  }

  @Test func `standard input is a log like any other`() throws {
    let log = Fixtures.smallLog()
    try folder.write(log.ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "A")
    for input in [log.ndjson, log.ndjson.gzipped, log.csv] {
      #expect(try navaudit("analyze", "-", "--output", "B", input: input).status == 0)
      #expect(differences(try folder.tables(of: "A"), try folder.tables(of: "B")) == [])
    }
    #expect(try folder.text("B/report.md").contains("standard input"))
  }

  @Test func `json is for machines: one object on standard output`() throws {
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--json", "--quiet")
    #expect(outcome.errors == "")
    #expect(outcome.output.hasSuffix("}\n") && !outcome.output.hasSuffix("\n\n"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["users"] as? Int == 40)
    #expect(object["sessions"] as? Int == 120)
    #expect(object["folder"] as? String == "Reports")
    #expect((object["files"] as? [String])?.sorted() == folder.everything(in: "Reports").filter { $0 != "pictures" })
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.count == (try folder.table("Reports/findings.csv").rows.count))
    #expect(findings.compactMap { $0["rule"] as? String } == (try folder.table("Reports/findings.csv")["rule"]))
  }

  @Test func `quiet says nothing`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "-q")
    #expect(outcome.status == 0)
    #expect(outcome.output == "" && outcome.errors == "")
  }

  @Test func `the status says whether there are findings to fail on`() throws {
    // Forty people choose from the More list only: a warning with moderate evidence, not an error.
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    func status(_ arguments: String...) throws -> Int32 {
      try navaudit.run(["analyze", "log.ndjson", "--output", "Reports", "-q"] + arguments).status
    }
    #expect(try status() == 0)
    let severities = try folder.table("Reports/findings.csv")["severity"]
    #expect(Set(severities).isSuperset(of: ["warning"]) && !severities.contains("error"))
    #expect(try status("--fail-on", "error") == 0)
    #expect(try status("--fail-on", "warning") == 1)
    #expect(try status("--fail-on", "info") == 1)
    // Status 1 is a result, not a failure: everything is written.
    #expect(Set(folder.everything(in: "Reports")).isSuperset(of: Self.files))
    let ignored = Set(try folder.table("Reports/findings.csv")["rule"]).sorted().flatMap { ["--ignore", $0] }
    #expect(try navaudit.run(["analyze", "log.ndjson", "--output", "Reports", "-q", "--fail-on", "info"] + ignored).status == 0)
    #expect(try folder.table("Reports/findings.csv").rows.isEmpty)
    #expect(try status("--select", "tabs.more-toll") == 0)
    #expect(Set(try folder.table("Reports/findings.csv")["rule"]) == ["tabs.more-toll"])
  }

  @Test func `rejected lines are counted by reason and kept on request`() throws {
    var lines = Fixtures.smallLog(users: 20).map(\.json)
    lines.insert("{\"time\": \"2026-03-01T08:00:00Z\", \"user\": ", at: 3)
    lines.insert("{\"time\": \"some day\", \"user\": \"u\", \"event\": \"push\"}", at: 7)
    lines.insert("", at: 8)
    lines.insert("{\"time\": 1772000000, \"event\": \"push\"}", at: 10)
    try folder.write(lines.joined(separator: "\r\n"), to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--rejected", "rejected.tsv")
    #expect(outcome.status == 0)
    #expect(try folder.table("Reports/summary.csv").cell("events_rejected", column: "value") == "3")
    let rejected = try folder.text("rejected.tsv").split(separator: "\n").map { $0.split(separator: "\t").prefix(3).joined(separator: " ") }
    #expect(
      rejected == [
        "file line reason", "log.ndjson 4 not valid JSON", "log.ndjson 8 time not readable", "log.ndjson 11 no user",
      ])
    #expect(try folder.text("Reports/report.md").contains("time not readable"))
  }

  @Test func `last lines that are cut off are rejected, but not held against the log`() throws {
    let good = "\n" + Fixtures.smallLog(users: 1).prefix(3).map(\.json).joined(separator: "\n") + "\n"
    for (name, end) in [("a", "{\"time\":\"2026-03-0"), ("b", "{\"ti"), ("c", "")] { try folder.write(good + end, to: "logs/\(name).ndjson") }
    try folder.write("\n{\"time\":\"20", to: "logs/d.ndjson")
    let outcome = try navaudit("analyze", "logs", "--output", "Reports", "--max-rejected", "0%", "--rejected", "rejected.tsv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.table("Reports/summary.csv").cell("events_rejected", column: "value") == "3")
    let rejected = try folder.text("rejected.tsv").split(separator: "\n").dropFirst().map { $0.split(separator: "\t").prefix(3).joined(separator: " ") }
    #expect(
      rejected == [
        "logs/a.ndjson 5 cut off at the end of the file", "logs/b.ndjson 5 cut off at the end of the file",
        "logs/d.ndjson 2 cut off at the end of the file",
      ])
  }

  @Test func `the share of rejected lines is that of the lines that are not blank`() throws {
    let good = Fixtures.smallLog(users: 1).prefix(19).map(\.json)
    try folder.write((good + ["", "", "", "{", ""]).joined(separator: "\n"), to: "log.ndjson")
    #expect(try navaudit("analyze", "log.ndjson", "--output", "Reports", "--max-rejected", "5%").status == 0)
    let refused = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--max-rejected", "4%")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("1 of 20 lines (5.0%) could not be read, more than --max-rejected 4%: 1 not valid JSON"))
  }

  @Test func `files of an earlier run that are not written again go, those of others stay`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try folder.write("my own notes", to: "Reports/notes.txt")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions")
    #expect(folder.exists("Reports/sessions.csv"))
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    #expect(Set(folder.everything(in: "Reports")).isSuperset(of: Self.files + ["notes.txt"]))
    #expect(!folder.exists("Reports/sessions.csv"))
    #expect(try folder.text("Reports/notes.txt") == "my own notes")
  }

  @Test func `users are pseudonyms unless they are to be revealed`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions")
    for (file, bytes) in try folder.contents(of: "Reports") {
      #expect(bytes.range(of: Data("user-1".utf8)) == nil, "\(file) does not name a user")
    }
    let pseudonyms = Set(try folder.table("Reports/sessions.csv")["user"])
    #expect(pseudonyms.count == 3 && pseudonyms.allSatisfy { $0.count == 17 && $0.hasPrefix("u") })
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions", "--key", "a secret")
    #expect(Set(try folder.table("Reports/sessions.csv")["user"]).isDisjoint(with: pseudonyms))
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions", "--reveal-users")
    #expect(Set(try folder.table("Reports/sessions.csv")["user"]) == ["user-0", "user-1", "user-2"])
  }
}
