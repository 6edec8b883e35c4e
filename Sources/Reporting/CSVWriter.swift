import Measures

/// Writes rows as CSV: RFC 4180 quoting, UTF-8 without a byte order mark, LF line ends, one header row.
///
/// A text cell that a spreadsheet would evaluate as a formula gets a leading `'`; invisible characters are written as
/// `⟨U+001B⟩`.
package struct CSVWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The end of each row: the cells that all rows share, and the line feed.
  private var ending: [UInt8] = []

  /// Begins with the header row.
  package init(_ table: Table) {
    for common in table.common {
      bytes.append(UInt8(ascii: ","))
      append(common.cell)
    }
    ending = take() + [UInt8(ascii: "\n")]
    for (index, column) in table.allColumns.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(column.name)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  package static func bytes(of table: Table) -> [UInt8] {
    var writer = CSVWriter(table)
    for row in table.rows { writer.append(row) }
    return writer.bytes
  }

  package mutating func append(_ row: Table.Row) {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell)
    }
    bytes.append(contentsOf: ending)
  }

  /// Appends a row, and writes what has come together if that is much.
  package mutating func append(_ row: Table.Row, flushingTo write: ([UInt8]) throws -> Void) throws {
    append(row)
    if bytes.count >= 1 << 18 { try write(take()) }
  }

  private mutating func append(_ cell: Table.Cell) {
    switch cell {
    case .text, .list: append(cell.text.asCell)
    default: append(cell.text)
    }
  }

  /// Returns the bytes that were not taken before.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func append(_ text: String) {
    let utf8 = text.utf8
    guard utf8.contains(where: { Self.needsQuotes($0) }) else {
      bytes.append(contentsOf: utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

extension String {
  var asCell: String {
    if utf8.allSatisfy({ $0.isPlainInCells }) { return self }
    return madeVisible(limit: .max, keepsLines: true).withoutFormula
  }

  /// The text, defused for spreadsheets: with `'` before anything that would begin a formula, also after spaces, in
  /// full width, and after `;`, tabs and line ends, where some spreadsheets begin a cell (OWASP, CSV Injection).
  private var withoutFormula: String {
    var text = String.UnicodeScalarView()
    // The possible start of a cell, after any spaces.
    var start: String.UnicodeScalarView.Index? = text.startIndex
    for (index, scalar) in unicodeScalars.enumerated() {
      let begins = "=+-@＝＋－＠".unicodeScalars.contains(scalar)
      let ends = "\t\r\n".unicodeScalars.contains(scalar)
      if let cell = start, begins || ends && index == 0 { text.insert("'", at: cell) }
      text.append(scalar)
      if ends || scalar == ";" {
        start = text.endIndex
      } else if !scalar.properties.isWhitespace {
        start = nil
      }
    }
    return String(text)
  }
}

extension UInt8 {
  /// Whether the byte is harmless in a cell, anywhere: letters, digits and some punctuation, as in nearly all names.
  fileprivate var isPlainInCells: Bool {
    switch self {
    case UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: isLetterOrDigit
    }
  }
}
