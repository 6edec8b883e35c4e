import Measures
import Testing
import UsabilityRules

@testable import Reporting

/// The specification in OutputFiles.md, typed by hand: names of files, of columns, and their order.
@Suite struct TableColumnTests {
  static let contract = [
    (
      "findings",
      "rule,severity,evidence,state,subject_kind,subject,section,metric,value,ci_low,ci_high,threshold,users,eligible_users,effective_users,sessions,extra_taps,part_of,message,recommendation,source,example_sessions"
    ),
    ("summary", "metric,value,ci_low,ci_high,n,unit"),
    ("depth", "depth,visits,sessions,users"),
    ("screens", "screen,visits,users,sessions,depth_min,depth_p50,depth_max,returns,entries,exits,quick_backs,dwell_p50_s"),
    ("tabs", "tab,selects,users,reach,reach_low,reach_high,eligible_users,reselects,blocked,inferred,kept_state_returns,state_lost"),
    ("tab_switches", "from,to,count,users,tab_steps"),
    ("more", "item,selects,users,reach,reach_low,reach_high,eligible_users,extra_taps"),
    ("menus", "menu,opens,implied_opens,users,reach,reach_low,reach_high,eligible_users,abandoned,abandonment,abandonment_low,abandonment_high"),
    ("menu_items", "menu,item,selects,users,reach,reach_low,reach_high,eligible_users,click_through,choose_p50_s"),
    ("gestures", "gesture,uses,failed,users,reach,reach_low,reach_high,eligible_users"),
    ("discovery", "container,item,session_number,at_risk,discovered,undiscovered_share,undiscovered_low,undiscovered_high"),
    ("transitions", "from,to,count,users"),
    (
      "daily",
      "date,platform,app_version,users,sessions,visits,tab_switches,more_extra_taps,menu_opens,menu_abandoned,depth_mean,sessions_deeper_than_5,sessions_deeper_than_6,quick_backs,user_days,sessions_with_steps,depth_sum,steps,inferred_steps,return_steps,plain_visits,tab_steps,explicit_menu_opens,back_chain_sessions,ping_pong_sessions,tab_taps,tab_blocked,kept_state_returns,state_lost"
    ),
    (
      "tasks",
      "task,start,goal,tries,completed,users,success,success_low,success_high,lostness_p50,lost_share,lost_share_low,lost_share_high,first_choice_share,first_choice_share_low,first_choice_share_high,direct_share,direct_share_low,direct_share_high,extra_taps,shortest"
    ),
    ("trails", "step,from,to,count"),
    ("reach", "kind,container,entry,users,eligible_users,reach,reach_low,reach_high"),
    ("log_quality", "check,count,share,consequence"),
    ("unknown_events", "event,count,users,properties,looks_like,confidence"),
  ]

  @Test func `every table has the columns of the contract, in its order`() throws {
    let tables = try contents(shop).allTables
    #expect(tables.map(\.name) == Self.contract.map(\.0))
    for (table, (_, columns)) in zip(tables, Self.contract) {
      #expect(table.columns.map(\.name).joined(separator: ",") == columns)
      for row in table.rows { #expect(row.cells.count == table.columns.count) }
    }
  }

  @Test func `the summary has the figures in their order`() throws {
    let summary = try #require(try contents(shop).table("summary"))
    let rows = TableRows(summary)
    #expect(rows.indices.map { rows.text($0, "metric") } == Figure.all.filter(\.isInSummary).map(\.name))
  }

  @Test func `the report knows the columns of the tables it shows`() throws {
    let contents = try contents(shop)
    for figure in FigureTable.all(.utc) {
      let table = try #require(contents.table(figure.table))
      for column in figure.columns {
        #expect(table.index(of: column.source) != nil, "\(figure.table).\(column.source)")
        if case .shareWithInterval = column.content {
          #expect(table.index(of: column.source + "_low") != nil && table.index(of: column.source + "_high") != nil)
        }
      }
      if case .highest(let names, _) = figure.choice {
        for name in names { #expect(table.index(of: name) != nil, "\(figure.table).\(name)") }
      }
    }
  }

  @Test func `findings come worst first, then by cost, then by name`() {
    func finding(_ rule: String, _ severity: Severity, _ subject: String, _ taps: Int?) -> Finding {
      var finding = menuFinding
      (finding.rule, finding.severity, finding.subject, finding.extraTaps) = (rule, severity, subject, taps)
      return finding
    }
    let ordered = [
      finding("b", .error, "x", 5), finding("a", .error, "x", nil), finding("z", .warning, "x", 10),
      finding("a", .warning, "b", 3), finding("a", .warning, "c", 3), finding("b", .warning, "a", 3), finding("a", .info, "x", 99),
    ]
    let rows = TableRows(Finding.table(of: ordered.reversed()))
    #expect(
      rows.indices.map { row in ["rule", "severity", "subject"].map { rows.text(row, $0) }.joined(separator: " ") }
        == ordered.map { "\($0.rule) \($0.severity) \($0.subject)" })
  }

  @Test func `a finding is one row, with nothing where nothing is known`() throws {
    let row = try #require(Finding.table(of: [depthFinding]).rows.first)
    #expect(
      row.map(\.text) == [
        "depth.over-limit", "error", "structural", "current", "section", "Orders", "", "depth", "7", "", "", "5", "12", "40", "", "12", "36", "",
        "Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5", "flatten the section",
        "convention: hierarchies no deeper than 5–6 levels (https://example.org/depth)", "",
      ])
  }

  @Test func `example sessions stand in one cell, with spaces between`() throws {
    let contents = try contents(shop)
    var finding = depthFinding
    let deepest = contents.measures.sectionDepths.cells.pairs.flatMap { $1.examples.examples }
    try #require(deepest.count == 5)
    finding.examples = Array(deepest.prefix(2))
    #expect(TableRows(Finding.table(of: [finding])).text(0, "example_sessions") == "u0000000000000001-1 u0000000000000002-1")
  }
}
