import Testing

@testable import EventLogs

@Suite("GA4")
struct GA4Tests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("ga4.ndjson")
    #expect(fixture.formats == ["ga4"])
    #expect(
      fixture.lines == [
        // As `bq extract` writes it: whole numbers as texts.
        "10:20:30.123002 0A1B2C3D4E5F60718293A4B5C6D7E8F9 screen_view screen=Search session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone locale=de-de",
        // As a client library writes it: numbers, nulls spelled out. The name of the screen is not set: its class stands in.
        "10:20:31 B screen_view screen=MainActivity session=1 id=2 platform=android os=11 device=tablet byClass",
        // By hand, with the other spelling, and signs of HTML escaped.
        "10:20:31.2 B screen_view screen=A <b> & c id=3 platform=android",
        // The present screen is stamped on what is no view.
        "10:20:32 B other id=4 platform=ios device=tablet",
        // Nobody consented: no pseudo id. The name came as a number.
        "10:20:33 4711 screen_view screen=42 id=5",
        // Two views in the same microsecond, and the second of them again with its keys in another order.
        "10:20:34 C screen_view screen=One id=6 platform=ios",
        "10:20:34 C screen_view screen=Two id=7 platform=ios",
        "10:20:34 C screen_view screen=Two id=7 platform=ios",
        // A batch that arrived out of order: the numbers of the batch tell.
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
