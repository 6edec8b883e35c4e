import NavigationModel
import TestSupport
import Testing

/// From events to sessions: LogsAndExports.md.
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

  /// An event each second.
  private func list(_ count: Int, session: (Int) -> UInt64) -> [(second: Int64, id: UInt64, session: UInt64)] {
    (0..<count).map { (second: Int64($0), id: 0, session: session($0)) }
  }

  @Test(arguments: Case.all("sessions"))
  func `events become sessions`(log: Case) throws {
    let match = try #require(log.input.wholeMatch(of: /(?:\[(gap|pause) (\d+)\] )?(.*)/))
    let limit = match.2.flatMap { Int64($0) }.map { $0 * 1_000_000 }
    let limits =
      match.1 == "gap"
      ? SessionLimits(gap: limit ?? 0) : match.1 == "pause" ? SessionLimits(longestPause: limit ?? 0) : SessionLimits()
    let list = try match.3.split(separator: " ").map { word in
      let parts = try #require(word.wholeMatch(of: /(\d+)(?:#(\d+))?(?:@(\d+))?/))
      return (
        second: Int64(parts.1) ?? 0, id: parts.2.flatMap { UInt64($0) } ?? 0,
        session: parts.3.flatMap { UInt64($0) } ?? 0
      )
    }
    let (sessions, duplicates) = sessions(list, limits: limits)
    let text = sessions.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: " | ")
    let dropped = duplicates == 0 ? "" : " ; \(duplicates) duplicate\(duplicates == 1 ? "" : "s")"
    #expect(text + dropped == log.expected[0])
  }

  @Test func `Ids of one user say nothing about those of the next`() {
    var builder = SessionBuilder()
    for _ in 0..<2 {
      var one = events([(0, 7, 0)])
      #expect(builder.build(&one).duplicates == 0)
    }
  }

  @Test func `No events make no session`() {
    #expect(sessions([]).sessions.isEmpty)
  }

  @Test func `A thousand sessions in turns keep their events`() {
    let sessions = sessions(list(10_000) { UInt64($0 % 1000 + 1) }).sessions
    #expect(sessions.count == 1000)
    #expect(sessions[3] == (0..<10).map { $0 * 1000 + 3 })
  }

  @Test func `A session ends when it is full, with an id or without`() {
    var limits = SessionLimits(gap: 100_000_000)
    limits.mostEvents = 4
    for session: UInt64 in [0, 9] {
      let sessions = sessions(list(10) { _ in session }, limits: limits).sessions
      #expect(sessions == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]])
    }
    // Another session in turns with it goes on.
    let sessions = sessions(list(12) { $0 % 3 == 0 ? 2 : 1 }, limits: limits).sessions
    #expect(sessions == [[0, 3, 6, 9], [1, 2, 4, 5], [7, 8, 10, 11]])
  }

  @Test func `Dimensions are those of the first event that has one`() {
    let names = NameTable()
    let ios = names.name("ios")
    let android = names.name("android")
    let four = names.name("4.1.0")
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

  @Test(arguments: [
    "A", "menu", "menu!", "link:A", "gesture:swipe", "tap:A", "cold", "background", "tabs:A|B", "badge:A=1",
  ])
  func `Structure is not known by`(text: String) throws {
    #expect(try !Play("Home \(text)").sessions[0].path.showsStructure)
  }
}

@Suite("Versions")
struct VersionTests {
  @Test func `versions are in the order of Semantic Versioning`() {
    // The example of semver.org, item 11, and what apps write.
    let ordered = [
      "", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.2", "1.10",
      "2.0b1", "2.0-beta", "2.0-beta9", "2.0-beta10", "2.0 (9)", "2.0 (10)", "2.0.1", "v10",
    ]
    for (a, b) in zip(ordered, ordered.dropFirst()) {
      #expect(a.precedesAsVersion(b) && !b.precedesAsVersion(a), "\(a) before \(b)")
    }
    #expect(ordered.reversed().sorted { $0.precedesAsVersion($1) } == ordered)
  }

  @Test func `a build and zeros at the end make no other version`() {
    for text in ["2", "2.0", "2.0.0", "v2", "2.0 (145)", "2.0+145"] {
      #expect(VersionNumber(text) == VersionNumber("2.0"), "\(text)")
    }
    #expect(VersionNumber("2.0-beta") < VersionNumber("2.0") && VersionNumber("2.0b1") < VersionNumber("2.0"))
  }
}
