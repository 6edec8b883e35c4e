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

  @Test func `the report names each picture that is there`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    let pictures = folder.everything(in: "Reports/pictures")
    let report = try folder.text("Reports/report.md")
    #expect(report.matches(of: /\]\((pictures\/[a-z-]+\.svg)\)/).count == 2 * pictures.count, "shown, and linked to itself")
    for picture in pictures {
      #expect(report.contains("](pictures/\(picture))"))
      #expect(try folder.text("Reports/pictures/\(picture)").hasPrefix("<svg xmlns="))
    }
    #expect(try folder.text("Reports/report.html").components(separatedBy: "<figure>").count - 1 == pictures.count)
  }
}
