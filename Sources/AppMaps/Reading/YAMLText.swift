/// Writes texts as YAML.
package enum YAMLText {
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// A scalar: plain if it is unambiguous, otherwise in double quotes.
  package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// `[Home, "Search: all"]`
  package static func list(_ texts: [String]) -> String { "[\(texts.map(scalar).joined(separator: ", "))]" }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != " ", !words.contains(text.lowercased()) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_/".unicodeScalars.contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      // In job output, CI systems would execute `##[…]`.
      case "#" where quoted.hasSuffix("#"): quoted += "\\x23"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        let mustEscape = scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        quoted +=
          mustEscape ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16) : String(scalar)
      }
    }
    return quoted + "\""
  }
}
