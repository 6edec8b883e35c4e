import Foundation
import NavigationModel

/// The calendar days of a time zone, for what counts by day: `daily.csv`, `--from` and `--to`, the period of a report.
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
    // Times before 2008 are refused or outlying (NavigationLog.md), and zones are not known far ahead.
    let years: Range<TimeInterval> = 1_136_073_600..<4_102_444_800
    var date = Date(timeIntervalSince1970: years.lowerBound)
    func offset(_ date: Date) -> Int64 { Int64(timeZone.secondsFromGMT(for: date)) * 1_000_000 }
    var offsets = [(start: Int64(years.lowerBound) * 1_000_000, offset: offset(date))]
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date, next.timeIntervalSince1970 < years.upperBound {
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

  private func offset(at time: Int64) -> Int64 {
    var (low, high) = (0, offsets.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle].start <= time { low = middle } else { high = middle }
    }
    return offsets[low].offset
  }

  package static func == (a: CalendarDays, b: CalendarDays) -> Bool { a.zone == b.zone }
}
