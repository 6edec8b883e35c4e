import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

/// A table that no measure declares: its protection follows only from the roles of its columns.
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
        .extreme("deepest", "The deepest.", in: .levels) { $0.deepest },
        .shareWithInterval("share", "A share.") {
          Figure.Value($0.share, interval: $0.share.map { Interval(low: $0 / 2, high: 1) })
        },
        .measure("mean", "A mean of the taps.", in: .taps, basis: "taps") { $0.mean },
        .text("remark", "A remark.") { _ in "seen" },
      ])
  }

  /// What each user has on the shelves; figures based on three users are shown.
  private func peopleBehind(_ people: [[Shelf]]) -> PeopleBehind {
    var peopleBehind = PeopleBehind(least: 3)
    for (user, rows) in people.enumerated() {
      peopleBehind.add([Self.shelves.table(rows)], of: Pseudonym(rawValue: UInt64(user)))
    }
    return peopleBehind
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

  @Test func `rows of few users become one, and figures of few users are emptied with their intervals`() {
    let top = { (taps: Int, deepest: Int, share: Double?) in
      Shelf(name: "top", taps: taps, deepest: deepest, share: share)
    }
    let people = [
      [top(1, 4, 0.5), Shelf(name: "low", taps: 2, deepest: 1)],
      [top(2, 4, nil), Shelf(name: "dark", taps: 3, deepest: 1)],
      [top(0, 4, 0.5), Shelf(name: "dark", taps: 4, deepest: 2)], [top(0, 9, nil)],
    ]
    let whole = Self.shelves.table([
      Shelf(name: "top", users: 4, taps: 3, deepest: 9, share: 0.5, mean: 1.5),
      Shelf(name: "low", users: 1, taps: 2, deepest: 1),
      Shelf(name: "dark", users: 2, taps: 7, deepest: 2),
    ])
    let folded = peopleBehind(people).suppressed(whole)
    #expect(
      text(folded.table) == [
        // Two users have taps, two a share, and a single one the maximum.
        "top 4 - - - - - - seen",
        // Three users are behind both rows together. Depths do not add up.
        "(fewer than 3 users) 3 9 - - - - - (fewer than 3 users)",
      ])
    #expect(folded.rows == 2 && folded.figures == 4)
  }

  @Test func `what enough users did stays`() {
    let rows = [Shelf(name: "top", taps: 1, deepest: 4, share: 0.5)]
    let whole = Self.shelves.table([Shelf(name: "top", users: 3, taps: 3, deepest: 4, share: 0.5, mean: 1)])
    let folded = peopleBehind([rows, rows, rows]).suppressed(whole)
    #expect(text(folded.table) == ["top 3 3 4 0.5 0.25 1 1 seen"])
    #expect(folded.rows == 0 && folded.figures == 0)
  }
}
