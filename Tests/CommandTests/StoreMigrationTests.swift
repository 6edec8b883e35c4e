import Foundation
import GRDB
import NavigationModel
import TestSupport
import Testing

/// A store of each earlier version becomes one of today's when it is opened; `Tests/Fixtures/cases/commands/growth.txt`
/// has what its reports say.
@Suite("Stores of earlier versions")
struct StoreMigrationTests {
  static let (oldest, current) = (6, 10)
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  private func texts(_ sql: String, in store: String) throws -> [String] {
    try DatabaseQueue(path: folder.path(store)).read { try String.fetchAll($0, sql: sql) }
  }

  @Test(arguments: sampled(Array(oldest..<current)))
  func `its structure is that of a new one, and its kinds are those of the model`(version: Int) throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("ingest", "log.ndjson", "--store", "new.sqlite")
    try folder.write(
      Data(contentsOf: Fixtures.file("stores/version-\(version).sqlite.gz")).gunzipped(size: 8 << 20), to: "old.sqlite")
    #expect(try texts("PRAGMA user_version", in: "old.sqlite") == ["\(version)"])
    #expect(try navaudit("ingest", "log.ndjson", "--store", "old.sqlite").status == 0)
    for store in ["new.sqlite", "old.sqlite"] {
      #expect(try texts("PRAGMA user_version", in: store) == ["\(Self.current)"])
      #expect(
        try texts("SELECT id || ' ' || word || ' ' || is_forward FROM step_kind ORDER BY id", in: store)
          == StepKind.allCases.map { "\($0.rawValue) \($0.word) \($0.isForward ? 1 : 0)" })
      #expect(
        try texts("SELECT id || ' ' || word FROM occurrence_kind ORDER BY id", in: store)
          == Occurrence.Kind.allCases.map { "\($0.rawValue) \($0.word)" })
    }
    let structure = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    #expect(try texts(structure, in: "old.sqlite") == texts(structure, in: "new.sqlite"))
  }
}
