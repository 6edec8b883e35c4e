import Foundation
import GRDB
import TestSupport
import Testing

/// Plain SQL on `navigation.sqlite` gives the same as the CSV files.
@Suite("navigation.sqlite by SQL")
struct StoreViewTests {
  static let logs = LogSource.all

  private func analysed(_ source: LogSource) throws -> (folder: TemporaryFolder, store: DatabaseQueue) {
    let run = Run()
    try run.folder.write(try source.lines.ndjson, to: "log")
    try run("analyze", "log", "--output", "Reports", "--sessions", "--map", Fixtures.sample("navaudit.yml").path)
    return (run.folder, try DatabaseQueue(path: run.folder.path("Reports/navigation.sqlite")))
  }

  @Test(arguments: logs)
  func `steps`(source: LogSource) throws {
    let (folder, store) = try analysed(source)
    let summary = try folder.table("Reports/summary.csv")
    func value(_ metric: String) -> Int? { summary.cell(metric, column: "value").flatMap(Int.init) }
    try store.read { db in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM step") == value("steps"))
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM step WHERE is_visit") == value("visits"))
      #expect(try Int.fetchOne(db, sql: "SELECT max(depth) FROM step") == value("depth_max"))
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM step WHERE kind = 'more_item'") == value("more_extra_taps"))
      let switches = """
        SELECT count(*) FROM step AS a JOIN step AS b ON b.session_id = a.session_id AND b.number = a.number + 1 AND b.part = a.part
        WHERE b.kind = 'tab' AND (a.section <> b.section OR a.section_kind <> b.section_kind)
        """
      #expect(try Int.fetchOne(db, sql: switches) == value("tab_switches"))
      let screens = try Row.fetchAll(
        db,
        sql: """
          SELECT screen, count(*) FILTER (WHERE is_visit) AS visits, count(*) FILTER (WHERE NOT is_visit) AS returns,
            min(depth) FILTER (WHERE is_visit) AS low, max(depth) FILTER (WHERE is_visit) AS high FROM step GROUP BY screen
          """)
      let table = try folder.table("Reports/screens.csv")
      for row in screens {
        let screen: String = row["screen"]
        #expect(table.cell(screen, column: "visits") == String(row["visits"] as Int))
        #expect(table.cell(screen, column: "returns") == String(row["returns"] as Int))
        #expect(table.cell(screen, column: "depth_min") == (row["low"] as Int?).map(String.init) ?? "")
        #expect(table.cell(screen, column: "depth_max") == (row["high"] as Int?).map(String.init) ?? "")
      }
      #expect(screens.count == table.rows.count { $0[1] != "0" || $0[7] != "0" })
    }
  }

  @Test(arguments: logs)
  func `occurrences`(source: LogSource) throws {
    let (folder, store) = try analysed(source)
    let summary = try folder.table("Reports/summary.csv")
    func value(_ metric: String) -> Int? { summary.cell(metric, column: "value").flatMap(Int.init) }
    try store.read { db in
      func count(_ condition: String) throws -> Int? { try Int.fetchOne(db, sql: "SELECT count(*) FROM occurrence WHERE \(condition)") }
      #expect(try count("kind = 'menu_open'") == value("menu_opens"))
      #expect(try count("kind = 'more_open'") == value("more_opens"))
      #expect(try count("kind = 'more_abandoned'") == value("more_abandoned"))
      #expect(try count("kind = 'tab_blocked'") == value("tab_blocked"))
      #expect(try count("kind = 'back_at_root'") == value("back_at_root"))
      #expect(try count("kind = 'kept_state_return' AND flag") == value("state_lost"))
      for row in try folder.table("Reports/menus.csv").rows {
        let opens = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM occurrence WHERE kind = 'menu_open' AND container = ?", arguments: [row[0]])
        #expect(opens == Int(row[1]), "\(row[0])")
      }
      for row in try folder.table("Reports/gestures.csv").rows {
        let uses = try Row.fetchOne(
          db, sql: "SELECT count(*), sum(flag), count(DISTINCT user_id) FILTER (WHERE NOT flag) FROM occurrence WHERE kind = 'gesture' AND subject = ?",
          arguments: [row[0]])
        #expect(uses.map { "\($0[0] as Int) \($0[1] as Int) \($0[2] as Int)" } == row[1...3].joined(separator: " "), "\(row[0])")
      }
    }
  }

  @Test(arguments: logs)
  func `sessions and days`(source: LogSource) throws {
    let (folder, store) = try analysed(source)
    try store.read { db in
      let sessions = try Row.fetchAll(
        db,
        sql: """
          SELECT session, user, coalesce(platform, ''), coalesce(app_version, ''), steps, visits, CASE WHEN steps > 0 THEN depth ELSE '' END,
            tab_switches, more_items, menu_opens, menu_items, backs FROM session_figures ORDER BY session
          """)
      let table = try folder.table("Reports/sessions.csv")
      #expect(sessions.map(Self.text) == table.rows.map { ($0[..<2] + $0[4...]).joined(separator: "|") })
      let days = try Row.fetchAll(
        db,
        sql: """
          SELECT date, coalesce(platform, ''), coalesce(app_version, ''), users, sessions, visits, tab_switches, more_extra_taps, menu_opens,
            sessions_deeper_than_5, sessions_deeper_than_6 FROM daily ORDER BY 1, 2, 3
          """)
      let daily = try folder.table("Reports/daily.csv")
      #expect(days.map(Self.text) == daily.rows.map { ($0[..<9] + $0[11...12]).joined(separator: "|") })
    }
  }

  @Test func `findings and what made the store`() throws {
    let (folder, store) = try analysed(.shop(seed: 1, style: .full))
    try store.read { db in
      let findings = try Row.fetchAll(db, sql: "SELECT rule, severity, evidence, state, subject_kind FROM finding")
      #expect(findings.map(Self.text) == (try folder.table("Reports/findings.csv")).rows.map { $0[..<5].joined(separator: "|") })
      #expect(!findings.isEmpty)
      let keys = try String.fetchAll(db, sql: "SELECT key FROM meta ORDER BY key")
      #expect(keys == ["app_map", "gap_us", "infers_structure", "longest_pause_us", "maker", "pseudonym_key", "schema", "tool"])
      #expect(try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'gap_us'") == "1800000000")
      #expect(
        try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'app_map'")
          == String(contentsOf: Fixtures.sample("navaudit.yml"), encoding: .utf8))
      let source = try Row.fetchOne(db, sql: "SELECT name, format, lines, events FROM source")
      #expect(source?["name"] == "log" && source?["format"] == "ndjson")
      #expect((source?["lines"] as Int?) == (source?["events"] as Int?))
    }
  }

  private static func text(_ row: Row) -> String {
    row.databaseValues.map { value in
      switch value.storage {
      case .null: ""
      case .int64(let number): String(number)
      case .double(let number): String(number)
      case .string(let text): text
      case .blob: "blob"
      }
    }.joined(separator: "|")
  }
}
