/// A date of the proleptic Gregorian calendar, without time zone or locale.
///
/// The algorithms are `days_from_civil` and `civil_from_days` of Howard Hinnant, "chrono-compatible low-level date
/// algorithms".
public struct CalendarDate: Sendable, Hashable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let dayOfMonth: Int

  /// - Parameter day: days since 1970-01-01.
  public init(day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// A date such as `2026-03-01`, from year 1 to 9999; nil if the text is not a date.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let dayOfMonth = parts[2],
      (1...9999).contains(year),
      (1...12).contains(month), (1...31).contains(dayOfMonth)
    else { return nil }
    self.init(day: Self.day(year: year, month: month, dayOfMonth: dayOfMonth))
    guard description == text else { return nil }
  }

  /// Days since 1970-01-01.
  public var day: Int { Self.day(year: year, month: month, dayOfMonth: dayOfMonth) }

  /// Days from 1970-01-01 to a date. Months and days count from 1; days past the end of the month count as days of the
  /// next one.
  @inlinable @inline(__always)
  public static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number of the week of a day, from Monday to Sunday; 0 is the week of 1970-01-01.
  package static func week(ofDay day: Int) -> Int { Int(Int64(day + 3).flooredDivision(by: 7).0) }

  /// `2026-03-01`.
  public var description: String { "\(year.digits(4))-\(month.digits(2))-\(dayOfMonth.digits(2))" }
}

/// `2026-03-01T01:16:49.171Z`; the fraction has as many digits as it needs.
public func rfc3339(microseconds: Int64) -> String {
  let (seconds, fraction) = microseconds.flooredDivision(by: 1_000_000)
  let (day, second) = seconds.flooredDivision(by: 86_400)
  var text =
    """
    \(CalendarDate(day: Int(day)))T\(Int(second / 3600).digits(2)):\(Int(second / 60 % 60).digits(2)):\(Int(second % 60).digits(2))
    """
  if fraction > 0 { text += "." + Int(fraction).millionths }
  return text + "Z"
}

extension Int64 {
  /// The quotient, rounded down, and the non-negative remainder.
  package func flooredDivision(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Int {
  /// With zeros in front, if it has fewer digits.
  package func digits(_ count: Int) -> String {
    let text = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }

  /// The digits after the point of so many millionths, from 1 to 999,999, without zeros at the end.
  package var millionths: String {
    var digits = digits(6)
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits
  }
}
