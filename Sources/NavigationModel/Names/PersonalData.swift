/// Kinds of personal data in a text, and their placeholders.
package enum PersonalData: String, CaseIterable, Sendable {
  case email = "[e-mail]"
  case phone = "[phone]"
  /// 128-bit ids, web tokens, long hexadecimal numbers, card numbers, and long mixtures of letters and digits that are
  /// not words.
  case token = "[token]"

  package var placeholder: String { rawValue }

  package var plural: String {
    switch self {
    case .email: "e-mail addresses"
    case .phone: "phone numbers"
    case .token: "tokens"
    }
  }

  package static func kinds(maskedIn text: String) -> [PersonalData] {
    guard text.contains("[") else { return [] }
    return allCases.filter { text.contains($0.placeholder) }
  }

  /// A text with placeholders for personal data; nil if there is none.
  package static func masked(_ text: String, _ kinds: [PersonalData] = allCases) -> String? {
    text.withUTF8Bytes { masked($0, kinds) }
  }

  static func masked(_ text: UnsafeBufferPointer<UInt8>, _ kinds: [PersonalData]) -> String? {
    // The shortest match is `a@b.de`.
    guard text.count >= 6 else { return nil }
    let scan = TextScan(text)
    var found: [Match] = []
    if kinds.contains(.email) { found += emails(scan) }
    if kinds.contains(.token) { found += tokens(scan) }
    if kinds.contains(.phone) { found += phones(scan) }
    guard !found.isEmpty else { return nil }
    found.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
    var masked = ""
    var end = 0
    for match in found where match.range.lowerBound >= end {
      masked += scan.text(end..<match.range.lowerBound) + match.kind.placeholder
      end = match.range.upperBound
    }
    return masked + scan.text(end..<text.count)
  }

  /// A range of a text that holds personal data.
  typealias Match = (kind: PersonalData, range: Range<Int>)
}

/// Classes of ASCII characters.
extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  var isLowercase: Bool { self &- 0x61 < 26 }
  var isUppercase: Bool { self &- 0x41 < 26 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isAlphanumeric: Bool { isDigit || isLetter }
  var isHexDigit: Bool { isDigit || lowercase &- 0x61 < 6 }
  var isBeyondASCII: Bool { self >= 0x80 }
  var lowercase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// The bytes of a text, and the kind of character at each index.
struct TextScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var end: Int { bytes.count }

  /// The byte at an index; 0 beyond the text.
  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Whether the text contains `word` at an index, ignoring case.
  func holds(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { word in
      index >= 0 && index + word.count <= end && word.indices.allSatisfy { bytes[index + $0].lowercase == word[$0] }
    }
  }

  /// The length of a percent escape at an index: 3 for `%40`, 5 for `%2540`, and so on; 0 if there is none.
  func lengthOfEscape(_ digits: StaticString, at index: Int) -> Int {
    guard self[index] == UInt8(ascii: "%") else { return 0 }
    var next = index + 1
    while holds("25", at: next) { next += 2 }
    return holds(digits, at: next) ? next + 2 - index : 0
  }

  /// The end of the longest run of bytes of a kind from an index.
  func end(of isMember: (UInt8) -> Bool, from index: Int) -> Int {
    var end = index
    while end < self.end, isMember(bytes[end]) { end += 1 }
    return end
  }
}
