// Ids, keys and card numbers.

extension PersonalData {
  /// UUIDs, JSON web tokens, hexadecimal numbers of 24 digits or more, card and account numbers, and text that looks
  /// random.
  static func tokens(_ text: TextScan) -> [Match] {
    var found: [Match] = []
    // The last runs of base64 in the places of a header and a payload: each run is scanned once, however many tokens
    // might begin in it.
    var runs = [0..<0, 0..<0]
    var index = 0
    while index < text.end {
      // Also directly after a word: `user550e8400-…`.
      if let end = endOfUUID(text, from: index) {
        found.append((.token, index..<end))
        index = end
        continue
      }
      if !text[index].isAlphanumeric || text[index - 1].isAlphanumeric {
        index += 1
        continue
      }
      if let end = endOfWebToken(text, from: index, &runs) ?? endOfCard(text, from: index)
        ?? endOfIBAN(text, from: index)
      {
        found.append((.token, index..<end))
        index = end
      } else {
        let word = text.end(of: \.isAlphanumeric, from: index)
        let end = (index..<word).first { endOfUUID(text, from: $0) != nil } ?? word
        if let start = startOfGluedNumber(text, index..<end) {
          found.append((.token, start..<end))
        } else if isLongNumber(text, index..<end) || mixture(text, index..<end).looksRandom {
          found.append((.token, index..<text.end(of: { $0 == UInt8(ascii: "=") }, from: end)))
        } else if let joined = endOfJoined(text, from: index) {
          found.append((.token, index..<joined))
          index = joined
          continue
        }
        index = end
      }
    }
    return found
  }

  /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits, separated by `-` or `_`.
  private static func endOfUUID(_ text: TextScan, from start: Int) -> Int? {
    let joint = text[start + 8]
    guard joint == UInt8(ascii: "-") || joint == UInt8(ascii: "_"), start + 36 <= text.end, !text[start + 36].isHexDigit
    else { return nil }
    let isUUID = (0..<36).allSatisfy {
      $0 == 8 || $0 == 13 || $0 == 18 || $0 == 23 ? text[start + $0] == joint : text[start + $0].isHexDigit
    }
    return isUUID ? start + 36 : nil
  }

  /// The start of 32 or more hexadecimal digits at the end of a word, at least a quarter of them decimal:
  /// `user550e8400e29b41d4a716446655440000`.
  private static func startOfGluedNumber(_ text: TextScan, _ range: Range<Int>) -> Int? {
    var start = range.upperBound
    while start > range.lowerBound, text[start - 1].isHexDigit { start -= 1 }
    let length = range.upperBound - start
    return length >= 32 && (start..<range.upperBound).count { text[$0].isDigit } * 4 >= length ? start : nil
  }

