import Foundation
import TestSupport
import Testing

@Suite("compare")
struct CompareTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  private static let log = Fixtures.sample("bazaar.ndjson.gz").path
  private static let sides = ["--before", "app_version=2.3.0", "--after", "app_version=2.4.0"]

  /// Each side has the values of its own analysis, and stores give the same as logs.
  @Test(.thorough) func `the values of a side are those of its own report`() throws {
    let lines = try #require(String(data: Self.plainSample, encoding: .utf8)).split(separator: "\n")
    let map = Fixtures.sample("navaudit.yml").path
    for version in ["2.3.0", "2.4.0"] {
      let own = lines.filter { $0.contains("\"app_version\":\"\(version)\"") }.joined(separator: "\n")
      try folder.write(own, to: "\(version).ndjson")
      try navaudit("ingest", "--store", "\(version).sqlite", "\(version).ndjson", "--map", map, key: "k")
      try navaudit("report", "\(version).sqlite", "--output", version)
    }
    try navaudit("compare", "2.3.0.ndjson", "2.4.0.ndjson", "--map", map, "--output", "logs")
    try navaudit("compare", "2.3.0.sqlite", "2.4.0.sqlite", "--output", "stores")
    try navaudit("compare", "2.3.0.sqlite", "2.4.0.ndjson", "--output", "mixed")
    _ = try navaudit.run(["compare", Self.log, "--map", map, "--output", "sides"] + Self.sides)
    let compared = try folder.table("stores/compare.csv")
    func rows(_ name: String) throws -> [[String]] {
      try folder.table("\(name)/compare.csv").rows.map { Array($0.dropFirst(2)) }
    }
    let stores = try rows("stores")
    #expect(try rows("logs") == stores)
    #expect(try rows("mixed") == stores)
    #expect(try rows("sides") == stores.filter { !["events_rejected", "events_duplicate"].contains($0[1]) })

    func place(_ column: String) throws -> Int { try #require(compared.columns.firstIndex(of: column)) }
    for (side, version) in [("before", "2.3.0"), ("after", "2.4.0")] {
      var seen = 0
      func compare(_ metric: String, _ subject: String, section: String = "", with cells: [String?]) throws {
        let row = try #require(
          compared.rows.first { $0[3] == metric && $0[5] == subject && $0[6] == section }, "\(metric) of \(subject)")
        for (column, cell) in zip(["value", "low", "high", "n"], cells) {
          #expect(row[try place("\(side)_\(column)")] == cell, "\(metric) of \(subject): \(column) \(side)")
        }
        seen += 1
      }
      let summary = try folder.table("\(version)/summary.csv")
      for row in summary.records {
        // Means have an interval in a comparison only.
        let bounds = row["unit"] == "mean" ? [] : ["ci_low", "ci_high", "n"]
        try compare(row["metric"], "app", with: (["value"] + bounds).map { row[$0] })
      }
      func compare(reach metric: String, of table: String, _ subject: String, in section: String? = nil) throws {
        for row in try folder.table("\(version)/\(table).csv").records where row["users"] != "0" {
          try compare(
            metric, row[subject], section: section == "More" ? "More" : section.map { row[$0] } ?? "",
            with: ["reach", "reach_low", "reach_high"].map { row[$0] })
        }
      }
      try compare(reach: "tab_reach", of: "tabs", "tab")
      try compare(reach: "more_item_reach", of: "more", "item", in: "More")
      try compare(reach: "menu_reach", of: "menus", "menu")
      try compare(reach: "menu_item_reach", of: "menu_items", "item", in: "menu")
      try compare(reach: "gesture_reach", of: "gestures", "gesture")
      for row in try folder.table("\(version)/menus.csv").records where row["users"] != "0" {
        let explicit = try #require(Int(row["opens"])) - #require(Int(row["implied_opens"]))
        try compare(
          "menu_abandonment", row["menu"],
          with: ["abandonment", "abandonment_low", "abandonment_high"].map { row[$0] } + [String(explicit)])
      }
      #expect(seen > 40)
    }
  }

  private static var plainSample: Data {
    get throws { try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")).gunzipped(size: 64 << 20) }
  }
}
