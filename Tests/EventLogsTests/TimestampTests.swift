import NavigationModel
import Testing

@testable import EventLogs

@Suite struct TimestampTests {
  private func read(_ text: String) -> Timestamp { text.withUTF8Bytes { Timestamp($0) } }

  /// 2026-03-01T01:16:49.171Z, in microseconds.
  private static let instant: Int64 = 1_772_327_809_171_000

  @Test(
    "the same instant in every encoding",
    arguments: [
      "2026-03-01T01:16:49.171Z", "2026-03-01 01:16:49.171Z", "2026-03-01t01:16:49.171z",
      "2026-03-01T03:46:49.171+02:30",
      "2026-02-28T17:16:49.171-08:00", "2026-03-01T01:16:49.171+0000", "2026-03-01 01:16:49.171 UTC", "1772327809.171",
      "1772327809171", "1772327809171000", "1772327809171000000", "1.772327809171e9", "1.772327809171E12",
    ])
  func encodings(_ text: String) { #expect(read(text) == .microseconds(Self.instant, hasZone: true)) }

  @Test(
    "dates with the name of their month, and in digits alone",
    arguments: [
      ("20260301011649", false), ("20260301T011649Z", true), ("20260301 01:16:49", false),
      ("20260301T034649+0230", true),
      ("01/Mar/2026:01:16:49 +0000", true), ("28/Feb/2026:17:16:49 -0800", true), ("01-MAR-26 01:16:49", false),
      ("01-MAR-2026 01.16.49 AM", false), ("2026-03-01-01.16.49", false),
      ("Sun, 01 Mar 2026 01:16:49 GMT", true), ("Sun Mar  1 01:16:49 2026", false), ("Mar 1, 2026, 1:16:49 AM", false),
      ("March 1st, 2026 at 1:16:49 AM UTC", true), ("1 Mar 2026 01:16:49", false), ("2026-Mar-01 01:16:49", false),
      ("Sun Mar 01 2026 03:46:49 GMT+0230 (Coordinated Universal Time)", true),
      ("Sun, 1 Mar 2026 03:46:49 +02:30", true),
    ])
  func written(_ text: String, hasZone: Bool) {
    #expect(read(text) == .microseconds(Self.instant - 171_000, hasZone: hasZone))
  }

  @Test("digits of a second's fraction follow them") func writtenFractions() {
    for text in [
      "20260301011649171", "20260301T011649.171", "2026-03-01-01.16.49.171000", "01-MAR-26 01.16.49.171000",
      "01/Mar/2026:01:16:49,171",
    ] {
      #expect(read(text) == .microseconds(Self.instant, hasZone: false), "\(text)")
    }
    #expect(read("Mar 1, 2026 12:00 PM") == read("2026-03-01T12:00"))
    #expect(read("Mar 1, 2026 12:30 AM") == read("2026-03-01T00:30"))
    #expect(read("0,5") == read("0.5"))
  }

  @Test("without an offset it is UTC, and that is told") func noOffset() {
    #expect(read("2026-03-01T01:16:49.171") == .microseconds(Self.instant, hasZone: false))
    #expect(read("2026-03-01 01:16:49.171") == .microseconds(Self.instant, hasZone: false))
  }

  @Test(
    "numbers change their unit at powers of ten",
    arguments: [
      ("99999999999", Int64(99_999_999_999_000_000)), ("100000000000", 100_000_000_000_000),
      ("99999999999999", 99_999_999_999_999_000),
      ("100000000000000", 100_000_000_000_000), ("99999999999999999", 99_999_999_999_999_999),
      ("100000000000000000", 100_000_000_000_000), ("0", 0), ("-1", -1_000_000), ("1.5", 1_500_000),
      ("1.0000019", 1_000_001),
      ("1772327809171.5", 1_772_327_809_171_500),
    ])
  func magnitudes(_ text: String, _ microseconds: Int64) {
    #expect(read(text) == .microseconds(microseconds, hasZone: true))
  }

  @Test("the first and the last moment that RFC 3339 can write are read") func edges() {
    #expect(read("0000-01-01T00:00:00Z") == .microseconds(-62_167_219_200_000_000, hasZone: true))
    #expect(read("9999-12-31T23:59:59.999999Z") == .microseconds(253_402_300_799_999_999, hasZone: true))
    #expect(read("0000-01-01T00:00:00+00:01") == .outOfRange)
    #expect(read("9999-12-31T23:59:59-00:01") == .outOfRange)
  }

  @Test("a leap second is the first of the next minute") func leapSecond() {
    #expect(read("2016-12-31T23:59:60Z") == read("2017-01-01T00:00:00Z"))
  }

  @Test("29 February is a day of leap years only") func leapDays() {
    #expect(read("2024-02-29T00:00:00Z") == .microseconds(1_709_164_800_000_000, hasZone: true))
    #expect(read("2000-02-29T00:00:00Z") == .microseconds(951_782_400_000_000, hasZone: true))
    #expect(read("1900-02-29T00:00:00Z") == .unreadable)
    #expect(read("2026-02-29T00:00:00Z") == .unreadable)
  }

  @Test("each byte of a date and time has to be what it is", arguments: Array(0..<16)) func everyByte(place: Int) {
    let time = Array("2026-03-01T01:16:49.171Z".utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let fine: [UInt8] = place == 10 ? Array("Tt ".utf8) : digits.contains(time[place]) ? Array(digits) : [time[place]]
    for byte in 0...255 as ClosedRange<UInt8> where !fine.contains(byte) {
      var text = time
      text[place] = byte
      #expect(text.withUnsafeBufferPointer { Timestamp($0) } == .unreadable)
    }
  }

  @Test(
    "what is no time is not readable",
    arguments: [
      "", "yesterday", "2026-03-01", "2026-03-01T", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-03-32T00:00:00Z",
      "2026-03-01T24:00:00Z", "2026-03-01T00:60:00Z", "2026-03-01T00:00:61Z", "2026-03-01T00:00:00.Z",
      "2026-03-01T00:00:00+24:00",
      "2026-03-01T00:00:00+1", "2026-03-01T00:00:00Zulu", "12a", "1.2.3", "--1", "1e", "NaN", "0x10", " 5",
      "20261301011649", "01-MAR-26", "Mar 1 01:16:49",
      "Level 1 Mar 2026 01:16", "1 May", "31 Feb 2026 10:00:00", "20990230000000", "1,234,567",
    ])
  func unreadable(_ text: String) { #expect(read(text) == .unreadable) }

  @Test(
    "numbers beyond all years are out of range",
    arguments: ["99999999999999999999", "-99999999999", "1e30", "-1e20", "9999999999999999999999999999"])
  func outOfRange(_ text: String) { #expect(read(text) == .outOfRange) }
}
