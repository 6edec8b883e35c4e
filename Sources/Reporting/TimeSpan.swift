import Measures
import NavigationModel

/// The period of a log in words.
struct TimeSpan {
  let span: ClosedRange<Int64>
  let calendar: CalendarDays

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]

  /// `14 March 2026`.
  static func words(_ date: CalendarDate) -> String { words(date, year: true) }

  private static func words(_ date: CalendarDate, year: Bool) -> String {
    "\(date.dayOfMonth) \(months[date.month - 1])" + (year ? " \(date.year)" : "")
  }

  /// Calendar days, including the first and the last.
  var days: Int { calendar.day(of: span.upperBound) - calendar.day(of: span.lowerBound) + 1 }

  /// The last day.
  var lastDay: CalendarDate { CalendarDate(day: calendar.day(of: span.upperBound)) }

  /// `on 1 March 2026`, `between 1 and 14 March 2026`.
  var words: String {
    let first = CalendarDate(day: calendar.day(of: span.lowerBound))
    let last = lastDay
    if days == 1 { return "on " + Self.words(last, year: true) }
    if first.year == last.year, first.month == last.month {
      return "between \(first.dayOfMonth) and \(Self.words(last, year: true))"
    }
    return "between \(Self.words(first, year: first.year != last.year)) and \(Self.words(last, year: true))"
  }
}
