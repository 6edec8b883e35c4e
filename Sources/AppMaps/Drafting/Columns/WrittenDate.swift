import EventLogs
import NavigationModel

/// The first numbers of a date, as written.
struct WrittenDate {
  let first: Int
  let second: Int
  let separator: Character
  let isYearFirst: Bool
  /// `2026-05-04T10:20` or with a space.
  let isStandard: Bool
  /// Whether a time of day follows, other than midnight, which databases add to days.
  let hasClock: Bool

  init?(_ text: String) {
    // Most values are words.
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    let text = Timestamp.inRFC3339(text) ?? text
    guard let start = text.utf8.first, start == 0x20 || (0x30...0x39).contains(start),
      let found = Self.numbers.firstMatch(in: text)?.compactMap(\.self), found.count == 6,
      let first = Int(found[1]), let second = Int(found[3])
    else { return nil }
    self.first = first
    self.second = second
    separator = found[2].first ?? "-"
    isYearFirst = found[1].count == 4
    isStandard = isYearFirst && separator == "-" && found[3].count == 2 && found[4].count == 2
    hasClock = found[5].contains { $0.isNumber && $0 != "0" }
  }

  private static let numbers: Pattern = #"^ *(\d{1,4})([./\-年]) ?(\d{1,4})[./\-年月] ?(\d{1,4})\.?((?:[ T,日].*)?)$"#

  /// A time of day without a date, or of a clock that counts from a start: `10:20`, `1:02:03.5 PM`, `02:10.50`.
  static func isClock(_ text: String) -> Bool {
    text.utf8.count < 20 && text.utf8.contains(UInt8(ascii: ":")) && clock.matches(text)
  }

  // A narrow blank may stand before AM.
  private static let clock: Pattern =
    #"[\s\pZ]*(?:[오上下午][전후午前後][\s\pZ]*)?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:[\s\pZ]?[aApP]\.?[mM]\.?)?[\s\pZ]*"#

  /// A day in eight digits, such as 20210131.
  static func isDay(_ text: String) -> Bool {
    guard text.utf8.count == 8, let number = Int(text) else { return false }
    return (1970...2100).contains(number / 10_000) && (1...12).contains(number / 100 % 100)
      && (1...31).contains(number % 100)
  }

  /// A time of day in six digits, such as 054709.
  static func isCompactClock(_ text: String) -> Bool {
    guard text.utf8.count == 6, let number = Int(text) else { return false }
    return (0..<24).contains(number / 10_000) && number / 100 % 100 < 60 && number % 100 < 60
  }
}
