import Foundation
import GRDB
import Measures
import Reporting
import TestSupport
import Testing
import UsabilityRules

/// With `--minimum-group`, no figure based on fewer users is written.
@Suite("Small groups are hidden")
struct SmallGroupTests {
  /// Twelve users see Home and Product; four of them Secret, two of these Rare; two others see Other.
  private func log() -> Data {
    (0..<12).flatMap { user -> [LogLine] in
      var screens = ["Product"]
      if user < 4 { screens.append("Secret") }
      if user < 2 { screens.append("Rare") }
      if user == 4 || user == 5 { screens.append("Other") }
      func time(_ step: Int) -> String { "2026-03-01T08:00:\(step)0Z" }
      let first = LogLine(time(0), "user-\(user)", "tab_select", ["target": "Home", "screen": "Home", "platform": user < 3 ? "watchos" : "ios"])
      return [first] + screens.enumerated().map { LogLine(time($0 + 1), "user-\(user)", "push", ["screen": $1]) }
    }.ndjson
  }

  private func rows(_ run: Run, _ table: String) throws -> [String] { try run.folder.table("Reports/\(table).csv").rows.map { $0.joined(separator: ",") } }

  @Test func `rows of few users are one without figures; elsewhere they are left out, and figures emptied`() throws {
    let run = Run()
    try run.folder.write(log(), to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports")
    #expect(run.folder.exists("Reports/navigation.sqlite"))
    try run("analyze", "log.ndjson", "--output", "Reports", "--minimum-group", "5")
    #expect(!run.folder.exists("Reports/navigation.sqlite"))
    #expect(
      try rows(run, "screens") == [
        "Home,12,12,12,1,1,1,0,12,0,0,10", "Product,12,12,12,2,2,2,0,0,6,0,10", "(fewer than 5 users),,,,,,,,,,,",
      ])
    #expect(
      try rows(run, "transitions") == [
        "(start),Home,12,12", "Home,Product,12,12", "Product,(end),6,6", "(fewer than 5 users),(fewer than 5 users),,",
      ])
    #expect(try rows(run, "depth") == ["1,12,0,0", "2,12,6,6", "3,6,,"])
    #expect(try rows(run, "trails") == ["1,Home,Product,12", "2,Product,(end),6"])
    #expect(try rows(run, "daily").map { String($0.prefix(17)) } == ["2026-03-01,ios,,9"])
    let summary = try run.folder.table("Reports/summary.csv")
    #expect(summary.cell("depth_max", column: "value") == "")
    #expect(summary.cell("depth_mean", column: "value") == "2.666667")
    let report = try run.folder.text("Reports/report.md")
    #expect(!report.contains("Secret") && !report.contains("watchos") && !report.contains("log.ndjson"))
    #expect(report.contains("[screens.csv](screens.csv) (3 rows)") && report.contains("figures based on fewer than 5 users are suppressed"))
  }

  @Test func `the first and the last day of few people show in no file`() throws {
    let lines = (0..<8).flatMap { user in
      (3..<6).map { day in LogLine("2026-03-0\(day)T08:00:00Z", "user-\(user)", "tab_select", ["target": "Home", "screen": "Home"]) }
    }
    let early = LogLine("2026-03-01T08:00:00Z", "user-1", "tab_select", ["target": "Home", "screen": "Home"])
    let late = LogLine("2026-03-09T08:00:00Z", "user-2", "tab_select", ["target": "Home", "screen": "Home"])
    let run = Run()
    try run.folder.write((lines + [early, late]).ndjson, to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports", "--minimum-group", "5")
    for file in run.folder.everything() where file.hasPrefix("Reports/") && (file.hasSuffix(".csv") || file.hasSuffix(".md") || file.hasSuffix(".json")) {
      let text = try run.folder.text(file)
      #expect(!text.contains("2026-03-01") && !text.contains("2026-03-09"), "\(file)")
    }
    #expect(try run.folder.text("Reports/tabs.csv").contains(",2026-03-03T00:00:00Z,2026-03-05T23:59:59.999999Z\n"))
    #expect(try run.folder.text("Reports/report.md").contains("between 3 and 5 March 2026"))
  }

  @Test func `a file that is on both sides of a comparison is not named`() throws {
    let run = Run()
    for name in ["before/anna.ndjson", "after/anna.ndjson"] { try run.folder.write(log(), to: name) }
    let outcome = try run.navaudit("compare", "before", "after", "--output", "Compared", "--minimum-group", "5")
    #expect(outcome.status == 2 && outcome.errors.contains("a file is on both sides") && !outcome.errors.contains("anna"))
  }

  @Test(.thorough) func `names that only the app map has are hidden like others`() throws {
    let run = Run()
    try run.folder.write(log(), to: "log.ndjson")
    try run.folder.write("screen_names:\n  - {pattern: '^P', name: Article}\n  - {pattern: '^Sec', name: Hidden}\n", to: "map.yml")
    try run("analyze", "log.ndjson", "--map", "map.yml", "--output", "Reports", "--minimum-group", "5", "--segment", "platform")
    #expect(try rows(run, "screens").map { String($0.prefix { $0 != "," }) } == ["Article", "Home", "(fewer than 5 users)"])
    try run("map", "log.ndjson", "--map", "map.yml", "--minimum-group", "5", "--output", "log.state")
    try run("ingest", "log.ndjson", "--map", "map.yml", "--store", "log.sqlite")
    try run("report", "log.sqlite", "--map", "map.yml", "--minimum-group", "5", "--output", "Stored")
    #expect(try run.folder.table("Stored/screens.csv").rows.map(\.first) == ["Article", "Home", "(fewer than 5 users)"])
  }

  @Test func `rows whose users are few even together tell nothing`() throws {
    let run = Run()
    try run.folder.write(log(), to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports", "--minimum-group", "7")
    #expect(try rows(run, "screens").last == "(fewer than 7 users),,,,,,,,,,,")
    // Six left from Product, and users who met the hidden names are not counted.
    #expect(try rows(run, "transitions").last == "(fewer than 7 users),(fewer than 7 users),,")
  }

  @Test func `segments of few users are left out`() throws {
    let run = Run()
    try run.folder.write(log(), to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports", "--minimum-group", "5", "--segment", "platform")
    // Segments have a minimum of ten in any case.
    #expect(Set(try run.folder.table("Reports/screens.csv")["platform"]) == ["(all)"])
    try run.folder.write(log() + Data(String(decoding: log(), as: UTF8.self).replacing("user-", with: "other-").utf8), to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports", "--minimum-group", "5", "--segment", "platform")
    #expect(Set(try run.folder.table("Reports/screens.csv")["platform"]) == ["(all)", "ios"])
    let screens = try run.folder.table("Reports/screens.csv")
    // Eight saw Secret, but only two of them on ios.
    #expect(screens.rows.filter { $0.last == "ios" }.map { $0[0] + " " + $0[2] } == ["Home 18", "Product 18", "(fewer than 5 users) "])
  }

  @Test func `what cannot be hidden is refused`() throws {
    let run = Run()
    try run.folder.write(log(), to: "log.ndjson")
    let few = try run.navaudit("analyze", "log.ndjson", "--minimum-group", "13")
    #expect(few.status == 2)
    #expect(
      few.errors == "navaudit: there are fewer users than --minimum-group 13: every figure would be suppressed; add logs or lower --minimum-group\n")
    #expect(run.folder.everything() == ["log.ndjson"])
    #expect(try run.navaudit("analyze", "log.ndjson", "--minimum-group", "1").status == 64)
    let sessions = try run.navaudit("analyze", "log.ndjson", "--minimum-group", "5", "--sessions")
    #expect(sessions.status == 64)
    #expect(sessions.errors.hasPrefix("navaudit: --sessions lists individual users, which --minimum-group hides; use only one of them\n"))
  }

  /// Numbers of users in a text.
  private func usersTold(_ text: String) -> [Int] {
    text.matches(of: /([0-9][0-9,]*)(?: of [0-9,]+)?(?: more)? users?\b/).compactMap { Int($0.1.replacing(",", with: "")) }
      + text.matches(of: /more than the ([0-9][0-9,]*) \(/).compactMap { Int($0.1.replacing(",", with: "")) }
  }

  private func sarifResults(_ log: Data) throws -> String {
    let runs = try #require((JSONSerialization.jsonObject(with: log) as? [String: Any])?["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [Any])
    return String(decoding: try JSONSerialization.data(withJSONObject: results), as: UTF8.self)
  }

  @Test(.thorough, arguments: [0, 1, 2, 3], SampleLog.Style.allCases)
  func `no file tells of so few`(part: Int, style: SampleLog.Style) throws {
    let least = 10
    let run = Run()
    let users = (60 * part + 1)...(60 * part + 60)
    let days = SampleLog.lines(users: users, style: style).filter { $0.time < "\"2026-03-11" }
    try run.folder.write(days.ndjson, to: "log.ndjson")
    let map = Fixtures.sample("navaudit.yml").path
    try run("ingest", "log.ndjson", "--store", "app.sqlite", "--map", map)
    let outcome = try run(
      "report", "app.sqlite", "--output", "Reports", "--minimum-group", "\(least)", "--segment", "platform,app_version", "--json",
      "--write", "sarif=Reports/f.sarif", "--write", "junit=Reports/f.xml", "--write", "codequality=Reports/f.json")
    try run("compare", "app.sqlite", "--by", "platform", "--allow", "platforms,window", "--output", "Compared", "--minimum-group", "\(least)")
    var cells = 0
    let compared = ComparisonContents(isExperiment: false, pairs: [], settings: ComparisonSettings()).tables
    for table in compared {
      let told = try run.folder.table("Compared/\(table.name).csv")
      for column in table.columns where column.role == .users || column.role == .count {
        #expect(told[column.name].compactMap { Int($0) }.filter { (1..<least).contains($0) } == [], "\(table.name), \(column.name)")
      }
    }
    for folder in ["Reports", "Compared"] {
      for (file, data) in try run.folder.contents(of: folder) {
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.firstMatch(of: /\bu[0-9a-f]{16}\b/) == nil, "\(file) names a person")
        // Explanations of columns and rules are not figures.
        if !file.hasSuffix("datapackage.json") {
          let figures = file.hasSuffix("sarif") ? try sarifResults(data) : text
          let told = usersTold(figures.replacing("fewer than \(least) users", with: "").replacing("of fewer than ten users", with: ""))
          #expect(told.filter { (1..<least).contains($0) } == [], "\(file)")
        }
        guard file.hasSuffix(".csv") else { continue }
        let table = try CSVTable(text)
        for column in table.columns where column.hasSuffix("users") || column == "at_risk" || column == "discovered" {
          let few = table[column].compactMap { Int($0) }.filter { (1..<least).contains($0) }
          #expect(few == [], "\(file), \(column)")
          cells += table.rows.count
        }
      }
    }
    #expect(cells > 200)
    #expect(usersTold(outcome.output).allSatisfy { !(1..<least).contains($0) })
    #expect(outcome.output.firstMatch(of: /\bu[0-9a-f]{16}\b/) == nil)
    #expect(try run.folder.table("Reports/screens.csv").rows.count > 5)
  }

  /// The cells of all tables of measures, by table, row and column.
  private func cells(_ folder: TemporaryFolder) throws -> [[String]: String] {
    let keys = [
      "summary": 1, "depth": 1, "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2, "gestures": 1, "transitions": 2,
      "daily": 3, "trails": 3, "tasks": 1,
    ]
    var cells: [[String]: String] = [:]
    for (name, key) in keys {
      let table = try folder.table("Reports/\(name).csv")
      for row in table.rows {
        for (column, cell) in zip(table.columns, row).dropFirst(key) { cells[[name] + row.prefix(key) + [column]] = cell }
      }
    }
    return cells
  }

  /// Whether every user behind a cell changes its value. (A quantile moves with many users or with none; lines have no users.)
  private func isCount(_ column: String, in key: [String]) -> Bool {
    if key[0] == "summary" { return column == "value" && !["depth_", "menu_reach", "events_rejected", "events_duplicate"].contains { key[1].hasPrefix($0) } }
    if key[0] == "tasks" { return ["tries", "completed", "users"].contains(column) }
    return !["depth_", "dwell_", "choose_", "reach", "abandonment", "click_through"].contains { column.hasPrefix($0) }
  }

  @Test(.thorough, arguments: [LogSource.shop(seed: 5, style: .full, users: 13), .random(seed: 3)])
  func `every count that is told is another one without any of enough users`(source: LogSource) throws {
    let least = 6
    let lines = try source.lines
    let map = Fixtures.sample("navaudit.yml").path
    func analysed(_ lines: [String], _ more: [String]) throws -> [[String]: String] {
      let run = Run()
      try run.folder.write(lines.ndjson, to: "log.ndjson")
      let outcome = try run.navaudit.run(["analyze", "log.ndjson", "--map", map, "--output", "Reports"] + more)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try cells(run.folder)
    }
    let users = Set(lines.compactMap { $0.logLine["user"] }).sorted()
    #expect(users.count >= 2 * least)
    let without = try users.map { user in try analysed(lines.filter { $0.logLine["user"] != user }, []) }
    let whole = try analysed(lines, [])
    let hidden = try analysed(lines, ["--minimum-group", "\(least)"])
    var told = 0
    for (key, cell) in hidden where !key.contains("(fewer than \(least) users)") {
      let isEmptied = cell.isEmpty && whole[key]?.isEmpty == false
      #expect(isEmptied || cell == whole[key], "\(key)")
      guard let count = Int(cell), count > 0, let column = key.last, isCount(column, in: key) else { continue }
      told += 1
      #expect(without.count { $0[key, default: "0"] != cell } >= least, "\(key): \(cell)")
    }
    #expect(told > 100)
    #expect(hidden.count < whole.count)
  }
}
