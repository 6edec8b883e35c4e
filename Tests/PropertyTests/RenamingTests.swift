import Foundation
import TestSupport
import Testing

/// A name is the bytes that the log has for it. Other names give the same tables with these names, whatever way the log
/// takes: names that differ by their normal form or by case are two, and a bar in a name separates nothing.
@Suite("Names are keys by their bytes")
struct RenamingTests {
  private static let apps = sampled(NamedApp.confusing, every: 3)

  @Test(arguments: apps) func `renaming keeps all tables`(app: NamedApp) throws {
    let run = Run()
    try run.folder.write(app.ndjson, to: "log")
    try run.folder.write(app.map, to: "app.yml")
    let plain = Run()
    try plain.folder.write(NamedApp.plain.ndjson, to: "log")
    try plain.folder.write(NamedApp.plain.map, to: "app.yml")
    for options in app.hasMap ? [[], ["--map", "app.yml"]] : [[]] {
      try #expect(differences(tables(run, app, options), of: app, plain: tables(plain, .plain, options)) == [])
    }
  }

  @Test(arguments: apps) func `through a store and through a state`(app: NamedApp) throws {
    let run = Run()
    let plain = Run()
    try run.folder.write(app.ndjson, to: "log")
    try plain.folder.write(NamedApp.plain.ndjson, to: "log")
    for (run, name) in [(run, "it"), (plain, "plain")] {
      try run("ingest", "log", "--store", "store.sqlite", key: "k")
      try run("map", "log", "--output", "all.state", key: "k")
      try run("reduce", "all.state", "--output", "Reduced")
      #expect(run.folder.exists("Reduced/tabs.csv"), "\(name)")
    }
    try #expect(
      differences(run.report("store.sqlite"), of: app, plain: plain.report("store.sqlite")) == [], "store")
    try #expect(
      differences(run.folder.tables(of: "Reduced"), of: app, plain: plain.folder.tables(of: "Reduced")) == [], "state")
  }

  private func tables(_ run: Run, _ app: NamedApp, _ options: [String]) throws -> [String: Data] {
    let outcome = try run.navaudit.run(
      ["analyze", "log", "--output", "Out", "--sessions"] + options, key: "k")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try run.folder.tables(of: "Out")
  }

  private func differences(_ tables: [String: Data], of app: NamedApp, plain: [String: Data]) throws -> [String] {
    try NamedApp.differences(NamedApp.cells(tables), app.renamed(plain))
  }

  @Test(arguments: apps) func `the other commands take any names`(app: NamedApp) throws {
    let run = Run()
    try run.folder.write(app.ndjson, to: "log")
    if app.hasMap {
      try run.folder.write(app.map, to: "map.yml")
      try run("init", "--check", "--map", "map.yml", "log")
    }
    try run("init", "log", "--output", "draft.yml")
    try run("init", "--check", "--map", "draft.yml", "log")
    #expect(try [0, 1].contains(run.navaudit("check-log", "log").status))
  }

  /// One file system writes `é` as a letter, another as two; a keyboard as a letter.
  @Test func `files whose names differ by their normal form are two`() throws {
    let run = Run()
    let lines = NamedApp.plain.lines
    for (name, lines) in zip(["logs/caf\u{E9}.ndjson", "logs/cafe\u{301}.ndjson"], lines.cut(into: 2)) {
      try run.folder.write(lines.ndjson, to: name)
    }
    for (command, file) in [("analyze", "Out"), ("init", "draft.yml")] {
      try run(command, "logs", "--output", file)
    }
    try run("ingest", "logs", "--store", "store.sqlite")
    #expect(try run.folder.table("Out/summary.csv").cell("events", column: "value") == "\(lines.count)")
    for command in ["check-log", "compare"] {
      let outcome = try run.navaudit(command, "logs/caf\u{E9}.ndjson", "logs/cafe\u{301}.ndjson")
      #expect((0...3).contains(outcome.status), "\(command): \(outcome.errors)")
    }
  }

  @Test func `a log compared with itself is refused, or compared`() throws {
    let run = Run()
    try run.folder.write(NamedApp.plain.ndjson, to: "log.ndjson")
    try run.folder.write(
      NamedApp.plain.lines.map { $0.replacing("\"user\":\"u", with: "\"user\":\"v") }.ndjson, to: "own")
    for more in [["log.ndjson", "log.ndjson"], ["own", "log.ndjson"], ["own", "own"]] {
      let outcome = try run.navaudit.run(["compare"] + more + ["--output", "Out"])
      #expect((0...3).contains(outcome.status), "\(more): \(outcome.errors)")
    }
  }

  // MARK: - Names that are words of ours

  /// No table has two rows of one key, and as many rows as under plain names.
  @Test func `names that are words of reports are marked`() throws {
    let own = [
      "(none)", "(link)", "(all)", "(start)", "(end)", "\\(start)", "(not known)", "(b)", "\\\\(start)",
      "(x)",
      "(fewer than 5 users)", "d", "e", "f", "g", "More", "\\(all)", "i", "j", "(all)", "k", "(not known)", "m", "n",
    ]
    let run = Run()
    let plain = Run()
    try run.folder.write(NamedApp("ours", own).ndjson, to: "log")
    try plain.folder.write(NamedApp.plain.ndjson, to: "log")
    for run in [run, plain] { try run("analyze", "log", "--output", "Out", "--sessions") }
    let found = try run.folder.tables(of: "Out")
    let expected = try plain.folder.tables(of: "Out")
    for (name, keys) in try keys(of: plain) {
      let table = try CSVTable(String(decoding: found[name] ?? Data(), as: UTF8.self))
      let rows = table.records.map { row in keys.map { row[$0] } }
      #expect(Set(rows).count == rows.count, "\(name)")
      let plainRows = try CSVTable(String(decoding: expected[name] ?? Data(), as: UTF8.self)).rows.count
      // Which rows are among the most depends on the order of names.
      if !Self.tablesOfMost.contains(name) { #expect(rows.count == plainRows, "\(name)") }
    }
    #expect(try run.folder.table("Out/tabs.csv")["tab"].contains("\\(none)"))
    #expect(try run.folder.table("Out/menus.csv")["menu"] == ["\\More"])
  }

  private static let tablesOfMost: Set = ["ways.csv", "ways_through.csv", "forward_trails.csv", "example_steps.csv"]

  /// The key of each table, by its file.
  private func keys(of run: Run) throws -> [(String, [String])] {
    let package = try JSONSerialization.jsonObject(with: run.folder.data("Out/datapackage.json")) as? [String: Any]
    return (package?["resources"] as? [[String: Any]] ?? []).compactMap { resource in
      guard let path = resource["path"] as? String,
        let keys = (resource["schema"] as? [String: Any])?["primaryKey"] as? [String]
      else { return nil }
      return (path, keys)
    }
  }
}
