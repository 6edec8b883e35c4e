import Testing

@testable import EventLogs

@Suite("Mixpanel")
struct MixpanelTests {
  /// Events with their time and the time of their receipt, seconds.
  private func log(_ times: [(time: Int, receipt: Int)]) -> String {
    times.enumerated().map { place, event in
      """
      {\"event\":\"$mp_page_view\",\"properties\":{\"time\":\(event.time),\"distinct_id\":\"u\",\"current_page_title\":\"S\(place)\",
      """
        + "\"$mp_api_timestamp_ms\":\(event.receipt)000}}\n"
    }.joined()
  }

  @Test(arguments: ["Screen", "Screen Title", "Screen Name", "screen"]) func `a screen has one of several usual names`(
    key: String
  ) async throws {
    let line =
      """
      {\"event\":\"Viewed Screen\",\"properties\":{\"time\":1777890030,\"distinct_id\":\"u\",\"\(key)\":\"Top \
      Stories\"}}\n
      """
    #expect(try await DecodedFixture(text: line).lines == ["10:20:30 u screen_view screen=Top Stories"])
  }

  @Test func `times in the zone of the project are moved to UTC`() async throws {
    // 10:20:30, sent within a minute; India is 5 h 30 min ahead. One event was sent two hours late.
    let noon = 1_777_890_030
    let fixture = try await DecodedFixture(
      text: log([(noon + 19_800, noon + 28), (noon + 19_801, noon + 58), (noon + 19_802, noon + 7200)]))
    #expect(fixture.lines == (0...2).map { "10:20:3\($0) u screen_view screen=S\($0)" })
    #expect(fixture.formats == ["mixpanel, times moved by -5 h 30 min to UTC"])
  }

  @Test func `events that are sent late are not in another zone`() async throws {
    let noon = 1_777_890_030
    let fixture = try await DecodedFixture(
      text: log([(noon, noon + 1200), (noon + 1, noon + 1300), (noon + 2, noon + 90_000)]))
    #expect(fixture.lines == (0...2).map { "10:20:3\($0) u screen_view screen=S\($0)" })
  }
}
