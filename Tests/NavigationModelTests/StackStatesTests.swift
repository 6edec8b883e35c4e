import Synchronization
import TestSupport
import Testing

@testable import NavigationModel

/// The stacks stored for each step are those of the state machine.
@Suite struct StackStatesTests {
  @Test func `After any events, the last state is the present stack`() {
    let names = NameTable()
    var generator = SeededGenerator(seed: 11)
    let tests = NavigationPropertyTests()
    var heights: Set<Int> = []
    for _ in 0..<(isThorough ? 400 : 60) {
      let events = tests.randomEvents(&generator, names: names)
      var stack = NavigationStack(map: NavigationMap(tests.map, names: names))
      var path = Reconstruction()
      for count in events.indices {
        events[...count].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        guard let step = path.steps.indices.last,
          path.steps[step].part == events[...count].dropFirst().count(where: \.startsPart)
        else { continue }
        let entries = stack.stacks.kept.first { $0.section == stack.stacks.section }?.entries ?? []
        #expect(path.stacks.screens(afterStep: step) == entries.map(\.screen))
        #expect(path.stacks.height(afterStep: step) == entries.count)
        #expect(path.stacks.holdsModal(afterStep: step) == entries.contains(where: \.isModal))
        heights.insert(entries.count)
      }
      for one in path.steps.indices {
        for other in path.steps.indices {
          let a = path.stacks.screens(afterStep: one)
          let b = path.stacks.screens(afterStep: other)
          #expect(path.stacks.commonHeight(afterStep: one, and: other) == zip(a, b).prefix { $0 == $1 }.count)
          let above = zip(a.dropFirst(), b.dropFirst()).prefix { $0 == $1 }.count + 1
          #expect(path.stacks.commonHeight(afterStep: one, and: other, ignoring: 1) == above)
        }
      }
    }
    #expect(heights.isSuperset(of: [1, 2, 3, 7, 100]))
  }

  @Test func `each name of an event that nobody understands is looked at once`() {
    let names = NameTable()
    let events = (0..<2_000).map { number in
      var event = Event(time: Int64(number) * 1_000_000, user: 1, kind: .other)
      event.container = names.name("event \(number)")
      return event
    }
    let asked = Mutex(0)
    var map = NavigationMap(AppMap(), names: names)
    map.isKnownElsewhere = { _ in
      asked.withLock { $0 += 1 }
      return false
    }
    var stack = NavigationStack(map: map)
    var path = Reconstruction()
    for _ in 0..<2 { events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) } }
    #expect(asked.withLock { $0 } == events.count)
  }
}

extension Event {
  fileprivate var startsPart: Bool { kind == .appOpen && via == .cold }
}
