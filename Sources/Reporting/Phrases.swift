import Measures
import NavigationModel
import UsabilityRules

// How reports write numbers and lists in sentences. Machine-readable files use `Table.Cell.text`.

extension Int {
  /// `1 user`, `2 users`, `no users`.
  func of(_ singular: String, _ plural: String? = nil) -> String {
    self == 0 ? "no \(plural ?? singular + "s")" : Wording.count(self, singular, plural)
  }
}

extension Sequence {
  /// The elements by key, in the order of the first of each.
  func grouped<Key: Hashable & Sendable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var keys = KeyList<Key>()
    var groups: [[Element]] = []
    for element in self {
      let number = keys.number(adding: key(element))
      if number == groups.count { groups.append([]) }
      groups[number].append(element)
    }
    return zip(keys.keys, groups).map { ($0, $1) }
  }
}

extension Double {
  /// The number that a figure in words begins with, as reports write it: `−1,234.5 (−2.0 to 1.0)`; what is under or
  /// over
  /// a number comes just before or after it. Nil if there is none.
  init?(figure words: String) {
    let prefixes: [(words: String, sign: Double, shift: Double)] = [
      ("under ", 1, -1e-9), ("over ", 1, 1e-9), ("−", -1, 0), ("-", -1, 0), ("+", 1, 0), ("", 1, 0),
    ]
    guard let prefix = prefixes.first(where: { words.hasPrefix($0.words) }) else { return nil }
    let digits = words.dropFirst(prefix.words.count).prefix { ("0"..."9").contains($0) || $0 == "," || $0 == "." }
    guard let magnitude = Double(digits.filter { $0 != "," }) else { return nil }
    self = prefix.sign * magnitude + prefix.shift
  }

  /// The shortest text that a script reads as the number: `-73.6`, `12`.
  var shortest: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }

  /// Rounded to this many decimals, with thousands separators and a true minus sign: `1,234.5`, `−3.0`.
  func rounded(decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (magnitude * Double(scale)).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return String(self) }
    let units = Int(scaled)
    let sign = self < 0 && units > 0 ? "−" : ""
    guard decimals > 0 else { return sign + units.grouped }
    let fraction = String(units % scale)
    return sign + (units / scale).grouped + "." + String(repeating: "0", count: decimals - fraction.utf8.count)
      + fraction
  }

  /// `9.0%`; values near 0% or 100% are not rounded to them.
  var percent: String {
    switch self {
    case 0: "0%"
    case 1: "100%"
    default:
      if magnitude < 0.0005 {
        "under 0.1%"
      } else if self > 0.9995, self < 1 {
        "over 99.9%"
      } else {
        Wording.percent(self)
      }
    }
  }

  /// `9.0`.
  var percentNumber: String { Wording.oneDecimal(self * 100) }

  /// A threshold as a share: `5%`, `2.5%`.
  var roundPercent: String {
    let tenths = (self * 1000).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\((self * 100).rounded(decimals: 0))%" : percent
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  var loweredFirst: String { prefix(1).lowercased() + dropFirst() }

  /// With a full stop, unless it already ends a sentence.
  var asSentence: String {
    guard let last else { return self }
    return ".!?…".contains(last) ? self : self + "."
  }
}

extension Figure {
  func text(_ value: Double?) -> String {
    // A mean of shares reads like a share.
    unit == .mean && scale > 1 ? Unit.share.text(value) : unit.text(value)
  }
}

extension Figure.Unit {
  /// A value, in the style of reports: `1,234`, `22.6%`, `2.41`.
  func text(_ value: Double?) -> String {
    guard let value else { return "–" }
    return switch self {
    case .count: Int(value).grouped
    case .share: value.percent
    case .mean: value.rounded(decimals: 2)
    case .quantile: value.rounded(decimals: 0)
    }
  }
}

/// The period of a log in words.
struct TimeSpan {
  let span: ClosedRange<Int64>
  let calendar: CalendarDays

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `14 March 2026`.
  static func words(_ date: CalendarDate, year: Bool = true) -> String {
    "\(date.dayOfMonth) \(months[date.month - 1])" + (year ? " \(date.year)" : "")
  }

  /// Calendar days, including the first and the last.
  var days: Int { calendar.day(of: span.upperBound) - calendar.day(of: span.lowerBound) + 1 }

  var lastDay: CalendarDate { CalendarDate(day: calendar.day(of: span.upperBound)) }

  /// `on 1 March 2026`, `between 1 and 14 March 2026`.
  var words: String {
    let first = CalendarDate(day: calendar.day(of: span.lowerBound))
    let last = lastDay
    if days == 1 { return "on " + Self.words(last) }
    if first.year == last.year, first.month == last.month {
      return "between \(first.dayOfMonth) and \(Self.words(last))"
    }
    return "between \(Self.words(first, year: first.year != last.year)) and \(Self.words(last))"
  }
}
