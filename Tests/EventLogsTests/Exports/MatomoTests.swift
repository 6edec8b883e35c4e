import Testing

@testable import EventLogs

@Suite("Matomo")
struct MatomoTests {
  @Test func `every field of an export`() async throws {
    let fixture = try await DecodedFixture("matomo.json")
    #expect(fixture.formats == ["matomo"])
    #expect(
      fixture.lines == [
        // The newest visit comes first. Without a title, the address is used. The device class is in French, its icon is not.
        "13:07:10 0123456789abcdef screen_view screen=http://org.example.app/home session=1 id=1 platform=android os=16 device=tablet locale=fr",
        // The site's wall clock was two hours ahead.
        "10:20:30 0123456789abcdef screen_view screen=home session=2 id=2 platform=ios os=26.1 device=phone locale=de-de",
        // Actions of the same second keep their order.
        "10:20:38 0123456789abcdef other target=search session=2 id=3 platform=ios os=26.1 device=phone locale=de-de",
        "10:20:38 0123456789abcdef screen_view screen=search session=2 id=4 platform=ios os=26.1 device=phone locale=de-de",
        // A search is not a screen.
        "10:20:40 0123456789abcdef other session=2 id=5 platform=ios os=26.1 device=phone locale=de-de",
        // The same page twice in an export.
        "10:20:38 0123456789abcdef screen_view screen=search session=2 id=4 platform=ios os=26.1 device=phone locale=de-de",
        // The clock's offset is unknown.
        "07:33:20 bert screen_view screen=Start session=3 device=desktop",
      ])
    #expect(fixture.rejected == [:])
  }
}
