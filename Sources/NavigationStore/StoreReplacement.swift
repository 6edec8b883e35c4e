import Foundation
import GRDB
import GRDBSQLite

extension Store {
  /// Holds the store at a path exclusively, while `body` replaces it with a new one. Only a store that `analyze` or
  /// `map` made is replaced.
  ///
  /// Otherwise the journal of another process that is about to write to the old store, or was killed while writing,
  /// could be taken for that of the new one and rolled back into it.
  package static func replacing<T>(_ path: String, waiting: StoreWaiting, by body: () throws -> T) throws -> T {
    guard FileManager.default.fileExists(atPath: path) else { return try body() }
    while true {
      try expectReplaceable(path, waiting: waiting)
      let held: DatabaseQueue?
      do {
        held = try connection(path, waiting, "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        throw StoreError(error, path: path)
      } catch {
        // Read-only: nobody can write to it.
        held = nil
      }
      waiting.end()
      if let held, held.inDatabase(hasMoved) { continue }
      try held?.inDatabase { try expectReplaceable($0, path) }
      for journal in files.dropFirst() { unlink(path + journal) }
      return try withExtendedLifetime(held, body)
    }
  }

  /// Whether the file of a connection is no longer at the path where it was opened.
  static func hasMoved(_ db: Database) -> Bool {
    var hasMoved: CInt = 0
    return sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK
      && hasMoved != 0
  }

  /// Checks that `navaudit analyze` or `navaudit map` may put a new store at a path.
  /// - Throws: ``StoreError`` if anything other than a store that one of them made is there.
  package static func expectReplaceable(_ path: String, waiting: StoreWaiting) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notReplaceable(path, "is a link, a folder or a device") }
    defer { waiting.end() }
    do {
      try connection(path, waiting, "PRAGMA query_only = ON").inDatabase { try expectReplaceable($0, path) }
    } catch let error as DatabaseError {
      switch StoreError(error, path: path) {
      case .notAStore: throw notReplaceable(path, "is not a navaudit store")
      case .damaged: throw notReplaceable(path, "is damaged")
      case let error: throw error
      }
    }
  }

  private static func notReplaceable(_ path: String, _ why: String) -> StoreError {
    .refused(path: path, why: "\(why), so it is not replaced; move it away, or name another place")
  }

  static func expectReplaceable(_ db: Database, _ path: String) throws {
    func refuse(_ why: String) -> StoreError { notReplaceable(path, why) }
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw refuse("is not a navaudit store")
    }
    guard try Int.fetchOne(db, sql: "PRAGMA user_version") == Schema.version else {
      throw refuse("is a store of another navaudit version")
    }
    let schema = try StoredSchema(of: db)
    if let changed = schema.changed { throw refuse("has a changed `\(changed)`") }
    if let added = schema.added.first { throw refuse("contains `\(added)`, which navaudit did not create") }
    switch try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [MetaKey.maker.rawValue]) {
    case StoreMaker.analyze.rawValue, StoreMaker.map.rawValue: return
    case StoreMaker.ingest.rawValue:
      throw StoreError.refused(
        path: path,
        why:
          """
          a store filled by `navaudit ingest`, so it is not replaced; name another place, or ingest the logs and run \
          `navaudit report \(path)`
          """)
    default: throw refuse("does not say what made it")
    }
  }
}

/// The command that makes a store, which determines what may replace it.
package enum StoreMaker: String, Sendable {
  /// The model next to a folder of reports: each `navaudit analyze` makes a new one.
  case analyze
  /// The model of some of the users next to their state: each `navaudit map --store` makes a new one.
  case map
  /// A store that grows with each `navaudit ingest`. Nothing replaces it.
  case ingest
}
