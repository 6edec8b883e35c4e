import Foundation
import GRDB
import TestSupport
import Testing

/// A store that forgot people equals one that never held their events.
@Suite("Forgetting people")
struct ForgetTests {
  /// The lines of some users, and those of the others.
  private func split(_ lines: [String], _ users: Set<String>) -> (theirs: [String], others: [String]) {
    let isTheirs = lines.map { line in line.logLine["user"].map { users.contains($0) } ?? false }
    return (zip(lines, isTheirs).filter(\.1).map(\.0), zip(lines, isTheirs).filter { !$0.1 }.map(\.0))
  }

  private func users(_ lines: [String]) -> [String] { Set(lines.compactMap { $0.logLine["user"] }).sorted() }

  /// All files of a report, except for the line counts of log files, with duplicates.
  private func report(_ run: Run, _ store: String, _ more: [String] = []) throws -> [String: String] {
    let outcome = try run.navaudit.run(["report", store, "--output", "Out", "--sessions"] + more)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = try run.folder.contents(of: "Out").withoutExamples
    try run.folder.remove("Out")
    let counts = [
      "events_duplicate", "duplicate,", "| Duplicate events", "Duplicate events</", "| `duplicate`",
      "<code>duplicate</code>", "was found by: ", "log.ndjson",
      "data:text/csv",
    ]
    // Sizes and digests are those of the complete files.
    return files.filter { $0.key != "datapackage.json" }.mapValues { data in
      String(decoding: data, as: UTF8.self).replacing(store, with: "app.sqlite").replacing("<tr", with: "\n<tr").split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .filter { line in !counts.contains { line.contains($0) } }.joined(separator: "\n")
    }
  }

  @Test(.thorough, arguments: LogSource.all + [.shop(seed: 3, style: .views)], sampled([3, 1], thorough: 1))
  func `every report is that of a store into which they never came`(source: LogSource, files: Int) throws {
    let lines = try source.lines
    let forgotten = Array(users(lines).enumerated().filter { $0.offset % 4 == 1 }.map(\.element))
    #expect(forgotten.count >= 2)
    let run = Run()
    let guess = source.testDescription.contains("views") ? ["--infer"] : []
    for (number, part) in lines.cut(into: files).enumerated() {
      for (store, kept) in [("all.sqlite", part), ("others.sqlite", split(part, Set(forgotten)).others)] {
        try run.folder.write(kept.ndjson, to: "log.ndjson")
        let outcome = try run.navaudit.run(["ingest", "log.ndjson", "--store", store] + guess, key: "k")
        #expect(outcome.status == 0, "part \(number): \(outcome.errors)")
      }
    }
    _ = try report(run, "all.sqlite", guess)
    let outcome = try run.navaudit.run(["forget"] + forgotten + ["--store", "all.sqlite"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("all.sqlite: \(forgotten.count) users removed, with "))
    let found = try report(run, "all.sqlite", guess)
    let wanted = try report(run, "others.sqlite", guess)
    #expect(Set(found.keys) == Set(wanted.keys))
    #expect(wanted.keys.filter { found[$0] != wanted[$0] }.sorted() == [])
    #expect(try run.storedSessions("all.sqlite") == run.storedSessions("others.sqlite"))
  }

  private static let marks = ["Zebra", "quokka@nowhere", "swallow", "axolotl", "wombat", "9.8.7-ibex", "Lynx OS"]

  /// A log with a user for whom every field has a unique name.
  private func markedLog() -> Data {
    func line(_ second: Int, _ user: String, _ event: String, _ fields: KeyValuePairs<String, String>) -> LogLine {
      LogLine("2026-03-01T08:00:\(second + 10)Z", user, event, fields)
    }
    let marked = [
      line(
        0, "narwhal", "screen_view",
        ["screen": "Zebra", "app_version": "9.8.7-ibex", "platform": "Lynx OS", "session": "s-narwhal"]),
      line(
        5, "narwhal", "menu_select",
        ["target": "quokka@nowhere", "container": "swallow", "screen": "axolotl", "session": "s-narwhal"]),
      line(9, "narwhal", "gesture", ["target": "wombat", "session": "s-narwhal", "id": "e-narwhal"]),
    ]
    return (Fixtures.smallLog() + marked).ndjson
  }

  @Test(arguments: sampled(["delete", "wal"]), sampled([[], ["--reveal-users"]]))
  func `no byte of theirs is left in the file or beside it`(journal: String, more: [String]) throws {
    let run = Run()
    try run.folder.write(markedLog(), to: "log.ndjson")
    _ = try run.navaudit.run(["ingest", "log.ndjson", "--store", "app.sqlite"] + more)
    try run("report", "app.sqlite", "--output", "Out")
    let pseudonym = try #require(
      try DatabaseQueue(path: run.folder.path("app.sqlite")).read { db in
        try String.fetchOne(db, sql: "SELECT printf('%016x', user_id) FROM step WHERE screen = 'Zebra'")
      })
    let number = try #require(UInt64(pseudonym, radix: 16))
    let bigEndian = withUnsafeBytes(of: number.bigEndian) { Data($0) }
    let queue = try DatabaseQueue(path: run.folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = \(journal)") }
    try queue.close()
    func everything() throws -> Data {
      try run.folder.everything().filter { $0.hasPrefix("app.sqlite") }.reduce(into: Data()) {
        $0 += try run.folder.data($1)
      }
    }
    let marks = Self.marks.map { Data($0.utf8) } + [bigEndian] + (more.isEmpty ? [] : [Data("narwhal".utf8)])
    let before = try everything()
    for mark in marks {
      #expect(before.firstRange(of: mark) != nil, "\(String(decoding: mark, as: UTF8.self)) is there before")
    }
    try run("forget", "narwhal", "--store", "app.sqlite")
    let after = try everything()
    for mark in marks { #expect(after.firstRange(of: mark) == nil, "\(String(decoding: mark, as: UTF8.self)) is gone") }
    #expect(after.firstRange(of: Data("narwhal".utf8)) == nil)
    #expect(after.firstRange(of: Data("Coupons".utf8)) != nil)
    try run("report", "app.sqlite", "--output", "Out")
    #expect(try run.folder.table("Out/summary.csv").cell("users", column: "value") == "3")
    #expect(try run.folder.table("Out/summary.csv").cell("events_duplicate", column: "value") == "0")
  }

  @Test func `people are named as in the log or by their pseudonyms, each counts once`() throws {
    let run = Run()
    try run.folder.write(markedLog(), to: "log.ndjson")
    try run("ingest", "log.ndjson", "--store", "app.sqlite")
    try run("report", "app.sqlite", "--output", "Out", "--sessions")
    let sessions = try run.folder.table("Out/sessions.csv")
    let pseudonym = try #require(sessions["user"].first { user in sessions["user"].count { $0 == user } == 1 })
    let outcome = try run("forget", pseudonym, "narwhal", "user-0", "user-0", "--store", "app.sqlite")
    #expect(outcome.output.hasPrefix("app.sqlite: 2 users removed, with 4 sessions and 36 events;"))
  }
}
