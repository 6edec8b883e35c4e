import Testing

@testable import EventLogs

@Suite("Segment and RudderStack")
struct SegmentTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("segment.ndjson")
    #expect(fixture.formats == ["segment"])
    #expect(
      fixture.lines == [
        // Segment.
        "10:20:30.123 AA55 screen_view screen=Search id=1 platform=ipados os=26.1 app=4.2.0 device=tablet locale=de-DE",
        // RudderStack: the name of the screen in `event`, a session, another time format.
        "10:20:31.123 d00d screen_view screen=Results session=1 id=2 platform=android os=16 app=4.2.0",
        // The name among the properties; a tablet by its size.
        "10:20:32 d00d screen_view screen=Detail id=3 platform=android device=tablet",
        // A phone is not inferred from its size.
        "10:20:33 d00d screen_view screen=Small id=4 platform=android",
        // From the start, from the background, to the front, to the background.
        "10:20:34 d00d app_open via=cold id=5",
        "10:20:35 d00d app_open via=warm id=6",
        "10:20:36 d00d app_open via=warm id=7",
        "10:20:37 d00d app_background id=8",
        // A property called `name` does not name a screen.
        "10:20:38 d00d other id=9",
        "10:20:39 d00d other id=10",
        // The web.
        "10:20:40 web screen_view screen=Cart id=11 platform=macos",
        "10:20:41 web screen_view screen=/pay id=12",
        // Delivered twice.
        "10:20:30.123 AA55 screen_view screen=Search id=1",
      ])
    #expect(fixture.rejected == ["no user": 1])
  }
}
