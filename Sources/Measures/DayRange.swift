import NavigationModel

/// Days, both ends included; open at a missing end.
public struct DayRange: Sendable, Equatable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let first: Int?
  public let last: Int?

  /// Why a text is not a range of days, in one line.
  public struct Malformed: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Throws: ``Malformed`` if the last day comes before the first.
  public init(first: Int?, last: Int?) throws(Malformed) {
    if let first, let last, last < first {
      throw Malformed(description: "\(CalendarDate(day: last)) comes before \(CalendarDate(day: first)); name the earlier day first")
    }
    (self.first, self.last) = (first, last)
  }

  /// A day, or a range with an optional start and end: `2026-03-01..2026-03-14`, `2026-03-15..`.
  public init(_ text: String) throws(Malformed) {
    guard let dots = text.firstRange(of: "..") else {
      let day = try Self.day(text)
      try self.init(first: day, last: day)
      return
    }
    let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    if first.isEmpty, last.isEmpty { throw Malformed(description: "`\(text)` is not a range of days; write 2026-03-01..2026-03-14") }
    try self.init(first: first.isEmpty ? nil : Self.day(first), last: last.isEmpty ? nil : Self.day(last))
  }

  /// Days since 1970-01-01.
  package static func day(_ text: String) throws(Malformed) -> Int {
    guard let day = CalendarDate(text)?.day else { throw Malformed(description: "`\(text)` is no date; write one like 2026-03-14") }
    return day
  }

  /// Whether a time, microseconds since 1970, is on one of the days.
  package func contains(_ time: Int64, _ calendar: CalendarDays) -> Bool {
    let day = calendar.day(of: time)
    return first ?? day <= day && day <= last ?? day
  }

  /// The range as written on the command line.
  public var description: String {
    let (from, to) = (first.map { CalendarDate(day: $0).description }, last.map { CalendarDate(day: $0).description })
    return from == to ? from ?? "" : (from ?? "") + ".." + (to ?? "")
  }

  /// `from 2026-03-01 to 2026-03-14`.
  package var words: String {
    [first.map { "from \(CalendarDate(day: $0))" }, last.map { "to \(CalendarDate(day: $0))" }].compactMap(\.self).joined(separator: " ")
  }
}
