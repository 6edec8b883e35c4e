import Measures
import Tables

/// A JSON value whose members keep their order, so the same value always gives the same bytes.
package enum JSON {
  case string(String)
  case integer(Int)
  /// With up to six decimals.
  case number(Double)
  case null
  case bool(Bool)
  case array([JSON])
  case object([(name: String, value: JSON)])
  /// JSON text that is already encoded.
  case written(String)

  /// Indented by two spaces, with a final line end.
  package var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .integer(let number): text += String(number)
    case .number(let number): text += number.isFinite ? number.sixDecimals : "null"
    case .null: text += "null"
    case .written(let written): text += written
    case .bool(let bool): text += bool ? "true" : "false"
    case .array(let values) where values.allSatisfy(\.isScalar):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text, indent: indent)
      }
      text += "]"
    case .array(let values):
      Self.writeLines(values, between: ("[", "]"), to: &text, indent: indent) { value, inner, text in
        value.write(to: &text, indent: inner)
      }
    case .object(let members):
      Self.writeLines(members, between: ("{", "}"), to: &text, indent: indent) { member, inner, text in
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indent: inner)
      }
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object, .written: false
    default: true
    }
  }

  private static func writeLines<Item>(
    _ items: [Item], between ends: (String, String), to text: inout String, indent: String,
    write: (Item, String, inout String) -> Void
  ) {
    text += ends.0
    for (index, item) in items.enumerated() {
      text += index > 0 ? ",\n  \(indent)" : "\n  \(indent)"
      write(item, indent + "  ", &text)
    }
    text += items.isEmpty ? ends.1 : "\n\(indent)\(ends.1)"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var last: Unicode.Scalar = " "
    for scalar in string.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      // `##[` in job output is a command to CI systems.
      case "#" where last == "#": text += "\\u0023"
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..<" ", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
