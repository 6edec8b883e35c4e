import Testing

@testable import EventLogs

@Suite("Mixpanel")
struct MixpanelTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("mixpanel.ndjson")
    #expect(fixture.formats == ["mixpanel"])
    #expect(
      fixture.lines == [
        "10:20:30 5c0ffee0 screen_view screen=Search id=1 platform=ios os=26.1 app=4.2.0 device=phone",
        // In milliseconds; the anonymous id with its prefix.
        "10:20:31.5 5c0ffee0 screen_view screen=Results id=2",
        // As text, with a fraction; after the login.
        "10:20:32.25 5c0ffee0 screen_view screen=Detail id=3 platform=ipados device=tablet",
        // The time is part of the identity.
        "10:20:31.5 5c0ffee0 screen_view screen=Results id=4",
        // Exported twice.
        "10:20:31.5 5c0ffee0 screen_view screen=Results id=2",
        // A custom event with a usual name. The size identifies a tablet.
        "10:20:33 and screen_view screen=Cart id=5 platform=android os=16 app=5 device=tablet",
        // A phone is not inferred from its size; no id.
        "10:20:34 and screen_view screen=Cart platform=android",
        // The web; no device.
        "10:20:35 anna screen_view screen=https://example.org/cart platform=macos",
        // This one needs a map.
        "10:20:36 and other",
      ])
    #expect(fixture.rejected == ["no user": 1])
  }

  /// Events with their time and the time of their receipt, seconds.
  private func log(_ times: [(time: Int, receipt: Int)]) -> String {
    times.enumerated().map { place, event in
      "{\"event\":\"$mp_page_view\",\"properties\":{\"time\":\(event.time),\"distinct_id\":\"u\",\"current_page_title\":\"S\(place)\","
        + "\"$mp_api_timestamp_ms\":\(event.receipt)000}}\n"
    }.joined()
  }

  @Test func `times in the zone of the project are moved to UTC`() async throws {
    // 10:20:30, sent within a minute; India is 5 h 30 min ahead. One event was sent two hours late.
    let noon = 1_777_890_030
    let fixture = try await DecodedFixture(text: log([(noon + 19_800, noon + 28), (noon + 19_801, noon + 58), (noon + 19_802, noon + 7200)]))
    #expect(fixture.lines == (0...2).map { "10:20:3\($0) u screen_view screen=S\($0)" })
    #expect(fixture.formats == ["mixpanel, times moved by -5 h 30 min to UTC"])
  }

  @Test func `events that are sent late are not in another zone`() async throws {
    let noon = 1_777_890_030
    let fixture = try await DecodedFixture(text: log([(noon, noon + 1200), (noon + 1, noon + 1300), (noon + 2, noon + 90_000)]))
    #expect(fixture.lines == (0...2).map { "10:20:3\($0) u screen_view screen=S\($0)" })
  }
}
