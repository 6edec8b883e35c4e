import Foundation
import GRDB

/// The command that makes a store, which determines what may replace it.
package enum StoreMaker: String, Sendable {
  /// The model next to a folder of reports: each `navaudit analyze` makes a new one.
  case analyze
  /// The model of some of the users next to their state: each `navaudit map --store` makes a new one.
  case map
  /// A store that grows with each `navaudit ingest`. Nothing replaces it.
  case ingest
}

extension Store {
  /// Checks that `navaudit analyze` or `navaudit map` may put a new store at a path.
  /// - Throws: ``StoreError`` if anything other than a store that one of them made is there.
  package static func expectReplaceable(_ path: String, waiting: StoreWaiting) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StoreError.notReplaceable(path: path, why: "is a link, a folder or a device") }
    defer { waiting.end() }
    do {
      try connection(path, waiting, "PRAGMA query_only = ON").inDatabase { try expectReplaceable($0, path) }
    } catch let error as DatabaseError {
      switch StoreError(error, path: path) {
      case .notAStore: throw StoreError.notReplaceable(path: path, why: "is not a navaudit store")
      case .damaged: throw StoreError.notReplaceable(path: path, why: "is damaged")
      case let error: throw error
      }
    }
  }

  static func expectReplaceable(_ db: Database, _ path: String) throws {
    func refuse(_ why: String) -> StoreError { .notReplaceable(path: path, why: why) }
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else { throw refuse("is not a navaudit store") }
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard Schema.oldestVersion...Schema.version ~= version else { throw refuse("is a store of another navaudit version") }
    let schema = try StoredSchema(of: db, version: version)
    if let changed = schema.changed { throw refuse("has a changed `\(changed)`") }
    if let added = schema.added.first { throw refuse("contains `\(added)`, which navaudit did not create") }
    switch try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [MetaKey.maker.rawValue]) {
    case StoreMaker.analyze.rawValue, StoreMaker.map.rawValue: return
    case StoreMaker.ingest.rawValue: throw StoreError.ingested(path: path)
    default: throw refuse("does not say what made it")
    }
  }
}
