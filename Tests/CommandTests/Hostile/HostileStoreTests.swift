import Foundation
import GRDB
import TestSupport
import Testing

/// Stores made by others: one line and status 2, or a report; never a crash, and no foreign code runs.
@Suite("Hostile stores")
struct HostileStoreTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: folder.path("app.sqlite")).writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test(
    arguments: sampled(
      [
        ("CREATE TRIGGER copy AFTER INSERT ON finding BEGIN DELETE FROM session; END", "copy"),
        ("CREATE INDEX slow ON name (hex(zeroblob(1000)) || text)", "slow"),
        ("ALTER TABLE segment ADD COLUMN more TEXT AS (zeroblob(1000000000))", "segment"),
        ("DROP VIEW daily", "daily"),
      ], to: 2))
  func `a schema that is not ours`(sql: String, name: String) throws {
    try change(sql)
    let commands = [
      ["report", "app.sqlite"], ["ingest", "log.ndjson", "--store", "app.sqlite"], ["baseline", "app.sqlite"], ["forget", "user-1", "--store", "app.sqlite"],
    ]
    for arguments in sampled(commands, to: 2) {
      try refusal.expectUnchanged(
        arguments, message: "app.sqlite: `\(name)` was added or changed since navaudit wrote the store; undo that, or ingest the logs again")
    }
  }

  @Test func `tables of the user are left alone, but nobody is forgotten beside them`() throws {
    try change("CREATE TABLE mine (text); CREATE VIEW my_view AS SELECT * FROM session")
    #expect(try refusal.navaudit("report", "app.sqlite", "--output", "o").status == 0)
    try refusal.expectUnchanged(
      ["forget", "user-1", "--store", "app.sqlite"],
      message: "app.sqlite: contains `mine`, which navaudit did not create and which may hold copies of people's data; nobody was removed; drop it first")
  }

  @Test(
    arguments: sampled(
      [
        "UPDATE meta SET value = '9223372036854775807' WHERE key = 'gap_us'", "UPDATE source SET events = 9223372036854775807",
        "INSERT INTO rejection VALUES (1, 'a', 9223372036854775807), (1, 'b', 9223372036854775807)",
        "UPDATE meta SET value = 'x' WHERE key = 'gap_us'", "INSERT INTO meta VALUES ('forgotten_events', '9223372036854775807')",
      ], every: 2))
  func `numbers that no log has`(sql: String) throws {
    try change(sql)
    let before = try refusal.state
    let outcome = try refusal.navaudit("report", "app.sqlite", "--output", "o")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: app.sqlite: the store is damaged ("))
    #expect(differences(before, try refusal.state) == [])
  }

  @Test func `names with ids far apart take no memory for the gaps`() throws {
    try change(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700) INSERT INTO name SELECT 1000000000 * i, 'n' || i FROM n")
    #expect(try refusal.navaudit("report", "app.sqlite", "--output", "o").status == 0)
    #expect(try refusal.navaudit("forget", "user-1", "--store", "app.sqlite").status == 0)
  }

  // MARK: - Truncated logs

  @Test(arguments: [("[\n{\"a\": 1},\n", 2), ("]", 0)])
  func `a JSON array without its end`(end: String, status: Int32) throws {
    let lines = String(decoding: Fixtures.smallLog().ndjson, as: UTF8.self).split(separator: "\n").joined(separator: ",\n")
    try folder.write("[" + lines + (status == 0 ? "]" : ""), to: "array.json")
    let outcome = try refusal.navaudit("analyze", "array.json", "--output", "o")
    #expect(outcome.status == status)
    guard status != 0 else { return }
    #expect(outcome.errors.hasPrefix("navaudit: array.json: is truncated ("))
    #expect(try refusal.navaudit("analyze", "array.json", "--output", "o", "--allow", "truncated").status == 0)
    #expect(try folder.text("o/log_quality.csv").contains("\ntruncated,1,"))
  }
}
