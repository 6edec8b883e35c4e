import Foundation

/// The days and clocks of a time zone, for what counts by day (`daily.csv`, `--from` and `--to`, the period of a
/// report)
/// and for times without an offset.
package struct CalendarDays: Sendable, Equatable {
  /// Its identifier in the IANA time zone database, such as `Europe/Berlin`; `UTC` by default.
  package let zone: String
  /// The offsets from UTC, each from a time on, microseconds. The first holds for all earlier times as well.
  private let offsets: [(start: Int64, offset: Int64)]

  package static let utc = CalendarDays()
  /// Common identifiers, for completion and suggestions.
  package static var zones: [String] { ["UTC"] + TimeZone.knownTimeZoneIdentifiers }
  private static let lengthOfDay: Int64 = 86_400_000_000

  private init() { (zone, offsets) = ("UTC", [(0, 0)]) }

  /// - Parameter zone: an identifier; nil if there is no such time zone.
  package init?(zone: String) {
    guard zone != "UTC" else {
      self = .utc
      return
    }
    guard let timeZone = TimeZone(identifier: zone), timeZone.identifier == zone else { return nil }
    // Times before 2008 are refused or outlying (LogsAndExports.md), and zones are not known far ahead.
    let years: Range<TimeInterval> = 1_136_073_600..<4_102_444_800
    var date = Date(timeIntervalSince1970: years.lowerBound)
    func offset(_ date: Date) -> Int64 { Int64(timeZone.secondsFromGMT(for: date)) * 1_000_000 }
    var offsets = [(start: Int64(years.lowerBound) * 1_000_000, offset: offset(date))]
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
      next.timeIntervalSince1970 < years.upperBound
    {
      offsets.append((Int64(next.timeIntervalSince1970) * 1_000_000, offset(next)))
      date = next
    }
    self.zone = zone
    self.offsets = offsets
  }

  /// The day of a time, in days since 1970-01-01. O(log n) in the number of clock changes.
  /// - Parameter time: microseconds since 1970.
  package func day(of time: Int64) -> Int { Int((time + offset(at: time)).flooredDivision(by: Self.lengthOfDay).0) }

  /// The first microsecond of a day.
  package func start(of day: Int) -> Int64 {
    let midnight = Int64(day) * Self.lengthOfDay
    // The clocks may change between that time in UTC and in the zone.
    let guess = midnight - offset(at: midnight - offset(at: midnight))
    return self.day(of: guess) < day ? guess + offset(at: guess + Self.lengthOfDay) - offset(at: guess) : guess
  }

  /// The time at which a clock there shows what one in UTC shows at another time, microseconds since 1970. Of an hour
  /// that comes twice, it is the first; an hour that is left out goes on after the clocks change.
  package func time(atClock clock: Int64) -> Int64 {
    let before = clock - offset(at: clock - Self.lengthOfDay)
    let after = clock - offset(at: clock + Self.lengthOfDay)
    return clock - offset(at: before) != before && clock - offset(at: after) == after ? after : before
  }

  private func offset(at time: Int64) -> Int64 {
    var low = 0
    var high = offsets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle].start <= time { low = middle } else { high = middle }
    }
    return offsets[low].offset
  }

  package static func == (a: CalendarDays, b: CalendarDays) -> Bool { a.zone == b.zone }
}

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
      throw Malformed(
        description: "\(CalendarDate(day: last)) comes before \(CalendarDate(day: first)); name the earlier day first")
    }
    self.first = first
    self.last = last
  }

  /// A day, or a range with an optional start and end: `2026-03-01..2026-03-14`, `2026-03-15..`.
  public init(_ text: String) throws(Malformed) {
    guard let dots = text.firstRange(of: "..") else {
      let day = try Self.day(text)
      try self.init(first: day, last: day)
      return
    }
    let first = String(text[..<dots.lowerBound])
    let last = String(text[dots.upperBound...])
    if first.isEmpty, last.isEmpty {
      throw Malformed(description: "`\(text)` is not a range of days; write 2026-03-01..2026-03-14")
    }
    try self.init(first: first.isEmpty ? nil : Self.day(first), last: last.isEmpty ? nil : Self.day(last))
  }

  /// Days since 1970-01-01.
  package static func day(_ text: String) throws(Malformed) -> Int {
    guard let day = CalendarDate(text)?.day else {
      throw Malformed(description: "`\(text)` is no date; write one like 2026-03-14")
    }
    return day
  }

  /// Whether a time, microseconds since 1970, is on one of the days.
  package func contains(_ time: Int64, _ calendar: CalendarDays) -> Bool {
    let day = calendar.day(of: time)
    return first ?? day <= day && day <= last ?? day
  }

  /// The range as written on the command line.
  public var description: String {
    let from = first.map { CalendarDate(day: $0).description }
    let to = last.map { CalendarDate(day: $0).description }
    return from == to ? from ?? "" : (from ?? "") + ".." + (to ?? "")
  }

  /// `from 2026-03-01 to 2026-03-14`.
  package var words: String {
    [first.map { "from \(CalendarDate(day: $0))" }, last.map { "to \(CalendarDate(day: $0))" }].compactMap(\.self)
      .joined(separator: " ")
  }
}
