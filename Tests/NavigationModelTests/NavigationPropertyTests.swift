import NavigationModel
import TestSupport
import Testing

/// Invariants for arbitrary events: random ones that no sane app would log, and extreme ones.
@Suite struct NavigationPropertyTests {
  /// Few names and short waits, so that all cases interact.
  func randomEvents(_ generator: inout SeededGenerator, names: NameTable) -> [Event] {
    let screens = ["Home", "List", "A", "B", "menu", "More", "?", ""].map { names.name($0) }
    let targets = ["Home", "Orders", "More", "A", ""].map { names.name($0) }
    let containers = ["", "menu", "side"].map { names.name($0) }
    let waits: [Int64] = [0, 500_000, 2_000_000, 2_000_001, 10_000_000]
    let outcomes: [Outcome] = [.ok, .ok, .ok, .ok, .blocked, .hidden]
    let vias: [Via] = [.unknown, .cold, .swipe]
    let depths: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 7, 100]
    var time: Int64 = 0
    return (0..<Int.random(in: 0...60, using: &generator)).map { _ in
      time += waits.randomElement(using: &generator) ?? 0
      var event = Event(time: time, user: 0, kind: EventKind.allCases.randomElement(using: &generator) ?? .other)
      event.screen = screens.randomElement(using: &generator) ?? .unknown
      if event.kind != .screenView, Bool.random(using: &generator) { event.screen = .unknown }
      event.target = targets.randomElement(using: &generator) ?? .unknown
      event.container = containers.randomElement(using: &generator) ?? .unknown
      event.outcome = outcomes.randomElement(using: &generator) ?? .ok
      event.via = vias.randomElement(using: &generator) ?? .unknown
      event.depth = depths.randomElement(using: &generator) ?? 0
      return event
    }
  }

  var map: AppMap {
    var map = AppMap.roots(("Home", "Home"), ("Orders", "List"), ("Profile", "A"), ("More", "B"))
    map.menus = [.init(name: "side", screen: "B")]
    return map
  }

  @Test(arguments: sampled([false, true]))
  func `Random events keep the invariants`(hasMap: Bool) {
    let names = NameTable()
    var generator = SeededGenerator(seed: 20_260_105)
    for round in 0..<(isThorough ? 1500 : 500) {
      let events = randomEvents(&generator, names: names)
      let play = Play(events, names: names, map: hasMap ? map : AppMap())
      guard let path = play.sessions.first?.path else {
        #expect(events.isEmpty)
        continue
      }
      check(path, of: events, round: round)
    }
  }

  func check(_ path: Reconstruction, of events: [Event], round: Int) {
    #expect(path.brokenInvariant(of: events) == nil, "round \(round)")
  }

  @Test func `Playing again gives the same, whatever was played before`() {
    let names = NameTable()
    var generator = SeededGenerator(seed: 4)
    let sessions = (0..<300).map { _ in randomEvents(&generator, names: names) }
    var used = NavigationStack(map: NavigationMap(map, names: names))
    var path = Reconstruction()
    for events in sessions {
      events.withUnsafeBufferPointer { used.reconstruct($0, into: &path) }
      var fresh = NavigationStack(map: NavigationMap(map, names: names))
      var expected = Reconstruction()
      events.withUnsafeBufferPointer { fresh.reconstruct($0, into: &expected) }
      #expect(path.steps == expected.steps)
      #expect(path.occurrences == expected.occurrences)
      #expect(path.showsStructure == expected.showsStructure)
    }
  }

  @Test func `Screen views without a screen change nothing`() {
    let names = NameTable()
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let events = randomEvents(&generator, names: names)
      var padded: [Event] = []
      for event in events {
        padded.append(event)
        if Bool.random(using: &generator) { padded.append(Event(time: event.time, user: 0, kind: .screenView)) }
      }
      let plain = Play(events, names: names)
      let withBlanks = Play(padded, names: names)
      #expect(plain.steps == withBlanks.steps)
      #expect(plain.counts == withBlanks.counts)
      #expect(plain.dwell == withBlanks.dwell)
    }
  }

  @Test func `A step for each screen and none more`() {
    // Screen views only: a step whenever the screen differs from the previous one.
    let names = NameTable()
    let screens = ["A", "B", "C", "D"].map { names.name($0) }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let events = (0..<30).map { index in
        var event = Event(time: Int64(index), user: 0, kind: .screenView)
        event.screen = screens.randomElement(using: &generator) ?? .unnamed
        return event
      }
      let expected = events.indices.filter { $0 == 0 || events[$0].screen != events[$0 - 1].screen }.map {
        events[$0].screen
      }
      #expect(Play(events, names: names).sessions[0].path.steps.map(\.screen) == expected)
    }
  }

  @Test(.thorough) func `A million pushes and the way back`() throws {
    var limits = SessionLimits()
    limits.mostEvents = .max
    let play = try Play("( > A ) x 999999 ^ <", limits: limits)
    let steps = play.sessions[0].path.steps
    #expect(steps.count == 1_000_000)
    #expect(steps[999_998].depth == Step.deepest)
    #expect(play.sessions[0].path.stacks.height(afterStep: 999_998) == 999_999)
    #expect(steps[999_999].depth == 1)
    #expect(play.counts == ["backAtRoot"])
  }

  @Test func `Deeper than a thousand screens is a thousand`() throws {
    let steps = try Play("( > A ) x 1500 ( < ) x 600").sessions[0].path.steps
    #expect(steps[998].depth == 999 && steps[999...1499].allSatisfy { $0.depth == 1000 })
    #expect(steps[1999].depth == 1000 && steps[2099].depth == 900)
  }

  @Test func `A thousand sections, menus and modals`() throws {
    let tabs = (0..<1000).map { "tab:T\($0) > A menu/m\($0)" }.joined(separator: " ")
    let play = try Play("\(tabs) tab:T0 ( modal:M ) x 1000 ( modal! ) x 1001")
    #expect(play.steps.count == 2000 + 1 + 2000)
    #expect(play.steps.last == "T0 · back A@2")
    #expect(play.counts.filter { $0.hasPrefix("menuAbandoned") }.count == 1000)
  }

  @Test func `The largest depth on every event`() throws {
    let text = ["Home", "> A", "tab:T=A", "menu:I=A", "link:A", "more:I=A", "modal:M", "<:A", "tab:T"].map {
      $0 + "@100"
    }
    let play = try Play("( \(text.joined(separator: " ")) ) x 100")
    #expect(play.sessions[0].path.steps.allSatisfy { (1...1000).contains($0.depth) })
  }

  @Test func `Empty names everywhere`() {
    let names = NameTable()
    let events = (0..<3).flatMap { _ in EventKind.allCases.map { Event(time: 0, user: 0, kind: $0) } }
    let play = Play(events, names: names)
    #expect(play.sessions.count == 1)
    check(play.sessions[0].path, of: events, round: 0)
  }

  @Test func `Times far apart`() {
    let names = NameTable()
    let events = [-Int64.max / 4, 0, Int64.max / 4].map { time in
      var event = Event(time: time, user: 0, kind: .push)
      event.session = 1
      event.screen = .more
      return event
    }
    let play = Play(events, names: names, limits: SessionLimits(longestPause: 0))
    #expect(play.sessions[0].path.steps.map(\.dwell) == [Int64.max / 4, Int64.max / 4, -1])
    // A pause of more than four hours ends a session anyway.
    #expect(Play(events, names: names).sessions.map { $0.path.steps.map(\.dwell) } == [[-1], [-1], [-1]])
  }
}
