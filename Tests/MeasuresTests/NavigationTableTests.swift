import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Small logs with hand-computed tables: depth, screens, transitions, tabs, changes of section.
@Suite("Tables of steps")
struct NavigationTableTests {
  @Test func `depth counts visits, sessions and users by depth`() throws {
    // User 1: visits at 1, 2, 3 and 1 (another tab), deepest 3; then a session of depth 1. User 2: depth 2, twice.
    let tables = try TraceMeasures("tab:Home=Home > A > B < tab:Orders=Orders & tab:Home=Home\ntab:Home=Home > A & tab:Home=Home > A")
    #expect(tables["depth"] == ["1 5 1 0", "2 3 2 1", "3 1 1 1"])
  }

  @Test func `a modal starts to count anew`() throws {
    let tables = try TraceMeasures("tab:Home=Home > A > B modal:Sheet > Page")
    #expect(tables["depth"] == ["1 2 0 0", "2 2 0 0", "3 1 1 1"])
  }

  @Test func `screens count visits, their users, sessions and depths`() throws {
    let tables = try TraceMeasures("tab:Home=Home > A > B > A & tab:Home=Home > A\ntab:Orders=A")
    #expect(
      tables["screens", "screen", "visits", "users", "sessions", "depth_min", "depth_p50", "depth_max"] == [
        "A 4 2 3 1 2 4", "B 1 1 1 3 3 3", "Home 2 1 2 1 1 1",
      ])
  }

  @Test func `the median depth is a depth that was seen`() throws {
    // A at 1, 2, 3, 4: the second of four.
    let tables = try TraceMeasures("tab:Home=A > A > A > A")
    #expect(tables["screens", "screen", "depth_p50"] == ["A 2"])
  }

  @Test func `screens count returns, entries, exits and quick backs`() throws {
    // A is left by `back` after 3 s (quick), B after 10 s (not); the second part begins with C and ends with it.
    let tables = try TraceMeasures("tab:Home=Home > +3s < > B < cold tab:Home=C")
    #expect(tables["screens", "screen", "returns", "entries", "exits", "quick_backs"] == ["? 0 0 0 1", "B 0 0 0 0", "C 0 1 1 0", "Home 2 1 1 0"])
  }

  @Test func `the limit of a quick back is five seconds, and modals have none`() throws {
    let tables = try TraceMeasures("tab:Home=Home > A +5s < > B +5001ms < modal:Sheet +1s modal!")
    #expect(tables["screens", "screen", "quick_backs"] == ["A 1", "B 0", "Home 0", "Sheet 0"])
    #expect(tables.summary("quick_back_rate") == "0.333333 of 3")
  }

  @Test func `stays last until the next step of the part, unless the app was left`() throws {
    let tables = try TraceMeasures("tab:Home=Home +4s > A +6s > Home +8s > B background +1h > C cold A")
    // Home 4 s and 8 s; A 6 s; the stays on B, C and the last A are unknown. (The hour separates two sessions.)
    #expect(tables["screens", "screen", "dwell_p50_s"] == ["A 6", "B -", "C -", "Home 4"])
  }

  @Test func `transitions are the pairs of neighbouring screens with both ends of each part`() throws {
    let tables = try TraceMeasures("tab:Home=Home > A < cold tab:Home=Home & tab:Home=Home > A\ntab:Home=Home")
    #expect(
      tables["transitions"] == [
        "(start) Home 4 2", "A (end) 1 1", "A Home 1 1", "Home (end) 3 2", "Home A 2 1",
      ])
  }

  @Test func `tabs count what happened to each`() throws {
    // Home: selected, left deep, returned to with its state (kept), reselected; Orders: selected twice, blocked once.
    let tables = try TraceMeasures(
      """
      tab:Home=Home > A tab:Orders=Orders tab:Home=A tab:Home tab:Orders=Orders tab:Orders!
      tab:Home=Home > A tab:Orders=Orders tab:Home=Home
      """)
    #expect(
      tables["tabs", "tab", "selects", "users", "reach", "reselects", "blocked", "inferred", "kept_state_returns", "state_lost"] == [
        "Home 4 2 1 1 0 0 2 1", "Orders 3 2 1 0 1 0 0 0",
      ])
    #expect(tables.summary("tab_blocked") == "1 of -")
    #expect(tables.summary("state_lost") == "1 of -")
  }

  @Test func `a tab that only its root tells of is inferred`() throws {
    let tables = try TraceMeasures("tab:Home=Home > A tab:Orders=Orders Home")
    #expect(tables["tabs", "tab", "selects", "inferred"] == ["Home 1 1", "Orders 1 0"])
  }

  @Test func `tabs that a map, a badge or a list names have rows too`() throws {
    var map = AppMap()
    map.tabs = ["Declared"]
    let tables = try TraceMeasures("tab:Home=Home badge:Inbox=3 tabs:Home|Shown edit:Edited|Home", map: map)
    #expect(tables["tabs", "tab", "selects"] == ["Declared 0", "Edited 0", "Home 1", "Inbox 0", "Shown 0"])
  }

  @Test func `tab switches are the changes of section between neighbouring steps`() throws {
    let tables = try TraceMeasures(
      "tab:Home=Home tab:Orders=Orders more=More more:Help=Help menu:Settings=Settings link:Offer tab:Home=Home cold tab:Orders=Orders")
    #expect(
      tables["tab_switches"] == [
        "(link) Home 1 1 1", "Home Orders 1 1 1", "More menu:Settings 1 1 0", "Orders More 1 1 0", "menu:Settings (link) 1 1 0",
      ])
    // The first step of a part is not a change.
    #expect(tables.summary("tab_switches") == "2 of -")
    #expect(tables.summary("tab_switches_per_session") == "2 of 1")
  }

  @Test(arguments: 1...20) func `sections that are called alike have an order, too`(_: Int) throws {
    var map = AppMap()
    map.more = .init(tab: "Overflow")
    let tables = try TraceMeasures("tab:A=A tab:More=M tab:A more=L tab:A more=L tab:B=B", map: map)
    #expect(tables["tab_switches"] == ["A More 1 1 1", "A More 2 1 0", "More A 1 1 1", "More A 1 1 1", "More B 1 1 1"])
  }

  @Test func `without structure every step is a visit, and the rest is empty`() throws {
    let tables = try TraceMeasures("Home A Home B")
    #expect(tables["screens"] == ["A 1 1 1 - - - - 0 0 - 10", "B 1 1 1 - - - - 0 1 - -", "Home 2 1 1 - - - - 1 0 - 10"])
    for table in ["depth", "tabs", "tab_switches"] { #expect(tables[table] == []) }
    #expect(tables.summary("visits") == "4 of -")
    for metric in [
      "tab_switches", "tab_switches_per_session", "depth_mean", "depth_p50", "depth_p90", "depth_max", "sessions_deeper_than_5",
      "sessions_deeper_than_6", "back_share", "quick_back_rate", "back_chain_sessions", "ping_pong_sessions", "tab_blocked", "back_at_root",
      "state_lost",
    ] { #expect(tables.summary(metric) == "- of -", "\(metric)") }
    #expect(tables["daily"] == ["2026-01-05 - - 1 1 4 - 0 0 0 - - - - 1 1 - 4 4 - - - 0 - - - - - -"])
  }

  @Test func `structure is known from one session in a hundred on`() throws {
    #expect(try TraceMeasures("Home A * 99\nHome > A").scope.structureKnown)
    #expect(try !TraceMeasures("Home A * 100\nHome > A").scope.structureKnown)
    #expect(try !TraceMeasures("gesture:swipe").scope.structureKnown)
  }
}
