import Foundation
import Measures

/// A value of JSON, written as a literal.
package enum JSON: Sendable, Hashable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  case null
  case flag(Bool)
  case integer(Int)
  /// Finite.
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  package init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }
  /// The number as in tables; null if it is not finite, which JSON cannot express.
  package init(_ number: Double?) { self = number?.inJSON.map { .number($0) } ?? .null }

  package init(_ texts: [String]) { self = .list(texts.map { .text($0) }) }

  package init(stringLiteral text: String) { self = .text(text) }
  package init(arrayLiteral items: JSON...) { self = .list(items) }
  package init(dictionaryLiteral members: (String, JSON)...) { self = .object(Dictionary(members) { $1 }) }

  /// A row of a table as the members of an object, named after the columns.
  package static func members<Row>(_ row: Row, of table: TableDefinition<Row>) -> [String: JSON] {
    let cells = zip(table.empty.columns, table.row(row)).map { column, cell -> (String, JSON) in
      switch cell {
      case .unknown: (column.name, .null)
      case .list(let names): (column.name, JSON(names))
      case .integer(let number): (column.name, .integer(number))
      case .number(let number): (column.name, JSON(number))
      case .text, .date, .time: (column.name, .text(cell.text))
      }
    }
    return Dictionary(cells) { $1 }
  }

  /// The value as text (``Swift/String/json(_:)``), without a line end.
  package var written: String { String(String.json(self).dropLast()) }

  /// The value without members that are null.
  package var withoutNulls: JSON {
    switch self {
    case .object(let members): .object(members.filter { $0.value != .null }.mapValues(\.withoutNulls))
    case .list(let items): .list(items.map(\.withoutNulls))
    default: self
    }
  }

  /// A member of an object; nil if it is none or has none of this name.
  package subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }
}

extension JSON: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let members = try? container.decode([String: JSON].self) {
      self = .object(members)
    } else if let items = try? container.decode([JSON].self) {
      self = .list(items)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else {
      self = container.decodeNil() ? .null : .number(try container.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let items): try container.encode(items)
    case .object(let members): try container.encode(members)
    }
  }
}

extension String {
  /// A value as JSON: indented, its members in alphabetical order, with a final line end. The same value always gives
  /// the same bytes.
  ///
  /// No text in it can be a command to a CI system that reads the output of a job (`##[`).
  package static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
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
    return String(decoding: text, as: UTF8.self) + "\n"
  }
}

extension Double {
  /// The number as in tables, with up to six decimals; nil if it is not finite, which JSON cannot express.
  package var inJSON: Double? { Double(sixDecimals) }
}
