import Foundation

/// A CSV file, for tests.
package struct CSVTable: Sendable {
  package private(set) var columns: [String]
  package private(set) var rows: [[String]]

  /// The last columns of every table of a report.
  package static let common = ["app", "period_start", "period_end"]

  package struct Malformed: Error {
    package let line: Int
  }

  /// - Throws: if a row has another number of cells than the header.
  package init(_ text: String) throws {
    let records = Self.records(text)
    columns = records.first ?? []
    rows = Array(records.dropFirst())
    for (index, row) in rows.enumerated() where row.count != columns.count { throw Malformed(line: index + 2) }
  }

  /// The table without ``common``, which are the same in every row.
  package var withoutCommon: CSVTable {
    guard columns.suffix(3) == Self.common[...] else { return self }
    var table = self
    table.columns.removeLast(3)
    for row in rows.indices { table.rows[row].removeLast(3) }
    return table
  }

  /// The rows with a text in a column; all if there is no such column.
  package func `where`(_ column: String, _ text: String) -> CSVTable {
    guard let index = columns.firstIndex(of: column) else { return self }
    var table = self
    table.rows = rows.filter { $0[index] == text }
    return table
  }

  /// A row with access by column name.
  package struct Record {
    fileprivate let table: CSVTable
    fileprivate let row: Int

    package subscript(column: String) -> String {
      table.columns.firstIndex(of: column).map { table.rows[row][$0] } ?? "(no column \(column))"
    }
  }

  package var records: [Record] { rows.indices.map { Record(table: self, row: $0) } }

  /// The cells of a column.
  package subscript(column: String) -> [String] {
    guard let place = columns.firstIndex(of: column) else { return [] }
    return rows.map { $0[place] }
  }

  /// The sum of an integer column; empty cells count as 0.
  package func sum(_ column: String) -> Int { self[column].reduce(0) { $0 + (Int($1) ?? 0) } }

  /// A cell of the row whose first cells are `key`; nil if there is no such row or column.
  package func cell(_ key: String..., column: String) -> String? { cell(key, column) }

  package func cell(_ key: [String], _ column: String) -> String? {
    guard let place = columns.firstIndex(of: column) else { return nil }
    // The first cell decides mostly, and comparing it alone is cheap without optimization.
    return rows.first { $0.first == key.first && $0.starts(with: key) }?[place]
  }

  /// The rows as text, `a | b | c`.
  package var lines: [String] { rows.map { $0.joined(separator: " | ") } }

  private static func records(_ text: String) -> [[String]] {
    // Without optimization, the loop below takes most of the time of some suites.
    if !text.contains("\"") {
      return text.components(separatedBy: "\n").dropLast().map { $0.components(separatedBy: ",") }
    }
    var records: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var previousWasQuote = false
    for byte in text.utf8 {
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          isQuoted = false
          previousWasQuote = true
        } else {
          cell.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        if previousWasQuote { cell.append(byte) }
        isQuoted = true
      case UInt8(ascii: ","):
        row.append(String(decoding: cell, as: UTF8.self))
        cell = []
      case UInt8(ascii: "\n"):
        records.append(row + [String(decoding: cell, as: UTF8.self)])
        row = []
        cell = []
      default: cell.append(byte)
      }
      previousWasQuote = false
    }
    return records
  }
}
