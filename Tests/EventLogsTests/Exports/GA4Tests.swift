import Testing

@testable import EventLogs

@Suite("GA4")
struct GA4Tests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("ga4.ndjson")
    #expect(fixture.formats == ["ga4"])
    #expect(
      fixture.lines == [
        // As `bq extract` writes it: integers as texts.
        "10:20:30.123002 0A1B2C3D4E5F60718293A4B5C6D7E8F9 screen_view screen=Search session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone locale=de-de",
        // As a client library writes it: numbers, explicit nulls. The name of the screen is not set: its class is used.
        "10:20:31 B screen_view screen=MainActivity session=1 id=2 platform=android os=11 device=tablet byClass",
        // Logged manually, with the other spelling, and HTML characters escaped.
        "10:20:31.2 B screen_view screen=A <b> & c id=3 platform=android",
        // Events other than views carry the current screen, too.
        "10:20:32 B other id=4 platform=ios device=tablet",
        // No consent: no pseudo id. The name is a number.
        "10:20:33 4711 screen_view screen=42 id=5",
        // Two views in the same microsecond, and the second of them again with another order of keys.
        "10:20:34 C screen_view screen=One id=6 platform=ios",
        "10:20:34 C screen_view screen=Two id=7 platform=ios",
        "10:20:34 C screen_view screen=Two id=7 platform=ios",
        // A batch in the wrong order: the batch numbers give the right one.
        "10:20:35 C screen_view screen=Second sequence=2049 id=8 platform=ios",
        "10:20:35 C screen_view screen=First sequence=1031 id=9 platform=ios",
        // A day that was exported twice.
        "10:20:30.123002 0A1B2C3D4E5F60718293A4B5C6D7E8F9 screen_view screen=Search session=1 id=1 platform=ios",
        // The web.
        "10:20:36 D screen_view screen=Cart id=10 platform=web device=desktop",
      ])
    #expect(fixture.rejected == ["no time": 1, "no user": 1])
  }
}