  /// An account number of ISO 13616: a country, two check digits, and the country's number of letters and digits,
  /// together or in groups of four.
  private static func endOfIBAN(_ text: TextScan, from start: Int) -> Int? {
    guard text[start].isLetter, text[start + 1].isLetter, text[start + 2].isDigit, text[start + 3].isDigit,
      let length = lengthsOfIBAN[text.text(start..<start + 2).uppercased()]
    else { return nil }
    var characters: [UInt8] = []
    var index = start
    while characters.count < length {
      if text[index] == UInt8(ascii: " "), characters.count % 4 == 0 { index += 1 }
      guard text[index].isAlphanumeric else { return nil }
      characters.append(text[index].lowercase)
      index += 1
    }
    if text[index].isAlphanumeric { return nil }
    let rest = (characters[4...] + characters[..<4]).reduce(0) { rest, byte in
      byte.isDigit ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 87) % 97
    }
    return rest == 1 ? index : nil
  }

  /// By country (SWIFT, IBAN Registry).
  private static let lengthsOfIBAN: [String: Int] = [
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28,
    "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22,
    "GE": 22, "GI": 23, "GL": 18,
    "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30,
    "KZ": 20, "LB": 28, "LC": 32,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30,
    "NL": 18, "NO": 15, "PK": 24,
    "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "ST": 25, "SV": 28,
    "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
  ]

  /// `header.payload.signature`, each in base64; the header is a JSON object, so it begins with `eyJ`.
  private static func endOfWebToken(_ text: TextScan, from start: Int, _ runs: inout [Range<Int>]) -> Int? {
    guard text[start] == UInt8(ascii: "e"), text[start + 1] == UInt8(ascii: "y"), text[start + 2] == UInt8(ascii: "J")
    else { return nil }
    func end(from start: Int, at place: Int) -> Int {
      if !runs[place].contains(start) { runs[place] = start..<text.end(of: isOfBase64, from: start) }
      return runs[place].upperBound
    }
    let header = end(from: start, at: 0)
    guard header - start >= 12, text[header] == UInt8(ascii: ".") else { return nil }
    let payload = end(from: header + 1, at: 1)
    guard payload - header >= 8 else { return nil }
    return text[payload] == UInt8(ascii: ".") ? text.end(of: isOfBase64, from: payload + 1) : payload
  }

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// 13 to 19 digits, together or in groups of four to six, with the prefix and the check digit of a card (ISO/IEC
  /// 7812).
  private static func endOfCard(_ text: TextScan, from start: Int) -> Int? {
    guard let number = DigitGroups(text, at: start, most: 19), !number.isWord, number.range.lowerBound == start,
      isCard(number.digits),
      number.groups.count == 1
        || number.groups.allSatisfy({ (3...6).contains($0) })
          && (number.separators.isSubset(of: Set(" -".utf8))
            || number.separators == [UInt8(ascii: ".")] && number.groups == [4, 4, 4, 4])
    else { return nil }
    return number.range.upperBound
  }

  private static func isCard(_ digits: [UInt8]) -> Bool {
    guard digits.count >= 13 else { return false }
    let two = Int(digits[0]) * 10 + Int(digits[1])
    let four = two * 100 + Int(digits[2]) * 10 + Int(digits[3])
    let isIssued =
      switch digits.count {
      case 13, 19: digits[0] == 4 || digits.count == 19 && two == 62
      case 14: two == 36 || two == 38 || (3000...3059).contains(four)
      case 15: two == 34 || two == 37
      case 16:
        digits[0] == 4 || (51...55).contains(two) || (2221...2720).contains(four) || (3528...3589).contains(four)
          || [60, 62, 64, 65].contains(two)
      default: false
      }
    guard isIssued else { return false }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let doubled = Int(digit.element) * (digit.offset % 2 + 1)
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return sum % 10 == 0
  }

  /// 24 hexadecimal digits or more: a document id, a digest. (Shorter ones may be versions.)
  private static func isLongNumber(_ text: TextScan, _ range: Range<Int>) -> Bool {
    range.count >= 24 && range.allSatisfy { text[$0].isHexDigit } && range.contains { text[$0].isDigit }
  }

  /// The end of a base64 token that happens to contain a few `-` and `_`. Names contain more of them.
  private static func endOfJoined(_ text: TextScan, from start: Int) -> Int? {
    if start > 0, isOfBase64(text[start - 1]) { return nil }
    let end = text.end(of: isOfBase64, from: start)
    let joins = (start..<end).count { !text[$0].isAlphanumeric }
    if (start..<end).contains(where: { endOfUUID(text, from: $0) != nil }) { return nil }
    guard joins > 0, joins * 8 <= end - start, mixture(text, start..<end) == (looksRandom: true, hasBothCases: true)
    else { return nil }
    return text.end(of: { $0 == UInt8(ascii: "=") }, from: end)
  }

  /// Whether a run of letters and digits looks random, and has letters of both cases. Its pieces are words (`Product`),
  /// runs of capitals, numbers: a random run has 20 characters or more, several numbers, and pieces shorter than words:
  /// 3⅓ letters on average, or 3 if capitals begin words.
  private static func mixture(_ text: TextScan, _ range: Range<Int>) -> (looksRandom: Bool, hasBothCases: Bool) {
    var length = 0
    var pieces = 0
    var numbers = 0
    var hasUppercase = false
    var hasLowercase = false
    var last: UInt8 = 0
    for index in range {
      let byte = text[index]
      defer { last = byte }
      guard byte.isAlphanumeric else { continue }
      length += 1
      let goesOn = byte.isDigit ? last.isDigit : byte.isUppercase ? last.isUppercase : last.isLetter
      if !goesOn { pieces += 1 }
      if byte.isDigit, !last.isDigit { numbers += 1 }
      hasUppercase = hasUppercase || byte.isUppercase
      hasLowercase = hasLowercase || byte.isLowercase
    }
    let hasBothCases = hasUppercase && hasLowercase
    let isMixed = length >= 20 && numbers >= 2 && (hasUppercase || hasLowercase)
    return (isMixed && (hasBothCases ? pieces * 3 > length : pieces * 10 > length * 3), hasBothCases)
  }
}
