import Foundation
import GRDB
import TestSupport
import Testing

/// Unusable outputs, maps and stores: one clear line, status 2, nothing half-written.
@Suite("Bad places, maps and stores")
struct BadPlaceTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  // MARK: - Output

  @Test func `a folder in the place of a file leaves the earlier report whole`() throws {
    try folder.remove("Earlier/summary.csv")
    try folder.write("mine", to: "Earlier/summary.csv/notes.txt")
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "--output", "Earlier"],
      message: "Earlier/summary.csv: cannot be written (it is a folder); remove it, or name another folder with --output")
  }

  @Test func `what a run left that was killed goes with the next`() throws {
    try folder.write("half", to: "New/.navaudit-0123456789abcdef/summary.csv")
    try folder.write("half", to: "New/.navaudit-fedcba9876543210")
    try folder.write("mine", to: "New/.navaudit-baseline.json")
    try refusal.navaudit("analyze", "log.ndjson", "--output", "New")
    let written = folder.everything(in: "New")
    #expect(Set(written).isSuperset(of: AnalyzeTests.files))
    #expect(written.filter { $0.hasPrefix(".navaudit-") } == [".navaudit-baseline.json"])
  }

  // MARK: - Map

  @Test func `a map that is not UTF-8`() throws {
    try folder.write(Data([0x61, 0x3A, 0xFF]), to: "map.yml")
    try refusal.expect("analyze", "log.ndjson", "--map", "map.yml", message: "map.yml: the app map is not UTF-8; save it as UTF-8")
  }

  // MARK: - Store

  @Test func `something else in the place of a store`() throws {
    func message(_ file: String) -> String { "\(file): not a navaudit store; name a navigation.sqlite, or run `navaudit analyze \(file)` if this is a log" }
    try DatabaseQueue(path: folder.path("other.sqlite")).write { try $0.execute(sql: "CREATE TABLE mine (text)") }
    try refusal.expect("report", "other.sqlite", message: message("other.sqlite"))
    try refusal.expectUnchanged(["ingest", "log.ndjson", "--store", "other.sqlite"], message: message("other.sqlite"))
  }

  @Test(arguments: [
    (9, "store version 9 is newer than this navaudit supports (8); use a newer navaudit"),
    (0, "store version 0 is older than this navaudit supports (8); ingest the logs again"),
  ])
  func `a store of another version`(version: Int, message: String) throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try DatabaseQueue(path: folder.path("app.sqlite")).write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try refusal.expect("report", "app.sqlite", message: "app.sqlite: \(message)")
    try refusal.expectUnchanged(["ingest", "log.ndjson", "--store", "app.sqlite"], message: "app.sqlite: \(message)")
  }

  @Test func `a store with another key`() throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite", "--key", "one")
    let message = "app.sqlite: the store has another key; leave --key out, or name the key it was made with"
    // Even if there is nothing new to add.
    try refusal.expectUnchanged(["ingest", "log.ndjson", "--store", "app.sqlite", "--key", "two"], message: message)
    try folder.write(RandomLog(seed: 2).lines.ndjson, to: "more.ndjson")
    try refusal.expectUnchanged(["ingest", "more.ndjson", "--store", "app.sqlite", "--key", "two"], message: message)
    #expect(try refusal.navaudit("ingest", "more.ndjson", "--store", "app.sqlite", "--key", "one").status == 0)
    #expect(try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite").status == 0)
  }

  @Test func `a store that is cut off`() throws {
    try refusal.navaudit("ingest", Fixtures.file("conformance/shop-full/log.ndjson.zst").path, "--store", "app.sqlite")
    let whole = try folder.data("app.sqlite")
    try folder.write(whole.prefix(whole.count / 2 / 4096 * 4096), to: "cut.sqlite")
    let outcome = try refusal.navaudit("report", "cut.sqlite", "--output", "New")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("navaudit: cut.sqlite: the store is damaged ("))
    #expect(!folder.exists("New"))
  }

  @Test(
    arguments: sampled([
      // Truncated; another event instead of one; a changed byte in the checksum; missing.
      "UPDATE session_path SET events = substr(events, 1, 12) WHERE session_id = 2",
      "UPDATE session_path SET events = CAST((SELECT substr(events, 1, 20) FROM session_path WHERE session_id = 3) || substr(events, 21) AS BLOB) WHERE session_id = 2",
      "UPDATE session_path SET events = CAST(substr(events, 1, length(events) - 1) || x'0000' AS BLOB) WHERE session_id = 2",
      "DELETE FROM session_path WHERE session_id = 2",
    ]))
  func `a session whose events are damaged`(damage: String) throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try DatabaseQueue(path: folder.path("app.sqlite")).write { try $0.execute(sql: damage) }
    try refusal.expect(
      "report", "app.sqlite",
      message: "app.sqlite: the store is damaged (the events of a session cannot be read); ingest the logs again")
  }

  @Test func `rows that are missing where others need them`() throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try DatabaseQueue(path: folder.path("app.sqlite")).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM user WHERE id = (SELECT max(id) FROM user)")
    }
    let message = "app.sqlite: the store is damaged (some of its rows are missing); ingest the logs again"
    try refusal.expect("report", "app.sqlite", message: message)
    try refusal.expectUnchanged(["baseline", "app.sqlite", "--output", "baseline.json"], message: message)
  }

  @Test func `a report that cannot be written leaves the store as it was`() throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try folder.write("mine", to: "taken")
    try refusal.expectUnchanged(
      ["report", "app.sqlite", "--output", "taken", "--sessions", "--gap", "1m"],
      message: "taken: is a file; name a folder for the reports")
  }
}
