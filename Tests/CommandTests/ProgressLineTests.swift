import NavigationAudit
import Testing

@testable import navaudit

@Suite("The line of progress")
struct ProgressLineTests {
  @Test(arguments: [
    (
      progressLine(.reading, bytes: 412_000_000, totalBytes: 998_000_000, events: 2_000_000, share: 0.2, seconds: 2),
      "reading 412 of 998 MB, 1,000,000 events/s, 8 s left"
    ),
    (
      progressLine(.reading, bytes: 412_000_000, totalBytes: nil, events: 10, share: nil, seconds: 4),
      "reading 412 MB, 2 events/s"
    ),
    (
      progressLine(.reading, bytes: 1_000_000, totalBytes: 998_000_000, events: 5000, share: 0.001, seconds: 1),
      "reading 1 of 998 MB, 5,000 events/s"
    ),
    (
      progressLine(.sessions(0.637), bytes: 1, totalBytes: 1, events: 1, share: 0.5, seconds: 90),
      "building sessions, 63%, 1 min 30 s left"
    ),
    (
      progressLine(.reports, bytes: 1, totalBytes: 1, events: 1, share: 1, seconds: 90),
      "writing reports"
    ),
  ])
  func `the line of progress says what, how fast and how long`(line: String, text: String) { #expect(line == text) }
}
