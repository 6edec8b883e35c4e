/// Reads the rows of a table by the names of its columns.
package struct TableRows: Sendable {
  private let rows: [Table.Row]
  private let columns: [String: Int]

  /// The row that stands for several, each based on too few users to be shown.
  package let combined: Int?

  package init(_ table: Table) {
    rows = table.rows
    combined = table.rows.lastIndex(where: \.isCombined)
    columns = Dictionary(table.columns.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
  }

  /// All rows except ``combined``, which is the last one.
  package var indices: Range<Int> { combined.map { 0..<$0 } ?? rows.indices }
  package var count: Int { indices.count }

  /// Unknown if there is no such column.
  package func cell(_ row: Int, _ column: String) -> Table.Cell { columns[column].map { rows[row].cells[$0] } ?? .unknown }

  package func text(_ row: Int, _ column: String) -> String { cell(row, column).text }

  /// 0 if unknown.
  package func integer(_ row: Int, _ column: String) -> Int {
    if case .integer(let number) = cell(row, column) { number } else { 0 }
  }

  /// Nil if unknown.
  package func number(_ row: Int, _ column: String) -> Double? {
    switch cell(row, column) {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// Days since 1970-01-01; nil if unknown.
  package func day(_ row: Int, _ column: String) -> Int? {
    if case .date(let day) = cell(row, column) { day } else { nil }
  }

  /// The first row with this text in a column.
  package func first(_ column: String, _ text: String) -> Int? {
    indices.first { cell($0, column) == .text(text) }
  }

  /// The rows with the highest figures first; ties keep their order.
  package func ordered(by columns: [String]) -> [Int] {
    let figures = columns.map { column in indices.map { number($0, column) ?? -1 } }
    return indices.sorted { a, b in
      for column in figures where column[a] != column[b] { return column[a] > column[b] }
      return a < b
    }
  }
}
