import NavigationModel
import Testing

@testable import Measures

@Suite struct LogQualityTests {
  /// Observes sessions (start, end, has an id) of users.
  private func quality(_ users: [[(start: Int64, end: Int64, named: Bool)]]) -> LogQuality {
    var quality = LogQuality()
    for (user, sessions) in users.enumerated() {
      for (index, times) in sessions.enumerated() {
        var events = [
          Event(time: times.start, user: UInt32(user), kind: .screenView),
          Event(time: times.end, user: UInt32(user), kind: .screenView),
        ]
        for index in events.indices { events[index].session = times.named ? 7 : 0 }
        var path = Reconstruction()
        var stack = NavigationStack(map: NavigationMap(AppMap(), names: NameTable()))
        events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        quality.observe(
          Session(
            user: UInt32(user), pseudonym: .init(rawValue: UInt64(user)), number: index + 1, start: times.start,
            end: times.end, events: 2,
            segment: Segment()), path)
      }
      quality.finishUser()
    }
    quality.finish()
    return quality
  }

  private let noon: Int64 = 1_772_366_400_000_000

  @Test("named sessions of one user that overlap are quality of a clock that was set; those of two users are not")
  func overlaps() {
    let overlapping = quality([
      [
        (noon, noon + 100, true), (noon + 50, noon + 60, true), (noon + 99, noon + 200, true),
        (noon + 200, noon + 300, true),
      ]
    ])
    #expect(overlapping.overlappingSessions == 2)
    #expect(quality([[(noon, noon + 100, true)], [(noon + 50, noon + 60, true)]]).overlappingSessions == 0)
    #expect(quality([[(noon, noon + 100, true), (noon + 50, noon + 60, false)]]).overlappingSessions == 0)
  }

  @Test("events before 2007 are too early") func early() {
    #expect(quality([[(0, noon, true)]]).eventsTooEarly == 1)
    #expect(quality([[(1_167_609_600_000_000, noon, true)]]).eventsTooEarly == 0)
  }

  @Test("events with and without session ids are counted, and parts add up") func merging() {
    var merged = quality([[(noon, noon + 1, true)]])
    merged.merge(quality([[(noon, noon + 1, false), (noon + 5, noon + 9, true)]]))
    #expect(merged.eventsWithSessionID == 4 && merged.eventsWithoutSessionID == 2 && merged.sessionsWithID == 2)
  }
}
