import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

@Suite struct NobodiesTests {
  private func isScripted(_ sessions: [[String]]) -> Bool {
    let names = NameTable()
    var events: [Event] = []
    var ranges: [Range<Int>] = []
    for screens in sessions {
      for screen in screens {
        var event = Event(time: Int64(events.count), user: 0, kind: .push)
        event.screen = names.name(screen)
        events.append(event)
      }
      ranges.append(events.count - screens.count..<events.count)
    }
    return Nobodies.isScripted(ranges, events)
  }

  private let walk = (0..<30).map { "S\($0 % 7)" }

  @Test func `who does thirty things in one order three times is a script`() {
    #expect(isScripted([walk, walk, walk]))
    #expect(isScripted([walk, ["S1", "S2"], walk, walk]))
  }

  @Test func `people repeat themselves in little, and seldom`() {
    #expect(!isScripted([walk, walk]))
    #expect(!isScripted([walk, walk, walk.dropLast() + ["S9"]]), "another end")
    #expect(!isScripted(Array(repeating: Array(walk.dropLast()), count: 9)), "short visits are alike")
    #expect(!isScripted([walk, walk, walk] + Array(repeating: ["S1", "S2", "S3"], count: 9)), "other visits are many")
  }
}
