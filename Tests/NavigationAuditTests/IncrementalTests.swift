import Foundation
import GRDB
import TestSupport
import Testing

/// A store that is filled incrementally gives the same as one run on everything.
@Suite("Ingest and report give what analyze gives")
struct IncrementalTests {
  @Test(arguments: LogSource.all, sampled([2, 1, 5]))
  func `in so many calls, forwards and backwards`(source: LogSource, calls: Int) throws {
    let lines = try source.lines
    let whole = try Run.tables(lines.ndjson).withoutExamples
    let run = Run()
    for (number, part) in lines.cut(into: calls).enumerated() { try run.folder.write(part.ndjson, to: "\(number).ndjson") }
    for number in 0..<calls { try run("ingest", "\(number).ndjson", "--store", "forwards.sqlite", "--key", "k") }
    #expect(differences(try run.report("forwards.sqlite").withoutExamples, whole) == [])
    for number in (0..<calls).reversed() { try run("ingest", "\(number).ndjson", "--store", "backwards.sqlite", "--key", "k") }
    #expect(differences(try run.report("backwards.sqlite").withoutExamples, whole) == [])
    #expect(try run.storedSessions("backwards.sqlite") == run.storedSessions("forwards.sqlite"))
  }

  @Test(arguments: LogSource.all)
  func `several files in one call`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    for (number, part) in lines.cut(into: 4).enumerated() { try run.folder.write(part.ndjson, to: "logs/\(number).ndjson") }
    let outcome = try run("ingest", "logs/3.ndjson", "logs/1.ndjson", "--store", "app.sqlite", "--key", "k")
    #expect(outcome.output.contains("from 2 files added."))
    let rest = try run("ingest", "logs", "--store", "app.sqlite")
    #expect(rest.output.contains("from 2 files added (2 files already in it)."))
    #expect(differences(try run.report("app.sqlite").withoutExamples, try Run.tables(lines.ndjson).withoutExamples) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `the same file twice changes nothing`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    try run.folder.write(lines.ndjson, to: "log.ndjson")
    try run("ingest", "log.ndjson", "--store", "app.sqlite")
    let store = try run.folder.data("app.sqlite")
    let again = try run("ingest", "log.ndjson", "--store", "app.sqlite")
    #expect(again.output == "app.sqlite: 0 events from 0 files added (1 file already in it).\n")
    #expect(try run.folder.data("app.sqlite") == store)
    try run.folder.write(lines.ndjson.zstandard, to: "other name.zst")
    try run("ingest", "other name.zst", "--store", "app.sqlite")
    #expect(try run.folder.data("app.sqlite") == store)
  }

  @Test func `a session that goes on in the next file is one session`() throws {
    let session = Fixtures.smallLog(users: 1).prefix(11)
    let run = Run()
    try run.folder.write(Array(session.prefix(4)).ndjson, to: "monday.ndjson")
    try run.folder.write(Array(session.dropFirst(4)).ndjson, to: "tuesday.ndjson")
    try run("ingest", "monday.ndjson", "--store", "app.sqlite", "--key", "k")
    #expect(try run.storedSessions("app.sqlite").count == 1)
    try run("ingest", "tuesday.ndjson", "--store", "app.sqlite")
    #expect(try run.storedSessions("app.sqlite").count == 1)
    try run("ingest", "monday.ndjson", "tuesday.ndjson", "--store", "together.sqlite", "--key", "k")
    #expect(try run.storedSessions("together.sqlite") == run.storedSessions("app.sqlite"))
    try run("analyze", "monday.ndjson", "tuesday.ndjson", "--output", "Whole", "--sessions", "--key", "k")
    #expect(differences(try run.report("app.sqlite"), try run.folder.tables(of: "Whole")) == [])
    #expect(try run.folder.table("Whole/summary.csv").cell("sessions", column: "value") == "1")
  }

  @Test func `an event between two sessions of the store makes one of them`() throws {
    func line(_ minute: Int) -> LogLine { LogLine("2026-03-01T08:\(minute + 10):00Z", "u", "screen_view", ["screen": "S\(minute)"]) }
    let run = Run()
    try run.folder.write([line(0), line(40)].ndjson, to: "ends.ndjson")
    try run.folder.write([line(20)].ndjson, to: "middle.ndjson")
    try run("ingest", "ends.ndjson", "--store", "app.sqlite")
    #expect(try run.storedSessions("app.sqlite").count == 2)
    try run("ingest", "middle.ndjson", "--store", "app.sqlite")
    #expect(try run.storedSessions("app.sqlite").count == 1)
  }

  @Test func `a duplicate that comes with another file, and earlier, is dropped as in one run`() throws {
    let first = LogLine("2026-03-01T08:00:00Z", "u", "screen_view", ["screen": "A", "id": "1"])
    let repeated = LogLine("2026-03-01T08:00:05Z", "u", "screen_view", ["screen": "B", "id": "1"])
    let other = LogLine("2026-03-01T08:00:03Z", "u", "screen_view", ["screen": "C", "id": "2"])
    let run = Run()
    try run.folder.write([repeated, other].ndjson, to: "one.ndjson")
    try run.folder.write([first].ndjson, to: "two.ndjson")
    try run("ingest", "one.ndjson", "--store", "app.sqlite", "--key", "k")
    try run("ingest", "two.ndjson", "--store", "app.sqlite")
    #expect(differences(try run.report("app.sqlite"), try Run.tables([first, repeated, other].ndjson)) == [])
    #expect(try run.folder.table("Out/summary.csv").cell("events_duplicate", column: "value") == "1")
    #expect(try run.folder.table("Out/screens.csv")["screen"] == ["A", "C"])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `report with another gap or map gives what analyze gives with them, and leaves the store as it is`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    try run.folder.write(lines.ndjson, to: "log.ndjson")
    try run.folder.write(
      "app: Other\ntabs: [Home, Orders, Unused]\nmore: {tab: Orders, items: [Help, Unused]}\nroots: {Orders: List}\n"
        + "screen_names:\n  - {pattern: \"^(Order|Detail).*\", name: Something}\n",
      to: "map.yml")
    try run("ingest", "log.ndjson", "--store", "app.sqlite", "--key", "k")
    let before = try run.storedSessions("app.sqlite")
    let own = try run.report("app.sqlite")
    let map = run.folder.path("map.yml")
    let withGap = (report: try run.report("app.sqlite", "--gap", "2m"), analyze: try Run.tables(lines.ndjson, "--gap", "2m"))
    #expect(differences(withGap.report, withGap.analyze) == [])
    let withPause = (report: try run.report("app.sqlite", "--longest-pause", "1h"), analyze: try Run.tables(lines.ndjson, "--longest-pause", "1h"))
    #expect(differences(withPause.report, withPause.analyze) == [])
    let withMap = (report: try run.report("app.sqlite", "--map", map), analyze: try Run.tables(lines.ndjson, "--map", map))
    #expect(differences(withMap.report, withMap.analyze) == [])
    #expect(try run.storedSessions("app.sqlite") == before)
    #expect(differences(try run.report("app.sqlite"), own) == [])
  }

  @Test(.thorough) func `ingest with another gap works out again all that is there`() throws {
    let lines = try LogSource.random(seed: 4).lines
    let run = Run()
    for (number, part) in lines.cut(into: 2).enumerated() { try run.folder.write(part.ndjson, to: "\(number).ndjson") }
    // A user who is not in the second file.
    try run.folder.write(RandomLog(seed: 9).lines.filter { $0["user"] == "user-1" }.renamed("elsewhere").ndjson, to: "one.ndjson")
    try run("ingest", "0.ndjson", "one.ndjson", "--store", "app.sqlite", "--key", "k")
    try run("ingest", "1.ndjson", "--store", "app.sqlite", "--gap", "2m")
    try run("ingest", "0.ndjson", "1.ndjson", "one.ndjson", "--store", "together.sqlite", "--gap", "2m", "--key", "k")
    #expect(try run.storedSessions("app.sqlite") == run.storedSessions("together.sqlite"))
    #expect(differences(try run.report("app.sqlite").withoutExamples, try run.report("together.sqlite").withoutExamples) == [])
  }

  @Test func `the map of the store is used until another is named`() throws {
    let run = Run()
    try run.folder.write(Fixtures.smallLog().ndjson, to: "logs/log.ndjson")
    try run.folder.write("app: Of the store\ntabs: [Home, Orders, Unused]\n", to: "logs/navaudit.yml")
    try run("ingest", "logs", "--store", "app.sqlite")
    _ = try run.report("app.sqlite")
    #expect(try run.folder.text("Out/report.md").contains("Of the store"))
    #expect(try run.folder.table("Out/tabs.csv")["tab"] == ["Home", "Orders", "Unused"])
  }

  @Test(.thorough) func `a report names the store as a file only where it stands beside it`() throws {
    let run = Run()
    try run.folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports")
    #expect(try run.folder.text("Reports/report.md").contains("(navigation.sqlite)"))
    try run("report", "Reports/navigation.sqlite", "--output", "Reports")
    #expect(try run.folder.text("Reports/report.md").contains("(navigation.sqlite)"))
    try run("report", "Reports/navigation.sqlite", "--output", "Elsewhere")
    #expect(!(try run.folder.text("Elsewhere/report.md").contains("(navigation.sqlite)")))
    #expect(!run.folder.exists("Elsewhere/navigation.sqlite"))
  }
}

extension Run {
  /// The sessions of a store as text, in the order of users and numbers.
  func storedSessions(_ store: String) throws -> [String] {
    try DatabaseQueue(path: folder.path(store)).read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT f.session || ' ' || f.start_us || ' ' || f.end_us || ' ' || f.events || ' ' || coalesce(platform, '') || ' ' ||
            coalesce(app_version, '') || ' ' || coalesce((SELECT group_concat(kind || ' ' || screen || ' ' || depth, ', ')
              FROM step AS s WHERE s.session_id = f.session_id), '')
          FROM session_figures AS f ORDER BY f.user_id, f.number
          """)
    }
  }
}

extension [LogLine] {
  /// The lines as those of another user.
  fileprivate func renamed(_ user: String) -> [LogLine] {
    map { line in LogLine(fields: line.fields.map { $0.name == "user" ? ("user", .text(user)) : $0 }) }
  }
}
