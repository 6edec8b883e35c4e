import NavigationModel
import Testing

/// From events to sessions: NavigationLog.md.
@Suite struct SessionTests {
  /// Events of one user by second, id and session id (0: none); `x` distinguishes them.
  func events(_ list: [(second: Int64, id: UInt64, session: UInt64)]) -> [Event] {
    list.enumerated().map { index, entry in
      var event = Event(time: entry.second * 1_000_000, user: 0, kind: .screenView)
      event.id = entry.id
      event.session = entry.session
      event.x = Float(index)
      return event
    }
  }

  /// The sessions as the indices of their events in the log.
  func sessions(
    _ list: [(second: Int64, id: UInt64, session: UInt64)], limits: SessionLimits = SessionLimits()
  ) -> (sessions: [[Int]], duplicates: Int) {
    var events = events(list)
    var builder = SessionBuilder(limits)
    let (ranges, duplicates) = builder.build(&events)
    return (ranges.map { events[$0].map { Int($0.x) } }, duplicates)
  }

  @Test func `Events are ordered by time`() {
    #expect(sessions([(20, 0, 0), (0, 0, 0), (10, 0, 0)]).sessions == [[1, 2, 0]])
  }

  @Test func `Equal times keep the order of the log`() {
    #expect(sessions([(10, 0, 0), (5, 0, 0), (10, 0, 0), (5, 0, 0), (10, 0, 0)]).sessions == [[1, 3, 0, 2, 4]])
  }

  @Test func `A repeated id is a duplicate, and the first in time is kept`() {
    let (sessions, duplicates) = sessions([(10, 7, 0), (0, 7, 0), (20, 8, 0), (30, 7, 0)])
    #expect(sessions == [[1, 2]])
    #expect(duplicates == 2)
  }

  @Test func `An id repeats across the sessions of a user`() {
    let (sessions, duplicates) = sessions([(0, 7, 1), (10, 7, 2), (100_000, 7, 0), (100_001, 0, 0), (100_002, 0, 0)])
    #expect(sessions == [[0], [3, 4]])
    #expect(duplicates == 2, "events without an id are no duplicates of each other")
  }

  @Test func `Ids of one user say nothing about those of the next`() {
    var builder = SessionBuilder()
    for _ in 0..<2 {
      var one = events([(0, 7, 0)])
      #expect(builder.build(&one).duplicates == 0)
    }
  }

  @Test func `More than thirty minutes between neighbors start a session`() {
    #expect(sessions([(0, 0, 0), (1800, 0, 0), (3600, 0, 0)]).sessions == [[0, 1, 2]])
    #expect(sessions([(0, 0, 0), (1800, 0, 0), (3601, 0, 0)]).sessions == [[0, 1], [2]])
  }

  @Test func `The gap is an option`() {
    #expect(sessions([(0, 0, 0), (60, 0, 0), (121, 0, 0)], limits: SessionLimits(gap: 60_000_000)).sessions == [[0, 1], [2]])
  }

  @Test func `A session id holds a session together over any gap up to four hours`() {
    #expect(sessions([(0, 0, 5), (14_400, 0, 5), (28_800, 0, 5)]).sessions == [[0, 1, 2]])
    #expect(sessions([(0, 0, 5), (14_401, 0, 5), (14_402, 0, 5)]).sessions == [[0], [1, 2]])
  }

  @Test func `The longest pause is an option, and 0 is none`() {
    let list: [(second: Int64, id: UInt64, session: UInt64)] = [(0, 0, 5), (7_201, 0, 5), (900_000, 0, 5)]
    #expect(sessions(list, limits: SessionLimits(longestPause: 7_200_000_000)).sessions == [[0], [1], [2]])
    #expect(sessions(list, limits: SessionLimits(longestPause: 0)).sessions == [[0, 1, 2]])
  }

