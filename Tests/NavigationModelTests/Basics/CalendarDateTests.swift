import NavigationModel
import TestSupport
import Testing

@Suite struct `Calendar dates` {
  @Test(arguments: [
    ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-03-02", 20_514), ("1969-12-31", -1), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func `are days since 1970`(text: String, day: Int) {
    #expect(CalendarDate(text)?.day == day)
    #expect(CalendarDate(day: day).description == text)
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-3-2", "+026-03-02", "0000-01-01",
    "today", "", "--",
  ])
  func `other texts are not dates`(text: String) { #expect(CalendarDate(text) == nil) }

  @Test(.thorough) func `each day of eight centuries follows the one before`() throws {
    var year = 1599
    var month = 12
    var dayOfMonth = 31
    for day in -135_141..<157_000 {
      let date = CalendarDate(day: day)
      try #require((date.year, date.month, date.dayOfMonth) == (year, month, dayOfMonth) && date.day == day)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      dayOfMonth += 1
      if dayOfMonth > length { (month, dayOfMonth) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(year > 2390)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (1_772_327_809_171_000, "2026-03-01T01:16:49.171Z"),
      (-62_167_219_200_000_000, "0000-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func `times are written as RFC 3339 says`(microseconds: Int64, text: String) {
    #expect(rfc3339(microseconds: microseconds) == text)
  }
}
