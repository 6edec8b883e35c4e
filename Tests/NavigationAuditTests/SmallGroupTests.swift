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
  /// Numbers of users in a text.
  private func usersTold(_ text: String) -> [Int] {
    text.matches(of: /([0-9][0-9,]*)(?: of [0-9,]+)?(?: more)? users?\b/).compactMap {
      Int($0.1.replacing(",", with: ""))
    }
      + text.matches(of: /more than the ([0-9][0-9,]*) \(/).compactMap { Int($0.1.replacing(",", with: "")) }
  }

  private func sarifResults(_ log: Data) throws -> String {
    let runs = try #require((JSONSerialization.jsonObject(with: log) as? [String: Any])?["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [Any])
    return String(decoding: try JSONSerialization.data(withJSONObject: results), as: UTF8.self)
  }

  @Test(.thorough, arguments: [0, 2], SampleLog.Style.allCases)
  func `no file tells of so few`(part: Int, style: SampleLog.Style) throws {
    let least = 10
    let run = Run()
    let users = (60 * part + 1)...(60 * part + 60)
    let days = SampleLog.lines(users: users, style: style).filter { $0.time < "\"2026-03-11" }
    try run.folder.write(days.ndjson, to: "log.ndjson")
    let map = Fixtures.sample("navaudit.yml").path
    try run("ingest", "log.ndjson", "--store", "app.sqlite", "--map", map)
    let outcome = try run(
      "report", "app.sqlite", "--output", "Reports", "--minimum-group", "\(least)", "--segment", "platform,app_version",
      "--json",
      "--write", "sarif=Reports/f.sarif", "--write", "junit=Reports/f.xml", "--write", "codequality=Reports/f.json")
    try run(
      "compare", "app.sqlite", "--by", "platform", "--allow", "platforms,window", "--output", "Compared",
      "--minimum-group", "\(least)")
    var cells = 0
    let compared = ComparisonContents(isExperiment: false, pairs: [], settings: ComparisonSettings()).tables
    for table in compared {
      let told = try run.folder.table("Compared/\(table.name).csv")
      for column in table.columns where column.role == .users || column.role == .count {
        #expect(
          told[column.name].compactMap { Int($0) }.filter { (1..<least).contains($0) } == [],
          "\(table.name), \(column.name)")
      }
    }
    for folder in ["Reports", "Compared"] {
      for (file, data) in try run.folder.contents(of: folder) {
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.firstMatch(of: /\bu[0-9a-f]{16}\b/) == nil, "\(file) names a person")
        // Explanations of columns and rules are not figures.
        if !file.hasSuffix("datapackage.json") {
          let figures = file.hasSuffix("sarif") ? try sarifResults(data) : text
          let told = usersTold(
            figures.replacing("fewer than \(least) users", with: "").replacing("of fewer than ten users", with: ""))
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
      "summary": 1, "depth": 1, "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2,
      "gestures": 1, "transitions": 2,
      "daily": 3, "trails": 3, "tasks": 1,
    ]
    var cells: [[String]: String] = [:]
    for (name, key) in keys {
      let table = try folder.table("Reports/\(name).csv")
      for row in table.rows {
        for (column, cell) in zip(table.columns, row).dropFirst(key) {
          cells[[name] + row.prefix(key) + [column]] = cell
        }
      }
    }
    return cells
  }

  /// Whether every user behind a cell changes its value. (A quantile moves with many users or with none; lines have no
  /// users.)
  private func isCount(_ column: String, in key: [String]) -> Bool {
    if key[0] == "summary" {
      return column == "value"
        && !["depth_", "menu_reach", "events_rejected", "events_duplicate"].contains { key[1].hasPrefix($0) }
    }
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
