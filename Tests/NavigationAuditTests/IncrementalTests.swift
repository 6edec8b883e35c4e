import Foundation
import GRDB
import TestSupport
import Testing

/// A store that is filled incrementally gives the same as one run on everything.
@Suite("Ingest and report give what analyze gives")
struct IncrementalTests {
  @Test(.thorough, arguments: LogSource.all)
  func `in several calls, forwards and backwards`(source: LogSource) throws {
    let calls = 4
    let lines = try source.lines
    let whole = try Run.tables(lines.ndjson).withoutExamples
    let run = Run()
    for (number, part) in lines.cut(into: calls).enumerated() {
      try run.folder.write(part.ndjson, to: "\(number).ndjson")
    }
    for number in 0..<calls { try run("ingest", "\(number).ndjson", "--store", "forwards.sqlite", key: "k") }
    #expect(differences(try run.report("forwards.sqlite").withoutExamples, whole) == [])
    for number in (0..<calls).reversed() {
      try run("ingest", "\(number).ndjson", "--store", "backwards.sqlite", key: "k")
    }
    #expect(differences(try run.report("backwards.sqlite").withoutExamples, whole) == [])
    #expect(try run.storedSessions("backwards.sqlite") == run.storedSessions("forwards.sqlite"))
  }

  @Test(.thorough, arguments: LogSource.all)
  func `several files in one call`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    for (number, part) in lines.cut(into: 4).enumerated() {
      try run.folder.write(part.ndjson, to: "logs/\(number).ndjson")
    }
    let outcome = try run("ingest", "logs/3.ndjson", "logs/1.ndjson", "--store", "app.sqlite", key: "k")
    #expect(outcome.output.contains("from 2 files added."))
    let rest = try run("ingest", "logs", "--store", "app.sqlite")
    #expect(rest.output.contains("from 2 files added (2 files already in it)."))
    #expect(
      differences(try run.report("app.sqlite").withoutExamples, try Run.tables(lines.ndjson).withoutExamples) == [])
  }

  @Test(.thorough) func `ingest with another gap works out again all that is there`() throws {
    let lines = try LogSource.random(seed: 4).lines
    let run = Run()
    for (number, part) in lines.cut(into: 2).enumerated() { try run.folder.write(part.ndjson, to: "\(number).ndjson") }
    // A user who is not in the second file.
    try run.folder.write(
      RandomLog(seed: 9).lines.filter { $0["user"] == "user-1" }.renamed("elsewhere").ndjson, to: "one.ndjson")
    try run("ingest", "0.ndjson", "one.ndjson", "--store", "app.sqlite", key: "k")
    try run("ingest", "1.ndjson", "--store", "app.sqlite", "--gap", "2m")
    try run("ingest", "0.ndjson", "1.ndjson", "one.ndjson", "--store", "together.sqlite", "--gap", "2m", key: "k")
    #expect(try run.storedSessions("app.sqlite") == run.storedSessions("together.sqlite"))
    #expect(
      differences(try run.report("app.sqlite").withoutExamples, try run.report("together.sqlite").withoutExamples) == []
    )
  }
}

extension Run {
  /// The sessions of a store as text, in the order of users and numbers.
  func storedSessions(_ store: String) throws -> [String] {
    try DatabaseQueue(path: folder.path(store)).read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT f.session || ' ' || f.start_us || ' ' || f.end_us || ' ' || f.events || ' ' || coalesce(platform, '') \
          || ' ' ||
            coalesce(app_version, '') || ' ' || coalesce((SELECT group_concat(kind || ' ' || screen || ' ' || depth, \
            ', ')
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
