import Measures
import NavigationModel
import TestSupport
import Testing

/// Measures only for rules and data quality checks, counted by hand.
@Suite struct JudgedPartTests {
  @Test func `Modal flows are no part of the section under them`() throws {
    let log = try TraceMeasures("tab:T > A modal:M > B > C modal! > D\ntab:U modal:M > B")
    let cells = log.measures.sectionDepths.sums
    let flows = Dictionary(uniqueKeysWithValues: cells.pairs.map { ($0.label(log.scope.names), $1) })
    #expect(Set(flows.keys) == ["T", "U", "M"])
    #expect(flows["T"]?.users == [0, 0, 0, 1] && flows["T"]?.pushes == [0, 0, 1, 1])
    #expect(flows["M"]?.users == [0, 0, 1, 1] && flows["M"]?.pushes == [0, 0, 2, 1])
    #expect(flows["U"]?.users == [0, 1])
    #expect(cells.keys.filter(\.isModal).count == 1, "one subject, whatever section it was opened from")
  }

  @Test(.thorough, arguments: [(1000, false), (1001, true)])
  func `Trails are kept until there are more than a thousand in a flow`(ways: Int, isOverfull: Bool)
    throws
  {
    let trace = (0..<ways).map { "tab:A > B > C > D > E > F\($0) tab:X > B > C > D > E > F" }.joined(separator: "\n")
    for log in try Folded<SectionDepths>.everyWay(trace) {
      let names = log.names.snapshot()
      let trails = Dictionary(uniqueKeysWithValues: log.measure.trails.pairs.map { ($0.label(names), $1) })
      #expect(trails["A"]?.isOverfull == isOverfull && trails["A"]?.sums.count == (isOverfull ? 0 : ways))
      #expect(trails["X"]?.isOverfull == false && trails["X"]?.sums.values.map(\.users) == [ways])
    }
  }

  @Test func `Tabs that users select themselves, by version and place`() throws {
    // More than five in one session: A to F twice and A to G, of which the larger counts; what fits into a bar is left
    // out.
    let six = "tab:A tab:B tab:C tab:D tab:E tab:F"
    let trace = """
      \(six) tab:A & \(six) tab:G & tab:H
      @app_version=2 @width=compact \(six) & @width=regular \(six) tab:G
      tab:A tab:B tab:C & tab:D tab:E tab:F
      \(six) edit:B|A tab:G
      """
    for log in try Folded<OwnTabs>.everyWay(trace) {
      let names = log.names.snapshot()
      let two = try #require(names.name("2"))
      #expect(log.measure.users { $0.isCompact(names) } == [.unknown: [7: 1, 6: 1], two: [6: 1]])
      #expect(log.measure.users { $0.isWide(names) } == [two: [7: 1]])
    }
  }

  @Test func `Selections over a modal screen`() throws {
    let log = try TraceMeasures("tab:A modal:M tab:B modal:N > O tab:B! tab:B tab:A\ntab:A modal:M modal! tab:B")
    let tabs = log.measures.modalTabs
    #expect(tabs.selections.count == 2 && tabs.selections.users == 1, "B over M, and B again over O")
    #expect(tabs.tabs[log.name("B")] == 2)
  }

  @Test func `Lost states, and what it takes to get back down`() throws {
    // Lost and resumed by two pushes; lost and left; kept; lost, and back on the screen only after another tab.
    let log = try TraceMeasures(
      """
      tab:A=R > B > C tab:X tab:A=R > B > C > D
      tab:A=R > B tab:X tab:A=R > E
      tab:A=R > B tab:X tab:A=B
      tab:A=R > B tab:X tab:A=R tab:X tab:A=R > B
      """)
    let cell = try #require(log.measures.lostStates.sums.pairs.first { $0.0.first == log.name("A") }?.1)
    #expect(cell.lost.sumY == 3 && cell.lost.sumN == 4)
    #expect(cell.resumed == 1 && cell.extraTaps == 2)
  }

  @Test func `Backs that name another screen than the one below`() throws {
    // Right; a screen in between was not logged; an unfinished swipe names the top; over a modal screen and without a
    // name: not judged.
    let log = try TraceMeasures("tab:A > B > C <:B > C <:A > B > C <:C modal:M <:A < > D <")
    let quality = log.measures.logQuality
    #expect(quality.namedBacks == 3 && quality.contradictedBacks == 2)
  }

  @Test func `Neighbors at the same time, the screen that shows where an event led left aside`() throws {
    let log = try TraceMeasures("tab:A +0s A > B +0s > C tap:X +0s < ")
    let quality = log.measures.logQuality
    #expect(quality.neighbors == 3 && quality.simultaneous == 1)
    let nameless = try TraceMeasures("tab:A +0s event:screen_view > B").measures.logQuality
    #expect(
      nameless.neighbors == 1 && nameless.simultaneous == 0,
      "a `screen_view` without a screen counts as if it were not there")
  }

  @Test func `Times more than a year from the median, and long sessions`() throws {
    let log = try TraceMeasures("A & B & C +8800h D")
    #expect(log.measures.logQuality.outlyingEvents == 1)
    let usual = try #require(log.measures.period)
    #expect(try TraceMeasures("A & B & C").measures.period == usual, "the period is that of the others")
    #expect(log["daily", "date", "sessions"] == ["2026-01-05 3"])
    let long = try TraceMeasures("@session=s A +3h B +3h C +3h D +3h E +1s F")
    #expect(long.measures.logQuality.longSessions == 1)
  }

  @Test(arguments: 1...3) func `The user with the most rows`(parts: Int) throws {
    let log = try TraceMeasures(
      "tab:A ( menu menu! ) x 6\ntab:A menu menu:S\ntab:A menu menu!\ntab:A menu:S", parts: parts)
    let cell = try #require(log.measures.heavyUsers.sums.last)
    #expect(cell.users == 3 && cell.n == 8 && cell.y == 7)
    #expect(cell.user == Pseudonym(rawValue: 1) && cell.userN == 6 && cell.userY == 6)
  }

  @Test func `Taps that people made`() throws {
    // tab, push, back, reselect without a move, blocked, menu, choice, tap. A link and a screen do not count.
    let log = try TraceMeasures("tab:A > B < tab:A tab:C! menu menu:S tap:X link:L E")
    #expect(log.measures.totals.taps == 9, "the screen after the link is taken for a push")
  }
}
