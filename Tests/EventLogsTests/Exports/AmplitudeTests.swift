import Testing

@testable import EventLogs

@Suite("Amplitude")
struct AmplitudeTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("amplitude.ndjson")
    #expect(fixture.formats == ["amplitude"])
    #expect(
      fixture.lines == [
        // A tab, by its class. The device's clock is used, not `event_time`.
        "10:20:30.123 7F0E0A2C tab_select target=Search sequence=42 session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone locale=German inferred",
        // After the login; ids are null: `uuid` is used instead. On a tablet that says it is iOS.
        "10:20:31 7F0E0A2C screen_view screen=Search sequence=44 session=1 id=2 platform=ios os=26.1 app=4.2.0 device=tablet",
        // At the same time, but counted before.
        "10:20:31 7F0E0A2C screen_view screen=Unknown sequence=43 session=1 id=3 platform=ios",
        // Exported twice.
        "10:20:30.123 7F0E0A2C tap sequence=42 session=1 id=1 platform=ios",
        // No device: the merged person. Written by a re-exporter. The fragment, not the enclosing activity; no session.
        "10:20:32 700000002 screen_view screen=CartFragment sequence=1 id=4 platform=android os=16",
        // An activity that holds fragments is a class.
        "10:20:33 D screen_view screen=MainActivity sequence=1 session=2 id=5 platform=android byClass",
        // A pan of an edge.
        "10:20:34 D gesture screen=Search target=edge-swipe sequence=2 session=2 id=6 platform=ios",
        // Another gesture.
        "10:20:35 D gesture screen=Search target=longPress sequence=3 session=2 id=7 platform=ios",
        // A back button, by its surroundings.
        "10:20:36 D back via=button sequence=4 session=2 id=8 platform=ios inferred",
        // A tab of Android, which has no label.
        "10:20:37 D tab_select target=nav_orders sequence=5 session=2 id=9 platform=android inferred",
        // A control outside of navigation.
        "10:20:38 D tap screen=Search target=Buy → now sequence=6 session=2 id=10 platform=ios",
        // From the start, from the background, to the background.
        "10:20:39 D app_open via=cold sequence=7 session=2 id=11 platform=ios",
        "10:20:40 D app_open via=warm sequence=8 session=2 id=12 platform=ios",
        "10:20:41 D app_background sequence=9 session=2 id=13 platform=ios",
        // Not navigation.
        "10:20:42 D other sequence=10 session=2 id=14 platform=ios",
        "10:20:43 D other sequence=11 session=2 id=15 platform=web",
        // From outside.
        "10:20:44 D deep_link sequence=12 session=2 id=16 platform=ios",
        "10:20:45 D other sequence=13 session=2 id=17 platform=ios",
      ])
    #expect(fixture.rejected == [:])
  }
}
