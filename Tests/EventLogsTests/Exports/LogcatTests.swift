import Testing

@testable import EventLogs

@Suite("Logcat")
struct LogcatTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("logcat.txt")
    #expect(fixture.formats == ["logcat"])
    #expect(
      fixture.lines == [
        // Values are not quoted and may contain commas.
        "10:20:30.123 device screen_view screen=Search, the whole shop session=1 platform=android",
        // Format `time`; an activity.
        "10:20:31.5 device screen_view screen=MainActivity platform=android byClass",
        // With year and zone.
        "10:20:32 device other platform=android",
      ])
    #expect(fixture.rejected == [:])
  }
}
