// E-mail addresses and phone numbers.

extension PersonalData {
  /// `name@domain.tld` and `"any name"@domain.tld`, the `@` also as `%40` or `%2540`. Not `icon@2x.png`,
  /// `Screen@4f3a2b1` or `library@1.2.3`.
  static func emails(_ text: TextScan) -> [Match] {
    var found: [Match] = []
    for index in 0..<text.end {
      let length = text[index] == UInt8(ascii: "@") ? 1 : text.lengthOfEscape("40", at: index)
      guard length > 0 else { continue }
      var start = index
      if index > 1, text[index - 1] == UInt8(ascii: "\"") {
        start -= 1
        while start > 0, text[start - 1] != UInt8(ascii: "\"") { start -= 1 }
        start = start > 0 ? start - 1 : index
      }
      while start > 0, isOfMailbox(text[start - 1]) { start -= 1 }
      while start < index, text[start] == UInt8(ascii: ".") { start += 1 }
      guard start < index, let end = endOfDomain(text, from: index + length) else { continue }
      found.append((.email, start..<end))
    }
    return found
  }

  private static func isOfMailbox(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte.isBeyondASCII
      || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
  }

  /// The end of a domain: labels separated by dots, the last made of letters.
  private static func endOfDomain(_ text: TextScan, from start: Int) -> Int? {
    var end = start
    var domain: Int?
    while true {
      let label = end..<text.end(of: { $0.isAlphanumeric || $0.isBeyondASCII || $0 == UInt8(ascii: "-") }, from: end)
      if label.isEmpty { return domain }
      // Also an internationalized name in Punycode.
      let isOfLetters =
        label.count >= 2 && label.allSatisfy { text[$0].isLetter || text[$0].isBeyondASCII }
        || text.holds("xn--", at: label.lowerBound) && label.count > 4
      // `@2x.png`: an image for a high-resolution screen.
      let isScale = label.lowerBound == start + 3 && text[start].isDigit && text.holds("x.", at: start + 1)
      if label.lowerBound > start, isOfLetters, !isScale { domain = label.upperBound }
      guard text[label.upperBound] == UInt8(ascii: ".") else { return domain }
      end = label.upperBound + 1
    }
  }

  /// Numbers with a country code (`+49 171 1234567`, `0049…`), after `tel:`, and in national forms that don't look like
  /// versions, dates or ids: `(555) 234-5678`, `555-234-5678`, `0171 1234567`, `01 23 45 67 89`, `01711234567`.
  static func phones(_ text: TextScan) -> [Match] {
    var found: [Match] = []
    var index = 0
    while index < text.end {
      guard let number = DigitGroups(text, at: index) else {
        index += 1
        continue
      }
      if number.isWord {
        // Without a plus, every number that begins within it ends where it does, as a word.
        index = number.hasPlus ? index + 1 : number.range.upperBound
        continue
      }
      if number.isPhone(in: text) { found.append((.phone, number.range)) }
      index = number.range.upperBound
    }
    return found
  }
}

/// A number as people write it: groups of digits with at most two separators between them, or three after a country
/// code.
struct DigitGroups {
  private(set) var range: Range<Int>
  private(set) var digits: [UInt8] = []
  private(set) var groups: [Int] = []
  private(set) var separators: Set<UInt8> = []
  private(set) var hasPlus = false
  private var hasBracket = false
  /// Whether it continues as a word.
  private(set) var isWord = false

  /// Nil if no number begins here, or if it has more than the most digits.
  init?(_ text: TextScan, at start: Int, most: Int = .max) {
    range = start..<start
    let before = text[start - 1]
    // The digits of `%2B`, a plus in an address, are not part of the number.
    guard !before.isAlphanumeric, before != UInt8(ascii: "_") || start == 0 || !text[start - 2].isDigit else {
      return nil
    }
    var index = start
    if text[index] == UInt8(ascii: "+") {
      hasPlus = true
      index += 1
    } else if case let length = text.lengthOfEscape("2b", at: index), length > 0 {
      hasPlus = true
      index += length
    }
    if text[index] == UInt8(ascii: "(") {
      hasBracket = true
      index += 1
    }
    guard text[index].isDigit else { return nil }
    while true {
      let end = text.end(of: \.isDigit, from: index)
      digits += (index..<end).map { text[$0] - UInt8(ascii: "0") }
      if digits.count > most { return nil }
      groups.append(end - index)
      range = start..<end
      var next = end
      var between: [UInt8] = []
      while between.count < (hasPlus ? 3 : 2), let separator = Self.separator(text, at: next) {
        between.append(separator.meaning)
        next += separator.length
      }
      if next == end || !text[next].isDigit { break }
      separators.formUnion(between)
      index = next
    }
    isWord = text[range.upperBound].isLetter
  }

  /// The separator at an index, and what it stands for: non-breaking and escaped spaces and hyphens are spaces and
  /// hyphens.
  private static func separator(_ text: TextScan, at index: Int) -> (meaning: UInt8, length: Int)? {
    switch text[index] {
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("),
      UInt8(ascii: ")"):
      return (text[index], 1)
    case 0xC2 where text[index + 1] == 0xA0: return (UInt8(ascii: " "), 2)  // U+00A0
    case 0xE2 where text[index + 1] == 0x80:
      switch text[index + 2] {
      case 0x80...0x8A, 0xAF: return (UInt8(ascii: " "), 3)  // U+2000 to U+200A, U+202F
      case 0x90...0x95: return (UInt8(ascii: "-"), 3)  // U+2010 to U+2015
      default: return nil
      }
    case UInt8(ascii: "%"):
      let length = text.lengthOfEscape("20", at: index)
      return length > 0 ? (UInt8(ascii: " "), length) : nil
    default: return nil
    }
  }

  func isPhone(in text: TextScan) -> Bool {
    let count = digits.count
    let start = range.lowerBound
    if hasPlus { return (8...15).contains(count) && digits[0] > 0 }
    if text.holds("tel:", at: start - 4) || text.holds("sms:", at: start - 4) || text.holds("callto:", at: start - 7) {
      return count >= 5
    }
    if digits.starts(with: [0, 0]) {
      return (11...17).contains(count) && digits[2] > 0 && groups.dropLast().allSatisfy { $0 <= 5 }
    }
    if isAmerican { return true }
    guard digits.count >= 9, digits[0] == 0, digits[1] > 0 else { return false }
    if groups.count == 1 { return (10...11).contains(count) && !hasBracket }
    let isFrench = groups == [2, 2, 2, 2, 2]
    return count <= 12 && (isFrench || groups[0] >= 3 && groups[0] <= 5 && groups.count <= 4)
      && groups.allSatisfy { $0 >= 2 } && (isFrench || !separators.contains(UInt8(ascii: ".")))
  }

  /// `555-234-5678`, `(555) 234-5678`, `1-800-555-0199`: neither area code nor exchange begins with 0 or 1.
  private var isAmerican: Bool {
    guard groups.suffix(3) == [3, 3, 4], groups.count == 3 || groups.count == 4 && groups[0] == 1 && digits[0] == 1
    else { return false }
    let area = digits.count - 10
    return digits[area] > 1 && digits[area + 3] > 1 && separators.isSubset(of: Set(" -.()".utf8))
  }
}