  @Test func `A pause counts between the events of one id, whatever lies between`() {
    // Events with another id, and without one, continue meanwhile.
    #expect(
      sessions([(0, 0, 5), (7_200, 0, 6), (10_000, 0, 0), (14_500, 0, 5), (14_600, 0, 6), (14_700, 0, 5)]).sessions
        == [[0], [1, 4], [2], [3, 5]])
    #expect(sessions([(0, 0, 5), (14_500, 0, 5), (14_501, 0, 6), (14_502, 0, 5), (30_000, 0, 5)]).sessions == [[0], [1, 3], [2], [4]])
  }

  @Test func `A duplicate bridges no pause`() {
    #expect(sessions([(0, 7, 5), (10_000, 7, 5), (20_000, 8, 5)]).sessions == [[0], [2]])
  }

  @Test func `A longer gap is for events without a session id`() {
    #expect(sessions([(0, 0, 0), (20_000, 0, 0)], limits: SessionLimits(gap: 36_000_000_000)).sessions == [[0, 1]])
  }

  @Test func `Session ids part events without a gap, also in turns`() {
    #expect(sessions([(0, 0, 5), (1, 0, 6), (2, 0, 5), (3, 0, 6)]).sessions == [[0, 2], [1, 3]])
  }

  @Test func `Events without an id form sessions among themselves`() {
    // The events of session 5 are in between, but the neighbors of the gap are events without an id.
    let list: [(second: Int64, id: UInt64, session: UInt64)] = [
      (0, 0, 0), (1000, 0, 5), (1800, 0, 0), (2000, 0, 5), (3601, 0, 0),
    ]
    #expect(sessions(list).sessions == [[0, 2], [1, 3], [4]])
  }

  @Test func `Sessions are numbered by their start`() {
    let list: [(second: Int64, id: UInt64, session: UInt64)] = [(50, 0, 9), (0, 0, 0), (10, 0, 4), (5, 0, 9)]
    #expect(sessions(list).sessions == [[1], [3, 0], [2]])
  }

  @Test func `No events make no session`() {
    #expect(sessions([]).sessions.isEmpty)
  }

  @Test func `A thousand sessions in turns keep their events`() {
    let list = (0..<10_000).map { (second: Int64($0), id: UInt64(0), session: UInt64($0 % 1000 + 1)) }
    let sessions = sessions(list).sessions
    #expect(sessions.count == 1000)
    #expect(sessions[3] == (0..<10).map { $0 * 1000 + 3 })
  }

  @Test func `Dimensions are those of the first event that has one`() {
    let names = NameTable()
    let (ios, android, four) = (names.name("ios"), names.name("android"), names.name("4.1.0"))
    var first = Segment()
    first.platform = ios
    var second = Segment()
    second.platform = android
    second.appVersion = four
    var session = Segment()
    for event in [Segment(), first, second] { session.fill(from: event) }
    #expect(session.platform == ios)
    #expect(session.appVersion == four)
    #expect(!session.isComplete)
  }
}

/// Parts of a session, dwell, and when structure is known.
@Suite struct PartTests {
  @Test func `The first opening of the app starts a part like a cold start`() throws {
    let play = try Play("tab:Home > Product first Home")
    #expect(play.steps == ["Home · tab Home@1", "Home · push Product@2", "(none) · entry~ Home@1"])
    #expect(play.sessions[0].path.steps.map(\.part) == [0, 0, 1])
    #expect(play.sessions[0].path.quality.isFirstOpen)
    #expect(try Play("cold Home").sessions[0].path.quality.isFirstOpen == false)
  }

  @Test func `A screen that is used up is no step and ends no dwell`() throws {
    let play = try Play("tab:Home +1s HomeList +5s > A")
    #expect(play.steps == ["Home · tab HomeList@1", "Home · push A@2"])
    #expect(play.dwell == [6, nil])
    #expect(play.sessions[0].path.steps.map(\.latency) == [1_000_000, Step.unknownTime])
  }

  @Test(arguments: [
    "tab:Home", "tab:Home!", "more", "more:Coupons", "menu:Settings", "> A", "<", "^", "modal:A", "modal!", "Home@1",
    "gesture:swipe@2",
  ])
  func `Structure is known by`(text: String) throws {
    #expect(try Play("Home \(text)").sessions[0].path.showsStructure)
  }

  @Test(arguments: ["A", "menu", "menu!", "link:A", "gesture:swipe", "tap:A", "cold", "background", "tabs:A|B", "badge:A=1"])
  func `Structure is not known by`(text: String) throws {
    #expect(try !Play("Home \(text)").sessions[0].path.showsStructure)
  }
}

@Suite("Versions")
struct VersionTests {
  @Test func `versions are in the order of Semantic Versioning`() {
    // The example of semver.org, item 11, and what apps write.
    let ordered = [
      "", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.2", "1.10",
      "2.0b1", "2.0-beta", "2.0-beta9", "2.0-beta10", "2.0 (9)", "2.0 (10)", "2.0.1", "v10",
    ]
    for (a, b) in zip(ordered, ordered.dropFirst()) { #expect(a.precedesAsVersion(b) && !b.precedesAsVersion(a), "\(a) before \(b)") }
    #expect(ordered.reversed().sorted { $0.precedesAsVersion($1) } == ordered)
  }

  @Test func `a build and zeros at the end make no other version`() {
    for text in ["2", "2.0", "2.0.0", "v2", "2.0 (145)", "2.0+145"] { #expect(VersionNumber(text) == VersionNumber("2.0"), "\(text)") }
    #expect(VersionNumber("2.0-beta") < VersionNumber("2.0") && VersionNumber("2.0b1") < VersionNumber("2.0"))
  }
}
