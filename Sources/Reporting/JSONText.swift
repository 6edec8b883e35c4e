import Foundation
import Measures

extension String {
  /// A value as JSON: indented, its members in alphabetical order, with a final line end. The same value always gives the same bytes.
  ///
  /// No text in it can be a command to a CI system that reads the output of a job (`##[`).
  /// - Parameter keys: how the names of properties become those of members, if these are not given as coding keys.
  package init(json value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = keys
    var text: [UInt8] = []
    do {
      var last: UInt8 = 0
      for byte in try encoder.encode(value) {
        switch byte {
        // These bytes only occur within strings.
        case UInt8(ascii: "#") where last == UInt8(ascii: "#"): text += #"\u0023"#.utf8
        case 0x7F: text += #"\u007f"#.utf8
        default: text.append(byte)
        }
        last = byte
      }
    } catch {
      preconditionFailure("navaudit's own values have a form in JSON: \(error)")
    }
    self = String(decoding: text, as: UTF8.self) + "\n"
  }
}

/// A row of a table as the members of a JSON object, named after the columns.
package struct RowInJSON: Encodable {
  private let members: [(name: String, cell: Table.Cell)]
  private let hasNulls: Bool

  /// - Parameters:
  ///   - hasNulls: whether a member without a value is `null`; otherwise it is left out.
  ///   - left: the columns that are left out.
  package init<Row>(_ row: Row, of table: TableDefinition<Row>, hasNulls: Bool, leavingOut left: Set<String> = []) {
    members = zip(table.empty.columns, table.row(row)).compactMap { column, cell in left.contains(column.name) ? nil : (column.name, cell) }
    self.hasNulls = hasNulls
  }

  private init(_ members: [(name: String, cell: Table.Cell)], hasNulls: Bool) { (self.members, self.hasNulls) = (members, hasNulls) }

  /// The row with invisible characters made visible.
  func madeVisible() -> RowInJSON {
    RowInJSON(members.map { name, cell in if case .text(let text) = cell { (name, .text(text.madeVisible())) } else { (name, cell) } }, hasNulls: hasNulls)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, cell) in members {
      let key = Key(stringValue: name)
      switch cell {
      case .unknown: if hasNulls { try container.encodeNil(forKey: key) }
      case .list(let names): try container.encode(names, forKey: key)
      case .integer(let number): try container.encode(number, forKey: key)
      case .number(let number):
        if let number = number.inJSON { try container.encode(number, forKey: key) } else if hasNulls { try container.encodeNil(forKey: key) }
      case .text, .date, .time: try container.encode(cell.text, forKey: key)
      }
    }
  }
}

extension Double {
  /// The number as in tables, with up to six decimals; nil if it is not finite, which JSON cannot express.
  package var inJSON: Double? { Double(sixDecimals) }
}

/// A member that is `null` in JSON if it has no value; other optional ones are left out.
@propertyWrapper
package struct OrNull<Value: Encodable>: Encodable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
