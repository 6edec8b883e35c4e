import Testing

@testable import EventLogs

@Suite("Countly")
struct CountlyTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("countly.ndjson")
    #expect(fixture.formats == ["countly"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7F0E screen_view screen=Search session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone locale=de",
        // The record that closes the view.
        "10:20:34.123 7F0E other session=1 id=2 platform=ios os=26.1 app=4.2.0",
        // As mongoexport wraps values; colons for the dots in versions. The name of the view is not among its data.
        "10:20:34.2 7F0E screen_view screen=Detail id=3 platform=android os=16.0 app=4.2.1",
        // Its dates; no device: the server's user.
        "10:20:35 u2 screen_view screen=Cart id=4",
        "10:20:36 u2 screen_view screen=Cart id=5",
        // A custom event of newer servers.
        "10:20:37 7F0E other id=6",
        // The device was turned.
        "10:20:38 7F0E rotate target=landscape id=7",
        "10:20:39 7F0E other id=8",
        // The same document twice.
        "10:20:30.123 7F0E screen_view screen=Search id=1",
      ])
    #expect(fixture.rejected == ["no user": 1])
  }

  @Test func `every field of the queue of an SDK`() async throws {
    let fixture = try await DecodedFixture("countly-queue.ndjson")
    #expect(fixture.formats == ["countly-queue"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7F0E screen_view screen=Search platform=ios os=26.1 app=4.2.0 device=tablet locale=de_DE",
        // The event that closes the view.
        "10:20:34.123 7F0E other platform=ios",
        "10:20:35 7F0E other",
      ])
    #expect(fixture.rejected == ["no user": 1])
  }
}
