import Testing

@testable import EventLogs

@Suite("PostHog")
struct PostHogTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("posthog.jsonl")
    #expect(fixture.formats == ["posthog"])
    #expect(
      fixture.lines == [
        "10:20:30.123 dev1 screen_view screen=Home session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone locale=de-DE",
        // A tab, by its class; after the login, with an offset.
        "10:20:31.5 dev1 tab_select target=Search x=12.5 y=700.0 session=1 id=2 inferred",
        // A tab without a name cannot be counted.
        "10:20:32 dev1 tap screen=Home target=UITabBarButton id=3",
        // A back button, by its surroundings.
        "10:20:33 dev1 back via=button id=4 inferred",
        // A gesture.
        "10:20:34 dev1 gesture screen=Detail target=swipe id=5",
        // Chains of iOS do not escape quotes.
        "10:20:35 dev1 tap screen=Detail target=Say \"hi\"; now 😀 id=6",
        // Those of the server do.
        "10:20:36 dev1 tap screen=Detail target=Say \"hi\"; ok id=7",
        "10:20:37 dev1 other id=8",
        // From the start, from the background (properties as text), to the background.
        "10:20:38 dev1 app_open via=cold id=9",
        "10:20:39 dev1 app_open via=warm id=10 platform=ipados device=tablet",
        "10:20:40 dev1 app_background id=11",
        // The web.
        "10:20:41 web screen_view screen=/cart id=12 platform=macos device=desktop",
        // Exported twice.
        "10:20:30.123 dev1 screen_view screen=Home id=1",
        // A page of the API has the id in `id`; all events carry the screen.
        "10:20:42 17 other id=13",
        // Properties are null.
        "10:20:43 d1 screen_view id=14",
        "10:20:44 d1 deep_link id=15",
      ])
    #expect(fixture.rejected == [:])
  }
}
