import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Small logs with a hand-computed summary.
@Suite("The summary")
struct SummaryTests {
  @Test(arguments: Case.all("summary"))
  func `each metric`(log: Case) throws {
    let measures = try TraceMeasures(log.input)
    for expected in log.expected {
      let metric = String(expected.prefix { $0 != ":" })
      #expect("\(metric): \(measures.summary(metric))" == expected)
    }
  }

  @Test func `the rows stand in the order of the contract`() throws {
    #expect(
      try TraceMeasures("tab:A=A")["summary", "metric"] == [
        "events", "events_rejected", "events_duplicate", "users", "sessions", "steps", "inferred_steps", "visits", "tab_switches",
        "tab_switches_per_session", "depth_mean", "depth_p50", "depth_p90", "depth_max", "sessions_deeper_than_5",
        "sessions_deeper_than_6", "more_opens", "more_abandoned", "more_extra_taps", "more_toll", "menu_opens", "menu_reach",
        "menu_abandonment", "back_share", "quick_back_rate", "back_chain_sessions", "ping_pong_sessions", "revisit_rate", "tab_blocked",
        "back_at_root", "state_lost",
      ])
  }

  @Test func `a share of rows has an interval that respects that rows of one user belong together`() throws {
    // Backs over steps: 2 of 5, 2 of 5, 1 of 5. p = 1/3; Σ(y − p·n)² = 1/9 + 1/9 + 4/9; h = 1/3; V = 3/2 · 6/9 / 15² / (2/3)² = 1/100;
    // n* is all 15 rows, as p(1 − p)/V = 22.2 is more; k = 3, t = 4.302653.
    let tables = try TraceMeasures("tab:A=A > B > C < < * 2\ntab:A=A > B > C > D <")
    #expect(tables.interval("back_share") == "0.333333 0.063139 0.787665")
    // 1 of 3 and 0 of 3: p = 1/6; V = 2 · 1/2 / 6² / (1/2)² = 1/9; n* = 5/36 · 9 = 5/4; k = 2, t = 12.706205.
    #expect(try TraceMeasures("tab:A=A > B <\ntab:A=A > B > C").interval("back_share") == "0.166667 0.000215 0.994663")
  }

  @Test func `a share of 0 or 1 counts effective users, and one user is one row`() throws {
    #expect(try TraceMeasures("tab:A=A > B * 2").interval("back_share") == "0 0 0.987764")
    #expect(try TraceMeasures("A B * 2").interval("inferred_steps") == "1 0.012236 1")
    // p = 1/4 with n* = 1 and one degree of freedom.
    #expect(try TraceMeasures("tab:A=A > B > C <").interval("back_share") == "0.25 0.000386 0.996536")
  }

  @Test func `an empty log gives rows without values`() {
    var nothing = Measures()
    nothing.finish()
    let tables = TraceMeasures(nothing, names: NameTable())
    #expect(tables.summary("events") == "0 of -")
    #expect(tables.summary("inferred_steps") == "- of 0")
    #expect(tables.summary("menu_reach") == "- of 0")
    for table in Measures.tableNames where table != "summary" { #expect(tables[table] == [], "\(table)") }
  }
}
