import Foundation
import TestSupport
import Testing

/// Logs with tables on which two independent implementations of the specification agree.
@Suite("Conformance: no cell differs")
struct ConformanceTests {
  static let logs = sampled(
    [
      "shop-full", "random-stacks", "random-events", "shop-split", "shop-views", "shop-stacks",
      "random-events-with-depth",
    ], to: 2)

  /// The number of key columns of each table.
  static let tables = [
    "summary": 1, "depth": 1, "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2,
    "transitions": 2,
    "gestures": 1,
  ]

  @Test(arguments: logs)
  func `every cell is as expected`(log: String) throws {
    let folder = TemporaryFolder()
    let navaudit = Navaudit(in: folder)
    let outcome = try navaudit(
      "analyze", Fixtures.file("conformance/\(log)/log.ndjson.zst").path, "--max-rejected", "100%", "--output",
      "Reports")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    var cells = 0
    // What each entry would save, in the entire log, for the logs for which it is known.
    if let bytes = try? Data(contentsOf: Fixtures.file("conformance/\(log)/entries.csv")) {
      let expected = try CSVTable(String(decoding: bytes, as: UTF8.self))
      let found = try folder.table("Reports/entries.csv")
      #expect(found.rows.count { $0.first == "(all)" } == expected.rows.count, "rows of entries.csv")
      for row in expected.rows {
        let key = Array(row.prefix(3))
        for (column, cell) in zip(expected.columns, row) {
          let other = found.cell(key, column)
          #expect(
            Self.isSame(cell, other), "entries.csv, \(key), \(column): expected \(cell), found \(other ?? "no row")")
          cells += 1
        }
      }
    }
    for (name, keys) in Self.tables.sorted(by: { $0.key < $1.key }) {
      let expected = try CSVTable(
        String(decoding: Data(contentsOf: Fixtures.file("conformance/\(log)/\(name).csv")), as: UTF8.self))
      let found = try folder.table("Reports/\(name).csv")
      #expect(found.columns.filter(expected.columns.contains) == expected.columns)
      if name != "summary" { #expect(found.rows.count == expected.rows.count, "rows of \(name).csv") }
      for row in expected.rows {
        let key = Array(row.prefix(keys))
        for (column, cell) in zip(expected.columns, row) {
          let other = found.cell(key, column)
          #expect(
            Self.isSame(cell, other), "\(name).csv, \(key), \(column): expected \(cell), found \(other ?? "no row")")
          cells += 1
        }
      }
    }
    #expect(cells > 1000)
  }

  /// Whether two cells agree: numbers may differ in the last of six decimals.
  private static func isSame(_ expected: String, _ found: String?) -> Bool {
    guard let found else { return false }
    if expected == found { return true }
    guard let a = Double(expected), let b = Double(found) else { return false }
    return abs(a - b) <= 2e-6 * max(1, abs(a), abs(b))
  }
}
