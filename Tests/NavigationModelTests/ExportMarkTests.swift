import NavigationModel
import Testing

/// What exports of analytics products add to the log: screens named by class, touches from autocapture, an order among
/// equal times.
@Suite struct ExportMarkTests {
  private let names = NameTable()

  private func event(
    _ milliseconds: Int64, _ kind: EventKind, _ name: String, _ marks: Event.Marks = [], sequence: UInt32 = 0
  ) -> Event {
    var event = Event(time: milliseconds * 1000, user: 0, kind: kind)
    if kind == .screenView { event.screen = names.name(name) } else { event.target = names.name(name) }
    event.marks = marks
    event.sequence = sequence
    return event
  }

  private func play(_ events: Event...) -> Play { Play(events, names: names) }

  @Test(arguments: [-900, -1, 0, 1, 900] as [Int64])
  func `A screen by its class, within a second of one by its name, is the same view`(later: Int64) {
    let play = play(
      event(5000, .screenView, "Home"), event(20_000, .screenView, "Search"),
      event(20_000 + later, .screenView, "SearchController", .namedByClass))
    #expect(play.steps == ["(none) · entry~ Home@1", "(none) · push~ Search@2"])
    #expect(play.sessions[0].path.quality.classViews == 1 && play.sessions[0].path.quality.screenViews == 2)
  }

  @Test func `A screen that has no name but its class is a screen`() {
    let alone = play(event(0, .screenView, "A", .namedByClass), event(500, .screenView, "B", .namedByClass))
    #expect(alone.steps == ["(none) · entry~ A@1", "(none) · push~ B@2"])
    let apart = play(
      event(0, .screenView, "A"), event(1000, .screenView, "B", .namedByClass), event(2500, .screenView, "C"))
    #expect(apart.steps.count == 3 && apart.sessions[0].path.quality.classViews == 0)
  }

  @Test func `A class is no arrival where a name follows`() {
    let play = play(
      event(0, .tabSelect, "Search"), event(100, .screenView, "SearchController", .namedByClass),
      event(200, .screenView, "Search results"))
    #expect(play.steps == ["Search · tab Search results@1"])
  }

  @Test func `What autocapture tells of a touch is inferred`() {
    let play = play(
      event(0, .screenView, "Home"), event(5000, .tabSelect, "Search", .inferred), event(5100, .screenView, "Search"))
    #expect(play.steps == ["(none) · entry~ Home@1", "Search · tab~ Search@1"])
  }

  @Test(arguments: [(1, true), (250, true), (251, false)] as [(Int64, Bool)])
  func `A touch that is reported just after the screen that it led to goes before it`(later: Int64, isPutFirst: Bool) {
    let play = play(
      event(0, .screenView, "Home"), event(5000, .screenView, "Search"),
      event(5000 + later, .tabSelect, "Search", .inferred))
    #expect(play.sessions[0].path.quality.lateTouches == (isPutFirst ? 1 : 0))
    #expect(
      play.steps
        == (isPutFirst
          ? ["(none) · entry~ Home@1", "Search · tab~ Search@1"]
          : ["(none) · entry~ Home@1", "(none) · push~ Search@2", "Search · tab~ Search@1"]))
  }

  @Test func `No touch is moved twice`() {
    var events = [event(0, .screenView, "A"), event(100, .screenView, "B"), event(200, .tabSelect, "B", .inferred)]
    events.putTouchesFirst()
    let once = events
    events.putTouchesFirst()
    #expect(events.map(\.kind) == [.screenView, .tabSelect, .screenView] && events.map(\.time) == once.map(\.time))
  }

  @Test func `Sessions are cut of events as they were logged`() {
    var events = [event(0, .screenView, "A"), event(100, .screenView, "B"), event(200, .tabSelect, "B", .inferred)]
    let logged = events.map(\.time)
    var builder = SessionBuilder()
    _ = builder.build(&events)
    #expect(events.map(\.kind) == [.screenView, .screenView, .tabSelect] && events.map(\.time) == logged)
  }

  @Test func `What the app itself says stays where it is`() {
    let play = play(event(0, .screenView, "Search"), event(10, .tabSelect, "Search"))
    #expect(play.steps == ["(none) · entry~ Search@1", "Search · tab Search@1"])
  }

  @Test func `Equal times are in the order of their sequence`() {
    let play = play(
      event(0, .screenView, "C", sequence: 3), event(0, .screenView, "A", sequence: 1),
      event(0, .screenView, "B", sequence: 2))
    #expect(play.steps.map { $0.suffix(3) } == ["A@1", "B@2", "C@3"])
  }

  @Test func `Screens that the map ignores are none`() {
    var map = AppMap()
    map.ignoredScreens = ["UI.*Controller", "Host"]
    let events = [
      event(0, .screenView, "UINavigationController"), event(0, .screenView, "Home"), event(5000, .push, "x"),
      event(5100, .screenView, "Host"), event(5200, .screenView, "Hostel"),
    ]
    let play = Play(events, names: names, map: map)
    #expect(play.steps == ["(none) · entry~ Home@1", "(none) · push Hostel@2"])
  }
}
