import Foundation
import GRDB
import NavigationModel
import TestSupport
import Testing

/// A store of each earlier version is migrated when it is opened. For a new version, commit a store of the one before: `gzip -9 -n` of
/// `navaudit analyze s.ndjson --map SampleLogs/navaudit.yml --key k`, with the first 400 lines of the sample log as `s.ndjson`.
@Suite("Stores of earlier versions")
struct StoreMigrationTests {
  static let (oldest, current) = (6, 8)

  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    try folder.copy(Fixtures.sample("navaudit.yml"), to: "navaudit.yml")
    try folder.write(Self.log.get(), to: "s.ndjson")
  }

  private static let log = Result {
    let start = try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")).gunzipped(size: 64 << 20).prefix(200_000)
    return Data(start.split(separator: UInt8(ascii: "\n"), maxSplits: 400).prefix(400).joined(separator: [UInt8(ascii: "\n")]))
  }

  private func copyStore(_ version: Int, to name: String) throws {
    try folder.write(Data(contentsOf: Fixtures.file("stores/version-\(version).sqlite.gz")).gunzipped(size: 8 << 20), to: name)
    #expect(try self.version(of: name) == version)
  }

  private func version(of name: String) throws -> Int? {
    try DatabaseQueue(path: folder.path(name)).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  @Test(arguments: oldest..<current)
  func `a store is migrated, and has the same reports`(version: Int) throws {
    try navaudit("analyze", "s.ndjson", "--key", "k", "--output", "Now", "--quiet")
    #expect(try self.version(of: "Now/navigation.sqlite") == Self.current)
    try copyStore(version, to: "old.sqlite")
    let outcome = try navaudit("report", "old.sqlite", "--output", "Old", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try differences(folder.tables(of: "Old"), folder.tables(of: "Now")) == [])
    #expect(try self.version(of: "old.sqlite") == Self.current)
    // Its structure is that of a new one.
    func structure(_ name: String) throws -> [String] {
      try DatabaseQueue(path: folder.path(name)).read { try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name") }
    }
    #expect(try structure("old.sqlite") == structure("Now/navigation.sqlite"))
    let meta = try DatabaseQueue(path: folder.path("old.sqlite")).read { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'schema'") }
    #expect(meta == String(Self.current))
  }

  @Test(arguments: sampled(Array(oldest...current)))
  func `the kinds in a store are those of the model`(version: Int) throws {
    if version < Self.current { try copyStore(version, to: "store.sqlite") }
    #expect(try navaudit("ingest", "s.ndjson", "--store", "store.sqlite").status == 0)
    let (steps, occurrences) = try DatabaseQueue(path: folder.path("store.sqlite")).read { db in
      (
        try String.fetchAll(db, sql: "SELECT id || ' ' || word || ' ' || is_forward FROM step_kind ORDER BY id"),
        try String.fetchAll(db, sql: "SELECT id || ' ' || word FROM occurrence_kind ORDER BY id")
      )
    }
    #expect(steps == StepKind.allCases.map { "\($0.rawValue) \($0.word) \($0.isForward ? 1 : 0)" })
    #expect(occurrences == Occurrence.Kind.allCases.map { "\($0.rawValue) \($0.word)" })
  }

  @Test(arguments: sampled(Array(oldest..<current)))
  func `every command takes it`(version: Int) throws {
    for arguments in [
      ["baseline", "old.sqlite", "--output", "b.json"], ["ingest", "s.ndjson", "--store", "old.sqlite"],
      ["compare", "old.sqlite", "s.ndjson", "--users", "different", "--output", "Comparison"],
    ] {
      try copyStore(version, to: "old.sqlite")
      let outcome = try navaudit.run(arguments)
      #expect(outcome.status == 0, "\(arguments[0]): \(outcome.errors)")
      #expect(try self.version(of: "old.sqlite") == Self.current, "\(arguments[0])")
    }
    try copyStore(version, to: "Reports/navigation.sqlite")
    #expect(try navaudit("analyze", "s.ndjson", "--output", "Reports", "--quiet").status == 0)
    #expect(try self.version(of: "Reports/navigation.sqlite") == Self.current)
  }

  @Test(arguments: sampled(Array(oldest..<current)))
  func `a changed one is refused, and stays as it is`(version: Int) throws {
    try copyStore(version, to: "old.sqlite")
    try DatabaseQueue(path: folder.path("old.sqlite")).write { try $0.execute(sql: "DROP VIEW step; CREATE VIEW step AS SELECT 1") }
    let outcome = try navaudit("report", "old.sqlite", "--output", "New")
    #expect(outcome.status == 2 && outcome.errors.contains("old.sqlite: `step` was added or changed since navaudit wrote the store"))
    #expect(try self.version(of: "old.sqlite") == version)
  }
}
