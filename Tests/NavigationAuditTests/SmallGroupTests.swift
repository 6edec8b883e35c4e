import Foundation
import GRDB
import Measures
import Reporting
import TestSupport
import Testing
import UsabilityRules

/// With `--minimum-group`, no file has a row about fewer users.
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
      "report", "app.sqlite", "--output", "Reports", "--minimum-group", "\(least)", "--json",
      "--write", "sarif=Reports/f.sarif", "--write", "junit=Reports/f.xml", "--write", "baseline=Reports/f.json")
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
}
