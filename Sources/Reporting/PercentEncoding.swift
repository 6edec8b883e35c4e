extension String {
  /// The text with every byte of UTF-8 that is not in `allowed` as `%` and two hexadecimal digits (RFC 3986).
  func percentEncoded(except allowed: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if allowed(byte) {
        encoded.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += (byte < 0x10 ? "%0\(digits)" : "%\(digits)").utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, `-`, `.`, `_` or `~`: the unreserved characters of a URI.
  var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the address of a link may contain it as it is: reserved characters too, except those that would end the address in Markdown.
  var isOfAddress: Bool { isUnreserved || "!#$%&'*+,/:;=?@".utf8.contains(self) }
}
