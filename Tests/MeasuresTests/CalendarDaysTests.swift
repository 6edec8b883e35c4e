import Foundation
import Measures
import NavigationModel
import Testing

@Suite("Days of time zones")
struct CalendarDaysTests {
  private func time(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1_000_000
  }

  @Test(arguments: [
    ("UTC", "2026-03-29T23:59:59Z", "2026-03-29"), ("UTC", "1969-12-31T23:59:59Z", "1969-12-31"),
    // The clocks change at 01:00 UTC.
    ("Europe/Berlin", "2026-03-28T22:59:59Z", "2026-03-28"), ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29"),
    ("Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-29"), ("Europe/Berlin", "2026-03-29T22:00:00Z", "2026-03-30"),
    ("America/New_York", "2026-11-02T04:59:59Z", "2026-11-01"),
    ("America/New_York", "2026-11-02T05:00:00Z", "2026-11-02"),
    ("Asia/Kathmandu", "2026-01-01T18:14:59Z", "2026-01-01"), ("Asia/Kathmandu", "2026-01-01T18:15:00Z", "2026-01-02"),
    // Samoa left out 30 December 2011.
    ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29"), ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"),
    // Turkey left winter time in 2016.
    ("Europe/Istanbul", "2020-01-01T20:59:59Z", "2020-01-01"),
    ("Europe/Istanbul", "2020-01-01T21:00:00Z", "2020-01-02"),
  ])
  func `a time falls on the day that a calendar there shows`(zone: String, time: String, day: String) throws {
    let calendar = try #require(CalendarDays(zone: zone))
    #expect(CalendarDate(day: calendar.day(of: try self.time(time))).description == day)
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/Sao_Paulo", "Africa/Cairo", "Pacific/Apia", "Asia/Beirut", "Australia/Lord_Howe",
  ])
  func `a day starts with its first microsecond`(zone: String) throws {
    let calendar = try #require(CalendarDays(zone: zone))
    for day in stride(from: 14_000, to: 22_000, by: 1) where zone != "Pacific/Apia" || day != 15_338 {
      let start = calendar.start(of: day)
      #expect(
        calendar.day(of: start) == day && calendar.day(of: start - 1) == day - 1
          || zone == "Pacific/Apia" && day == 15_339, "\(zone) \(CalendarDate(day: day))"
      )
    }
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/Sao_Paulo", "Africa/Cairo", "Pacific/Apia", "Asia/Beirut", "Australia/Lord_Howe",
  ])
  func `what a clock shows is the first time at which it does`(zone: String) throws {
    let calendar = try #require(CalendarDays(zone: zone))
    let timeZone = try #require(TimeZone(identifier: zone))
    func clock(_ time: Int64) -> Int64 {
      time + Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time) / 1e6))) * 1_000_000
    }
    for hour in 15_200 * 24..<16_200 * 24 {
      let time = Int64(hour) * 3_600_000_000
      let found = calendar.time(atClock: clock(time))
      #expect(found <= time && clock(found) == clock(time), "\(zone) \(time)")
    }
  }

  @Test func `an hour that is left out goes on after the change`() throws {
    let berlin = try #require(CalendarDays(zone: "Europe/Berlin"))
    #expect(berlin.time(atClock: try time("2026-03-29T02:30:00Z")) == (try time("2026-03-29T01:30:00Z")))
  }

  @Test func `every time zone is known, and no other`() {
    for zone in CalendarDays.zones { #expect(CalendarDays(zone: zone)?.zone == zone) }
    #expect(CalendarDays(zone: "Europe/Atlantis") == nil)
    #expect(CalendarDays(zone: "") == nil)
  }
}
