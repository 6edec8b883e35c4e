import NavigationModel
import Testing

@testable import Measures

@Suite struct LogSignsTests {
  /// Observes sessions (start, end, has an id) of users.
  private func signs(_ users: [[(start: Int64, end: Int64, named: Bool)]]) -> LogSigns {
    var signs = LogSigns()
    for (user, sessions) in users.enumerated() {
      for (index, times) in sessions.enumerated() {
        var events = [Event(time: times.start, user: UInt32(user), kind: .screenView), Event(time: times.end, user: UInt32(user), kind: .screenView)]
        for index in events.indices { events[index].session = times.named ? 7 : 0 }
        var path = Reconstruction()
        var stack = NavigationStack()
        events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        signs.observe(
          Session(
            user: UInt32(user), pseudonym: .init(rawValue: UInt64(user)), number: index + 1, start: times.start, end: times.end, events: 2,
            segment: Segment()), path)
      }
      signs.finishUser()
    }
    signs.finish()
    return signs
  }

  private let noon: Int64 = 1_772_366_400_000_000

  @Test("named sessions of one user that overlap are signs of a clock that was set; those of two users are not") func overlaps() {
    let overlapping = signs([[(noon, noon + 100, true), (noon + 50, noon + 60, true), (noon + 99, noon + 200, true), (noon + 200, noon + 300, true)]])
    #expect(overlapping.overlappingSessions == 2)
    #expect(signs([[(noon, noon + 100, true)], [(noon + 50, noon + 60, true)]]).overlappingSessions == 0)
    #expect(signs([[(noon, noon + 100, true), (noon + 50, noon + 60, false)]]).overlappingSessions == 0)
  }

  @Test("events before 2007 are too early") func early() {
    #expect(signs([[(0, noon, true)]]).eventsTooEarly == 1)
    #expect(signs([[(1_167_609_600_000_000, noon, true)]]).eventsTooEarly == 0)
  }

  @Test("events with and without session ids are counted, and parts add up") func merging() {
    var merged = signs([[(noon, noon + 1, true)]])
    merged.merge(signs([[(noon, noon + 1, false), (noon + 5, noon + 9, true)]]))
    #expect(merged.eventsWithSessionID == 4 && merged.eventsWithoutSessionID == 2 && merged.sessionsWithID == 2)
  }
}
