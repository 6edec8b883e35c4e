import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

/// A table that no measure declares: its order follows only from the roles of its columns.
@Suite struct TableRoleTests {
  struct Shelf {
    var name: String
    var users = 1
    var taps: Int
    var deepest: Int
    var share: Double?
    var mean: Double? = nil
  }

  static var shelves: TableDefinition<Shelf> {
    TableDefinition(
      "shelves", "One row for each shelf.",
      [
        .key("shelf", "The shelf.") { $0.name },
        .users("users", "Users.") { $0.users },
        .count("taps", "Taps.") { $0.taps },
        .quantile("deepest", "The deepest.", in: .levels) { $0.deepest },
        .shareWithInterval("share", "A share.") {
          Figure.Value($0.share, interval: $0.share.map { Interval(low: $0 / 2, high: 1) })
        },
        .measure("mean", "A mean of the taps.", in: .taps, basis: "taps") { $0.mean },
        .text("remark", "A remark.") { _ in "seen" },
      ])
  }

  private func text(_ table: Table) -> [String] {
    table.rows.map { $0.map { $0.text.isEmpty ? "-" : $0.text }.joined(separator: " ") }
  }

  @Test func `rows are sorted by their keys`() {
    let table = Self.shelves.table(["b", "ä", "a", "B"].map { Shelf(name: $0, taps: 1, deepest: 1) })
    #expect(TableRows(table).indices.map { TableRows(table).text($0, "shelf") } == ["B", "a", "b", "ä"])
  }

  @Test func `a table of numbers is sorted by value, and equal keys keep their order`() {
    let table = TableDefinition<(Int, String)>(
      "t", "", [.numberKey("number", "") { $0.0 }, .text("text", "") { $0.1 }]
    )
    .table([(10, "a"), (9, "b"), (10, "c"), (-1, "d")])
    #expect(text(table) == ["-1 d", "9 b", "10 a", "10 c"])
  }
}
