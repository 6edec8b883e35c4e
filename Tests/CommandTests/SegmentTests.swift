import Foundation
import TestSupport
import Testing

@Suite("--segment")
struct SegmentTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// The additive columns: the key columns of each table, and the columns of counts.
  private static let additive: [String: (keys: Int, columns: [String])] = [
    "depth": (1, ["visits", "sessions"]),
    "screens": (1, ["visits", "sessions", "returns", "entries", "exits", "quick_backs"]),
    "tabs": (1, ["selects", "reselects", "blocked", "inferred", "kept_state_returns", "state_lost"]),
    "tab_switches": (2, ["count", "tab_steps"]),
    "more": (1, ["selects", "extra_taps"]),
    "menus": (1, ["opens", "abandoned"]),
    "menu_items": (2, ["selects"]),
    "gestures": (1, ["uses", "failed"]),
    "transitions": (2, ["count"]),
    "daily": (3, ["sessions", "visits", "tab_switches", "menu_opens", "sessions_deeper_than_5", "quick_backs"]),
  ]

  private static let counts = [
    "events", "sessions", "steps", "visits", "tab_switches", "more_opens", "more_abandoned", "more_extra_taps",
    "menu_opens", "tab_blocked",
    "back_at_root", "state_lost",
  ]

  private static func log(_ name: String) throws -> Data {
    if name == "sample" { return try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")) }
    var log = RandomLog(seed: 9)
    log.users = 60
    log.events = 6000
    return log.lines.ndjson
  }

  private static func map(_ name: String) -> [String] {
    name == "sample" ? ["--map", Fixtures.sample("navaudit.yml").path] : []
  }

  /// The rows of all segments add up to the total, and the total is the same as in a run without segments.
  @Test(.thorough, arguments: ["random", "sample"])
  func `segments add up`(log: String) throws {
    try folder.write(Self.log(log), to: log)
    #expect(try navaudit.run(["analyze", log, "-q", "--output", "Plain"] + Self.map(log)).status == 0)
    let outcome = try navaudit.run(
      ["analyze", log, "-q", "--output", "Apart", "--segment", "app_version,platform,device"] + Self.map(log))
    #expect(outcome.status == 0)
    let dimensions = 3
    for (name, additive) in Self.additive {
      let table = try folder.table("Apart/\(name).csv")
      let plain = try folder.table("Plain/\(name).csv")
      let added = name == "daily" ? 1 : dimensions
      #expect(table.columns == plain.columns + ["app_version", "platform", "device"].suffix(added), "\(name).csv")
      let whole = table.rows.filter { $0.suffix(added).allSatisfy { $0 == "(all)" } }
      #expect(whole.map { Array($0.dropLast(added)) } == plain.rows, "\(name).csv: the whole")
      var sums: [[String]: [Int]] = [:]
      let places = try additive.columns.map { column in try #require(table.columns.firstIndex(of: column)) }
      for row in table.rows where row.last != "(all)" {
        let key = Array(row.prefix(additive.keys))
        let cells = places.map { Int(row[$0]) ?? 0 }
        sums[key] = zip(sums[key] ?? cells.map { _ in 0 }, cells).map { $0 + $1 }
      }
      for row in whole {
        let sum = sums[Array(row.prefix(additive.keys))] ?? places.map { _ in 0 }
        #expect(sum == places.map { Int(row[$0]) ?? 0 }, "\(name).csv: \(row.prefix(additive.keys))")
      }
      #expect(!whole.isEmpty, "\(name).csv")
    }
    let summary = try folder.table("Apart/summary.csv")
    for metric in Self.counts {
      let rows = summary.rows.filter { $0[0] == metric }
      #expect(rows.first?.suffix(dimensions) == ["(all)", "(all)", "(all)"])
      #expect(rows.dropFirst().reduce(0) { $0 + (Int($1[1]) ?? 0) } == rows.first.flatMap { Int($0[1]) }, "\(metric)")
    }
    // Line counts exist only for the total; findings and checks are for the entire log.
    #expect(summary.rows.filter { $0[0] == "events_rejected" }.count == 1)
    #expect(try folder.data("Apart/findings.csv") == folder.data("Plain/findings.csv"))
    #expect(try folder.data("Apart/log_quality.csv") == folder.data("Plain/log_quality.csv"))
    #expect(try folder.text("Apart/report.md").contains("By segment"))
    #expect(try !folder.text("Plain/report.md").contains("By segment"))
  }
}
