import Testing

@testable import Measures
@testable import NavigationModel

/// What small groups hide of a table: the users in its rows say it.
@Suite struct SmallCountsTests {
  private let columns: [Table.Column] = [
    .init("name", .key, .text, ""), .init("taps", .count, .integer, ""), .init("people", .users, .integer, ""),
    .init("others", .users, .integer, ""),
    .init("share", .share, .share, "", basis: "others"), .init("depth", .measure, .number, ""),
  ]

  private func rows(_ policy: Table.SmallGroupPolicy) -> [[Table.Cell]] {
    let rows: [[Table.Cell]] = [
      [.text("all"), .integer(90), .integer(30), .integer(10), .number(0.1), .number(2)],
      [.text("few others"), .integer(9), .integer(30), .integer(1), .number(0.01), .number(3)],
      [.text("few people"), .integer(90), .integer(9), .integer(10), .number(0.1), .number(2)],
      [.text("nobody"), .integer(0), .integer(0), .unknown, .unknown, .number(2)],
      [.text("(fewer than 10 users) ↔ Home"), .integer(90), .integer(30), .integer(10), .number(0.1), .number(2)],
    ]
    return Table(name: "t", meaning: "", columns: columns, rows: rows.map { .init($0) }, smallGroups: policy)
      .withoutSmallGroups(least: 10).table.rows.map(\.cells)
  }

  @Test func `a row of few people is left out, other small counts are emptied with what is based on them`() {
    #expect(
      rows(.leaveOutRows) == [
        [.text("all"), .integer(90), .integer(30), .integer(10), .number(0.1), .number(2)],
        [.text("few others"), .unknown, .integer(30), .unknown, .unknown, .number(3)],
        [.text("nobody"), .integer(0), .integer(0), .unknown, .unknown, .number(2)],
      ])
  }

  @Test func `an expected row stays`() {
    let rows = rows(.emptyCells)
    #expect(
      rows.count == 4
        && rows[2] == [.text("few people"), .integer(90), .unknown, .integer(10), .number(0.1), .number(2)])
  }

  @Test func `totals stay`() { #expect(rows(.totals).count == 5) }
}
