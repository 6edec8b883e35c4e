extension String {
  /// The text with invisible and reordering characters made visible: line ends, control characters, characters that
  /// change the direction of writing, and zero-width characters. Each is written as `⟨U+202E⟩`.
  /// - Parameter limit: longer texts are truncated; in Unicode scalars.
  /// - Parameter keepsLines: whether tabs and line ends stay, as in a quoted CSV cell.
  package func madeVisible(limit: Int = 2000, keepsLines: Bool = false) -> String {
    if utf8.count <= limit, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    var text = ""
    var count = 0
    let scalars = Array(unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if count == limit { return text + "…" }
      count += 1
      let isLine = keepsLines && (scalar == "\t" || scalar == "\n" || scalar == "\r")
      if !isLine,
        scalar.isHarmful(
          between: index > 0 ? scalars[index - 1] : " ", index + 1 < scalars.count ? scalars[index + 1] : " ")
      {
        text += scalar.shown
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text without commands that CI systems execute in job output: `##[…]` (GitHub, Azure) and `##vso[…]` (Azure)
  /// anywhere in a line, `::` at its start (GitHub). The character that makes the command is written as `⟨U+0023⟩` or
  /// `⟨U+003A⟩`.
  package var withoutJobCommands: String {
    guard contains("##") || contains("::") else { return self }
    var text = ""
    var last: Unicode.Scalar = " "
    var isAtStart = true
    for scalar in unicodeScalars {
      if scalar == "#" && last == "#" || scalar == ":" && isAtStart {
        text += scalar.shown
      } else {
        text.unicodeScalars.append(scalar)
      }
      // Also every further colon: `:⟨U+003A⟩` or `⟨U+003A⟩:` could easily become a command again.
      isAtStart = scalar == "\n" || isAtStart && (scalar.properties.isWhitespace || scalar == ":")
      last = scalar
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var shown: String {
    "⟨U+\(value.hexadecimal(4).uppercased())⟩"
  }

  /// Between the scalars before and after it; a space at the ends.
  fileprivate func isHarmful(between before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
    switch value {
    case 0x20...0x7E: return false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: return true  // control characters, line ends
    case 0x200C, 0x200D: return !(before.joins && after.joins)
    case 0xFE0E, 0xFE0F: return !(before.properties.isEmoji && (before.value > 0x7F || after.value == 0x20E3))
    case 0x2800: return true  // a Braille pattern without dots
    case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: return true  // annotations, tags
    default:
      // Default-ignorable characters, such as direction marks, fillers and zero-width spaces; and noncharacters, which
      // XML refuses.
      return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// Whether joiners are needed next to it: combined emoji, and the scripts of the Middle East and South Asia.
  private var joins: Bool {
    switch value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0x1F3FB...0x1F3FF, 0xFE0F: true
    default: value > 0x2000 && properties.isEmoji
    }
  }
}

extension String {
  /// The text with every byte of UTF-8 that is not in `allowed` as `%` and two hexadecimal digits (RFC 3986).
  func percentEncoded(except allowed: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if allowed(byte) {
        encoded.append(byte)
      } else {
        encoded += "%\(byte.hexadecimal(2).uppercased())".utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension BinaryInteger {
  /// The number in lower-case hexadecimal digits, with zeros before it if it has fewer than this many.
  func hexadecimal(_ count: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it is a letter, a digit, `-`, `.`, `_` or `~`: the unreserved characters of a URI.
  var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }

  /// Whether the address of a link may contain it as it is: reserved characters too, except those that would end the
  /// address in Markdown.
  var isOfAddress: Bool { isUnreserved || "!#$%&'*+,/:;=?@".utf8.contains(self) }
}
