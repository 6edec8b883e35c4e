/// What in a text tells of a single person, and what stands in its place.
public enum PersonalData: String, CaseIterable, Sendable {
  case email = "[e-mail]"
  case phone = "[phone]"
  /// Ids of 128 bits, web tokens, long hexadecimal numbers, card numbers, and long mixtures of letters and digits that are no words.
  case token = "[token]"

  /// What stands in its place.
  public var placeholder: String { rawValue }

  /// Several of it, for people.
  public var plural: String {
    switch self {
    case .email: "e-mail addresses"
    case .phone: "phone numbers"
    case .token: "tokens"
    }
  }

  /// What was taken out of a text.
  public static func kinds(maskedIn text: String) -> [PersonalData] {
    guard text.contains("[") else { return [] }
    return allCases.filter { text.contains($0.placeholder) }
  }

  /// A text with placeholders for personal data; nil where there is none.
  public static func masked(_ text: String, _ kinds: [PersonalData] = allCases) -> String? { text.withUTF8Bytes { masked($0, kinds) } }

  static func masked(_ text: UnsafeBufferPointer<UInt8>, _ kinds: [PersonalData]) -> String? {
    // The shortest of all is `a@b.de`.
    guard text.count >= 6 else { return nil }
    let scan = TextScan(text)
    var found: [Place] = []
    if kinds.contains(.email) { found += emails(scan) }
    if kinds.contains(.token) { found += tokens(scan) }
    if kinds.contains(.phone) { found += phones(scan) }
    guard !found.isEmpty else { return nil }
    found.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
    var masked = ""
    var end = 0
    for place in found where place.range.lowerBound >= end {
      masked += scan.text(end..<place.range.lowerBound) + place.kind.placeholder
      end = place.range.upperBound
    }
    return masked + scan.text(end..<text.count)
  }

  /// Where a text holds personal data.
  struct Place {
    let kind: PersonalData
    let range: Range<Int>
  }
}

/// The bytes of a text, and what kind of character stands where.
struct TextScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var end: Int { bytes.count }

  /// The byte at a place; 0 beyond the text.
  subscript(place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

  func text(_ range: Range<Int>) -> String { String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }

  /// Whether the text goes on like this at a place, in whatever case.
  func holds(_ word: StaticString, at place: Int) -> Bool {
    word.withUTF8Buffer { word in
      place >= 0 && place + word.count <= end && word.indices.allSatisfy { bytes[place + $0].lowercase == word[$0] }
    }
  }

  /// How long an escaped byte at a place is, as in an address: 3 for `%40`, 5 for `%2540`, and so on; 0 where there is none.
  func lengthOfEscape(_ digits: StaticString, at place: Int) -> Int {
    guard self[place] == UInt8(ascii: "%") else { return 0 }
    var next = place + 1
    while holds("25", at: next) { next += 2 }
    return holds(digits, at: next) ? next + 2 - place : 0
  }

  /// The end of the longest stretch from a place on whose bytes are all of a kind.
  func end(of isMember: (UInt8) -> Bool, from place: Int) -> Int {
    var end = place
    while end < self.end, isMember(bytes[end]) { end += 1 }
    return end
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isLowercase: Bool { self &- 0x61 < 26 }
  var isUppercase: Bool { self &- 0x41 < 26 }
  var isLetter: Bool { lowercase &- 0x61 < 26 }
  var isAlphanumeric: Bool { isDigit || isLetter }
  var isHexDigit: Bool { isDigit || lowercase &- 0x61 < 6 }
  /// A part of a character beyond ASCII.
  var isBeyondASCII: Bool { self >= 0x80 }
  var lowercase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
