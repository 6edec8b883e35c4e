import Measures
import NavigationModel
import Statistics

extension Text {
  /// More names than these are counted: nobody reads them in a sentence. H
  package static let mostNames = 20

  /// `a`, `a and b`, `a, b and c`, `a, b and 19,980 more`: names from a log or a map.
  package static func names(_ names: [String], _ last: Text = " and ") -> Text {
    let shown = names.prefix(mostNames).map { Text(name: $0) }
    return (names.count > shown.count ? shown + ["\(names.count - shown.count) more"] : shown).list(last)
  }
}

/// The wording of numbers, the same in all findings and reports.
package enum Wording {
  /// `1,234`
  package static func count(_ count: Int) -> String { count.grouped }

  /// `1 tap`, `1,234 taps`
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(self.count(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// `9.0%`
  package static func percent(_ share: Double) -> String { "\(oneDecimal(share * 100))%" }

  /// `5%`, `0.05%`: a share that was set, with all of its digits.
  package static func exactPercent(_ share: Double) -> String { "\((share * 100).sixDecimals)%" }

  /// `30 minutes`, `4 hours`, `90 seconds`: in the largest unit that divides it.
  package static func duration(seconds: Int) -> String {
    switch seconds {
    case let hours where hours % 3600 == 0: count(hours / 3600, "hour")
    case let minutes where minutes % 60 == 0: count(minutes / 60, "minute")
    default: count(seconds, "second")
    }
  }

  /// `90s`, `15m`, `4h`, `2d`: a duration as options take it, in the largest unit that divides it.
  package static func option(microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest != 0 { return "\((Double(microseconds) / 1e6).sixDecimals)s" }
    let units: [(seconds: Int64, word: String)] = [(86_400, "d"), (3600, "h"), (60, "m")]
    let unit = units.first { seconds >= $0.seconds && seconds % $0.seconds == 0 } ?? (1, "s")
    return "\(seconds / unit.seconds)\(unit.word)"
  }

  /// An argument of a command line, in quotes if a shell would not take it as it is: `tab=Home`, `'tab=My orders'`.
  package static func argument(_ text: String) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_=./,:@%+".unicodeScalars.contains(scalar)
    }
    return !text.isEmpty && text.unicodeScalars.allSatisfy(isPlain)
      ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// `9%`, for integer percentages.
  package static func wholePercent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  /// `6.6–12.2%`
  package static func percent(_ interval: Interval) -> String {
    "\(oneDecimal(interval.low * 100))–\(oneDecimal(interval.high * 100))%"
  }

  /// `9.0%, 6.6–12.2%`
  package static func percent(_ estimate: Estimate) -> String {
    "\(percent(estimate.value)), \(percent(estimate.interval))"
  }

  /// `37 of 412 users (9.0%, 6.6–12.2%)`
  package static func share(_ part: Int, of whole: Int, _ things: String, _ estimate: Estimate) -> String {
    "\(count(part)) of \(count(whole)) \(things) (\(percent(estimate)))"
  }

  /// `iOS` for `ios`: the platform by the name that its makers give it; others as logged.
  package static func platform(_ name: String) -> String {
    if name.isEmpty { return "a platform that is not known" }
    return ["iOS", "iPadOS", "Android", "web", "macOS", "tvOS", "watchOS", "visionOS", "Windows", "Linux"].first {
      $0.lowercased() == name.lowercased()
    }
      ?? name
  }

  /// `the menu` if the log names no other, otherwise `the menu side`
  package static func menu(_ name: String) -> String { name == "menu" ? "the menu" : "the menu \(name)" }

  /// `Home › Product › Reviews`
  package static func trail(_ screens: [String]) -> String { screens.joined(separator: " › ") }

  /// `a`, `a and b`, `a, b and c`
  package static func list(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// Rounded to one decimal, with a true minus sign, halves away from zero: `9.0`, `1,234.5`.
  package static func oneDecimal(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    let tenths = Int((number.magnitude * 10).rounded())
    return "\(number < 0 && tenths > 0 ? "−" : "")\(count(tenths / 10)).\(tenths % 10)"
  }
}

extension Section.Kind {
  var word: String {
    switch self {
    case .none: "none"
    case .tab: "tab"
    case .more: "more"
    case .menuItem: "menu_item"
    case .link: "link"
    }
  }
}
