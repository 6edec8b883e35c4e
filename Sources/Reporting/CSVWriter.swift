import Measures

/// Writes rows as CSV: RFC 4180 quoting, UTF-8 without a byte order mark, lines that end in LF, one header row.
///
/// A text cell that a spreadsheet would run as a formula is written with a leading `'`.
public struct CSVWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  /// Begins with the header row.
  public init(columns: [Table.Column]) {
    for (index, column) in columns.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(column.name)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The whole file of a table.
  public static func bytes(of table: Table) -> [UInt8] {
    var writer = CSVWriter(columns: table.columns)
    for row in table.rows { writer.append(row) }
    return writer.bytes
  }

  public mutating func append(_ row: [Table.Cell]) {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if case .text(let text) = cell { append(text.withoutFormula) } else { append(cell.text) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Hands out what was written since the last call, so that long tables can be written piece by piece.
  public mutating func take() -> [UInt8] {
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
  /// The text as a spreadsheet shows it rather than runs it.
  var withoutFormula: String {
    switch utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      "'" + self
    default: self
    }
  }
}
