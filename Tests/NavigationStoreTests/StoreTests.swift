import Foundation
import GRDB
import NavigationModel
import TestSupport
import Testing

@testable import NavigationStore

@Suite("The store")
struct StoreTests {
  let folder = TemporaryFolder()
  var path: String { folder.path("app.sqlite") }

  private let source = Store.Source(
    name: "log.ndjson", digest: "d1", format: "ndjson", bytes: 10, lines: 3, events: 2, withoutZone: 1,
    rejections: ["no time": 1, "no user": 2])

  @Test func `a new store has all tables and views, and says what it is`() throws {
    try Store.open(path, for: .changeOrMake).close()
    try DatabaseQueue(path: path).read { db in
      let objects = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY 1")
      #expect(
        Set(objects).isSuperset(of: [
          "about", "daily", "doubt", "figure", "finding", "measures", "meta", "name", "not_judged", "occurrence",
          "occurrence_kind", "rejection", "segment",
          "session", "session_figures",
          "session_path", "source", "step", "step_kind", "user", "verdict",
        ]))
      #expect(try Int.fetchOne(db, sql: "PRAGMA application_id") == 0x4E41_5641)
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == Schema.version)
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try String.fetchAll(db, sql: "SELECT word FROM step_kind ORDER BY id") == StepKind.allCases.map(\.word))
      #expect(
        try String.fetchAll(db, sql: "SELECT word FROM occurrence_kind ORDER BY id")
          == Occurrence.Kind.allCases.map(\.word))
    }
  }

  @Test func `every table, view and column is documented in the file itself`() throws {
    try Store.open(path, for: .changeOrMake).close()
    try DatabaseQueue(path: path).read { db in
      let objects = try Row.fetchAll(
        db,
        sql:
          "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'grdb%' ORDER BY name")
      #expect(objects.count >= 15)
      for object in objects {
        let (name, sql): (String, String) = (object["name"], object["sql"])
        let comments = sql.split(separator: "\n").compactMap { line in
          line.firstRange(of: "-- ").map { String(line[$0.upperBound...]) }
        }
        #expect(comments.first?.last.map { ".…".contains($0) } == true, "\(name)")
        // A line for each column, in order: `depth: level of the screen`.
        let documented = comments.dropFirst().compactMap { comment in
          comment.firstMatch(of: #/^(\w+)(?: \[[^\]]+\])?: /#).map { String($0.1) }
        }
        #expect(documented == (try db.columns(in: name).map(\.name)), "\(name)")
        // The same as rows.
        let about = try Row.fetchAll(
          db, sql: "SELECT column_name, meaning FROM about WHERE table_name = ? ORDER BY rowid", arguments: [name])
        #expect(about.map { $0["column_name"] as String? } == [nil] + documented, "\(name)")
        #expect(about.first?["meaning"] == comments.first, "\(name)")
      }
    }
  }

  @Test func `the columns of the table of findings are those of findings csv`() throws {
    try Store.open(path, for: .changeOrMake).close()
    let columns = try DatabaseQueue(path: path).read { try $0.columns(in: "finding").map(\.name) }
    #expect(
      columns.joined(separator: ",")
        == """
        rule,severity,evidence,state,subject_kind,subject,section,metric,value,ci_low,ci_high,threshold,users,eligible_users,effective_users,sessions,extra_taps,part_of,message,recommendation,source,example_sessions,group,trend,in_newest_version,action,taps_saved,taps_saved_per_1000_users_week
        """
    )
  }

  @Test func `opening a store again changes nothing`() throws {
    let store = try Store.open(path, for: .changeOrMake)
    try store.setMeta(.tool, "navaudit 0")
    try store.close()
    let before = try folder.data("app.sqlite")
    let again = try Store.open(path, for: .changeOrMake)
    #expect(try again.meta(.tool) == "navaudit 0")
    try again.close()
    #expect(try folder.data("app.sqlite") == before)
    #expect(folder.everything() == ["app.sqlite"])
  }

  @Test func `settings and sources are kept as they were given`() throws {
    let store = try Store.open(path, for: .changeOrMake)
    #expect(try store.meta(.gap) == nil)
    try store.setMeta(.gap, "1")
    try store.setMeta(.gap, "2")
    #expect(try store.meta(.gap) == "2")
    try store.add(source)
    var other = source
    other.name = "other"
    other.digest = "d2"
    other.rejections = [:]
    try store.add(other)
    let found = try store.sources()
    #expect(found.map(\.name) == ["log.ndjson", "other"])
    #expect(found[0].rejections == source.rejections && found[0].withoutZone == 1 && found[0].bytes == 10)
    #expect(throws: StoreError.self) { try store.add(source) }
  }

  /// Replaces the findings by one for each rule, with columns in another order than that of the table.
  private func replaceFindings(_ rules: [String], in store: Store) throws {
    let texts = [
      "severity", "evidence", "state", "subject_kind", "subject", "metric", "message", "recommendation", "source",
    ]
    let cells: [(column: String, value: StoreValue)] =
      texts.map { ($0, .text("a \($0)")) }
      + ["threshold", "ci_high", "ci_low", "value"].enumerated().map { ($1, .real(Double(3 - $0))) }
      + [("extra_taps", .integer(4)), ("sessions", .integer(3)), ("users", .integer(1)), ("section", .null)]
    let rows = rules.map { cells.map(\.value) + [.text($0)] }
    try store.replaceReport([ReportedRows(.finding, cells.map(\.column) + ["rule"], rows)])
  }

  @Test func `findings take the place of those of before`() throws {
    let store = try Store.open(path, for: .changeOrMake)
    try replaceFindings(["a", "b"], in: store)
    try replaceFindings(["c"], in: store)
    #expect(try store.access { try String.fetchAll($0, sql: "SELECT rule FROM finding") } == ["c"])
  }

  @Test func `errors say what is wrong and what to do`() throws {
    #expect(throws: StoreError.missing(path: path)) { _ = try Store.open(path, for: .change) }
    try folder.write(
      "no database, and longer than the header of one: " + String(repeating: "x", count: 200), to: "app.sqlite")
    #expect(throws: StoreError.notAStore(path: path)) { _ = try Store.open(path, for: .changeOrMake) }
    try folder.write("", to: "app.sqlite")
    #expect(throws: StoreError.notAStore(path: path)) { _ = try Store.open(path, for: .change) }
    let store = try Store.open(path, for: .changeOrMake)
    try store.access { try $0.execute(sql: "PRAGMA user_version = 99") }
    try store.close()
    #expect(throws: StoreError.otherVersion(path: path, found: 99, expected: Schema.version)) {
      _ = try Store.open(path, for: .changeOrMake)
    }
    for error in [StoreError.busy(path: "p"), .damaged(path: "p", detail: "d"), .failed(path: "p", detail: "d")] {
      #expect("\(error)".hasPrefix("p: ") && !"\(error)".contains("\n"))
    }
  }
}
