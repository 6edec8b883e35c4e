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

  /// - Parameter gaps: milliseconds.
  private func isQuick(_ gaps: [Int64], _ kind: EventKind = .push) -> Bool {
    let times = gaps.reduce(into: [Int64(0)]) { $0.append($0[$0.count - 1] + $1 * 1000) }
    return Nobodies.isQuick([times.indices], times.map { Event(time: $0, user: 0, kind: kind) })
  }

  @Test func `nobody does hundreds of things within a second each`() {
    let robot = (0..<300).map { Int64(200 + $0 * 7 % 1500) }
    #expect(isQuick(robot))
    #expect(!isQuick(robot.map { $0 * 4 }), "in a hurry")
    #expect(!isQuick(Array(robot.prefix(150))), "once")
    #expect(!isQuick(robot.map { $0 % 140 }), "one act is logged several times")
    #expect(!isQuick(robot, .screenView), "screens may show themselves")
  }

  @Test func `quick ids are robots if they are few`() {
    var few = Nobodies()
    for number in 0..<40 { few.add(number < 2 ? .robot : nil, events: 300) }
    #expect(few.users == 2 && few.events == 600 && few.kinds == [.word, .zero, .robot])
    few.add(.robot, events: 300)
    #expect(few.users == 0 && few.kinds == [.word, .zero])
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
