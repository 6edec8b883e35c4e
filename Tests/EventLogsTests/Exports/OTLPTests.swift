import Testing

@testable import EventLogs

@Suite("OpenTelemetry")
struct OTLPTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("otlp.jsonl")
    #expect(fixture.formats == ["otlp"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7F0E tap screen=Home target=Search session=1 platform=ios os=26.1 app=4.2.0 device=phone",
        // The older field of the name; the time as a number.
        "10:20:31 7F0E screen_view screen=Search session=1 platform=ios os=26.1 app=4.2.0 device=phone",
        // Only the time of observation.
        "10:20:32 7F0E tap screen=search-1 x=12.0 y=300.5 platform=ios os=26.1 app=4.2.0 device=phone",
        // The life cycle.
        "10:20:33 7F0E app_background platform=ios os=26.1 app=4.2.0 device=phone",
        "10:20:34 7F0E app_open via=warm platform=ios os=26.1 app=4.2.0 device=phone",
        // A record without a screen, and one without a name.
        "10:20:35 7F0E other session=2 platform=ios os=26.1 app=4.2.0 device=phone",
        "10:20:36 7F0E other platform=ios os=26.1 app=4.2.0 device=phone",
        // A change of the screen, named by where it led to.
        "10:20:36.5 7F0E screen_view screen=Orders platform=ios os=26.1 app=4.2.0 device=phone",
        // Another resource: a user among the attributes, as a number.
        "10:20:37 17 screen_view screen=Cart platform=android",
      ])
    #expect(fixture.rejected == ["no user": 1])
  }

  @Test func `every field of spans`() async throws {
    let fixture = try await DecodedFixture("otlp-spans.jsonl")
    #expect(fixture.formats == ["otlp-spans"])
    #expect(
      fixture.lines == [
        "10:20:30.123 7F0E screen_view screen=MainActivity session=1 platform=android app=4.2.0",
        "10:20:31 7F0E other session=1 platform=android app=4.2.0",
      ])
    #expect(fixture.rejected == [:])
  }
}
