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
        "events", "events_rejected", "events_duplicate", "users", "sessions", "steps", "inferred_steps", "visits",
        "tab_switches",
        "tab_switches_per_session", "depth_mean", "depth_p50", "depth_p90", "depth_max", "sessions_deeper_than_5",
        "sessions_deeper_than_6", "more_opens", "more_abandoned", "more_extra_taps", "more_toll", "menu_opens",
        "menu_reach",
        "menu_abandonment", "back_share", "quick_back_rate", "back_chain_sessions", "ping_pong_sessions",
        "revisit_rate", "tab_blocked",
        "back_at_root", "state_lost",
      ])
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
