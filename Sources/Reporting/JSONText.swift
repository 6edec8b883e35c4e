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

extension Double {
  /// The number as in tables, with up to six decimals; nil if it is not finite, which JSON cannot express.
  package var inJSON: Double? { Double(sixDecimals) }
}
