import Testing

@testable import EventLogs

@Suite("Snowplow")
struct SnowplowTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("snowplow.tsv")
    #expect(fixture.formats == ["snowplow-tsv"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7a62ec9d-0000-4426-b014-eba2d0dcfebb screen_view screen=Search sequence=4 session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone",
        // Delivered twice.
        "10:20:30.123 7a62ec9d-0000-4426-b014-eba2d0dcfebb screen_view screen=Search sequence=4 session=1 id=1 platform=ios os=26.1 app=4.2.0 device=phone",
        // Another event with the same id.
        "10:20:31 7a62ec9d-0000-4426-b014-eba2d0dcfebb screen_view screen=Results sequence=4 session=1 id=2 platform=ios os=26.1 app=4.2.0 device=phone",
        // The life cycle.
        "10:20:32 7a62ec9d-0000-4426-b014-eba2d0dcfebb app_background sequence=4 session=1 id=3 platform=ios os=26.1 app=4.2.0 device=phone",
        "10:20:33 7a62ec9d-0000-4426-b014-eba2d0dcfebb app_open via=warm sequence=4 session=1 id=4 platform=ios os=26.1 app=4.2.0 device=phone",
        // At the same time, ordered by `eventIndex`.
        "10:20:34 7a62ec9d-0000-4426-b014-eba2d0dcfebb screen_view screen=Ninth sequence=9 session=1 id=5 platform=ios os=26.1 app=4.2.0 device=phone",
        "10:20:34 7a62ec9d-0000-4426-b014-eba2d0dcfebb screen_view screen=Eighth sequence=8 session=1 id=6 platform=ios os=26.1 app=4.2.0 device=phone",
        // The web.
        "10:20:35 web-user screen_view screen=/cart session=2 id=7 platform=android device=phone",
        "10:20:36 web-user other session=2 id=8 platform=android device=phone",
      ])
    #expect(fixture.rejected == ["no user": 1, "wrong number of cells": 1])
  }

  @Test func `every field of JSON`() async throws {
    let fixture = try await DecodedFixture("snowplow.ndjson")
    #expect(fixture.formats == ["snowplow-json"])
    #expect(
      fixture.lines == [
        // Flattened by an SDK: a column for each context.
        "10:20:30.123 7a62 screen_view screen=Search sequence=4 session=1 id=1 platform=ios os=26.1 app=4.2.0 device=tablet locale=de",
        // Nested; another major version of a context is another context.
        "10:20:31.123 7a62 screen_view screen=Results sequence=5 session=1 id=2 platform=mob",
        // Names as in a warehouse: the full version, keys in snake case.
        "10:20:32.123 7a62 screen_view screen=Detail/x sequence=6 session=1 id=3 platform=android os=16",
        // The screen on which it happened is not an appearance.
        "10:20:33.332 dom other id=4 platform=mob",
        // From outside.
        "10:20:34.332 net deep_link id=5 platform=mob",
      ])
    #expect(fixture.rejected == [:])
  }

  @Test func `every field of a table of a warehouse`() async throws {
    let fixture = try await DecodedFixture("snowplow.csv")
    #expect(fixture.formats == ["snowplow-csv"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7a62 screen_view screen=Search, all sequence=66 session=1 id=1 platform=mob locale=en",
        "10:20:31.123 7a62 app_open via=warm sequence=67 session=1 id=2 platform=mob locale=en",
        // The web.
        "10:20:32.123 dom screen_view screen=/cart session=2 id=3 platform=ios device=tablet locale=de",
        "10:20:33.123 dom other session=2 id=4 platform=macos device=desktop locale=de",
        // A context with invalid JSON is ignored.
        "10:20:33.123 dom screen_view screen=Home session=2 id=5 platform=macos device=desktop locale=de",
      ])
    #expect(fixture.rejected == [:])
  }
}
