import NavigationModel

extension Timestamp {
  /// RFC 3339 for a time in 14 or more digits, as DB2 writes it, or with the name of its month: `20260302054709`,
  /// `20260302T05:47:09Z`, `2026-03-02-05.47.09.123`, `02/Mar/2026:05:47:09 +0000`, `Mon, 02 Mar 2026 05:47:09 GMT`,
  /// `Mar 2, 2026, 5:47:09 PM`; only the date where there is no time of day (`02-MAR-26`). Nil for other texts.
  package static func inRFC3339(_ text: String) -> String? {
    guard (8...80).contains(text.utf8.count) else { return nil }
    return dotted(text) ?? compact(text) ?? named(text)
  }

  private static func dotted(_ text: String) -> String? {
    var bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "-"), bytes[13] == dot, bytes[16] == dot else { return nil }
    bytes[10] = UInt8(ascii: "T")
    bytes[13] = UInt8(ascii: ":")
    bytes[16] = UInt8(ascii: ":")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first numbers of milliseconds that are a time in 14 digits instead: as milliseconds, they would be of the
  /// years after 2600.
  static let compactTimes = 19_900_101_000_000..<21_000_000_000_000
  private static let compactYears = "1990"..."2099"

  private static func compact(_ text: String) -> String? {
    var rest = text.utf8[...]
    /// So many digits; one of the marks may follow.
    func take(_ count: Int, _ marks: StaticString = "") -> String? {
      let part = rest.prefix(count)
      guard part.count == count, part.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      if let byte = rest.first, marks.withUTF8Buffer({ $0.contains(byte) }) { rest = rest.dropFirst() }
      return String(Substring(part))
    }
    guard let year = take(4), compactYears.contains(year), let month = take(2), let day = take(2, "T "),
      let hour = take(2, ":"), let minute = take(2, ":"), let second = take(2, ".,")
    else { return nil }
    let point = rest.first?.isDigit == true ? "." : ""
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second)\(point)\(Substring(rest))"
  }

  private static func named(_ text: String) -> String? {
    guard text.utf8.contains(where: \.isLetter) else { return nil }
    var (day, month, year): (Int?, Int?, Int?)
    var clock: [Int] = []
    var fraction = ""
    var zone = ""
    var isPM: Bool?
    var rest = text.utf8[...]
    var before: UInt8 = 0x20
    while let byte = rest.first {
      let isDigit = byte.isDigit
      let part = rest.prefix { isDigit ? $0.isDigit : $0.isLetter }
      guard !part.isEmpty else {
        // What follows in parentheses names the zone once more.
        if byte == UInt8(ascii: "("), !clock.isEmpty { break }
        guard byte < 0x80 else { return nil }
        before = byte
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(part.count)
      if isDigit {
        guard part.count <= 9, let number = Int(Substring(part)) else { return nil }
        let isColon = before == UInt8(ascii: ":")
        if (1...2).contains(clock.count), isColon || before == UInt8(ascii: ".") {
          clock.append(number)
        } else if clock.count == 3, fraction.isEmpty, before == UInt8(ascii: ".") || before == UInt8(ascii: ",") {
          fraction = "." + String(Substring(part))
        } else if clock.count >= 2, before == UInt8(ascii: "+") || before == UInt8(ascii: "-"),
          part.count == 2 || part.count == 4
        {
          zone = String(decoding: [before], as: UTF8.self) + String(Substring(part))
        } else if zone.count == 3, isColon, part.count == 2 {
          zone += ":" + String(Substring(part))
        } else if clock.isEmpty, part.count <= 2, day != nil, rest.first == UInt8(ascii: ":") || year != nil {
          clock.append(number)
        } else if part.count == 4, year == nil {
          year = number
        } else if part.count <= 2, day == nil {
          day = number
        } else if part.count == 2, year == nil, month != nil {
          year = 2000 + number
        } else {
          return nil
        }
      } else {
        let word = String(Substring(part)).lowercased()
        switch word {
        case "am", "pm": isPM = word == "pm"
        case "z", "utc", "gmt": zone = "Z"
        case "t", "at", "st", "nd", "rd", "th": break
        default:
          if month == nil,
            let index = months.firstIndex(where: {
              word.hasPrefix($0) && (word.count == 3 || monthNames.contains(word))
            })
          {
            month = index + 1
          } else if !weekdays.contains(where: { word.hasPrefix($0) }) {
            return nil
          }
        }
      }
      before = 0x20
    }
    guard let day, let month, let year, clock.count != 1 || isPM != nil else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(year)-\(padded(month))-\(padded(day))"
    if clock.isEmpty { return date }
    if let isPM { clock[0] = clock[0] % 12 + (isPM ? 12 : 0) }
    clock += repeatElement(0, count: 3 - clock.count)
    return "\(date)T\(clock.map(padded).joined(separator: ":"))\(fraction)\(zone)"
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "sept",
  ]
  private static let months = monthNames.prefix(12).map { $0.prefix(3) }
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static let marks = Set(" .,/-:TtapmAPMhZ年月日時分秒时오전후上下午前後\u{202F}\u{A0}".unicodeScalars)

  /// A date in one of the orders of ``TimeNotation/Order``, with or without a time of day: `04.05.2026 10:20:30`,
  /// `5/4/26 10:20 PM`.
  static func date(_ text: String, _ order: TimeNotation.Order) -> Timestamp {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    let scalars = text.unicodeScalars
    guard scalars.allSatisfy({ isDigit($0) || marks.contains($0) }) else { return .unreadable }
    var numbers: [Int] = []
    var fraction = 0
    for run in scalars.split(whereSeparator: { !isDigit($0) }) {
      let mark = run.startIndex > scalars.startIndex ? scalars[scalars.index(before: run.startIndex)] : " "
      if numbers.count == 6 || numbers.count == 9, mark == "." || mark == "," {
        fraction = Int((String(run) + "000000").prefix(6)) ?? 0
      } else if run.count <= 4, let number = Int(String(run)) {
        numbers.append(number)
      } else {
        return .unreadable
      }
    }
    // A day with the midnight that a database adds, and the time of day from another column.
    if numbers.count > 7, numbers[3..<6].allSatisfy({ $0 == 0 }) { numbers.removeSubrange(3..<6) }
    guard (3...6).contains(numbers.count) else { return .unreadable }
    numbers += repeatElement(0, count: 6 - numbers.count)
    switch order {
    case .yearFirst: break
    case .dayFirst: numbers.swapAt(0, 2)
    case .monthFirst: numbers.insert(numbers.remove(at: 2), at: 0)
    }
    if numbers[0] < 100 { numbers[0] += 2000 }
    if text.utf8.contains(where: { $0.isLetter || $0 >= 0x80 }) {
      let lower = text.lowercased()
      func has(_ marks: String...) -> Bool { marks.contains { lower.contains($0) } }
      if numbers[3] < 12, has("pm", "오후", "下午", "午後") { numbers[3] += 12 }
      if numbers[3] == 12, has("am", "오전", "上午", "午前") { numbers[3] = 0 }
    }
    return moment(
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], fraction,
      offset: text.hasSuffix("Z") ? 0 : nil)
  }
}
