import Foundation
import GRDB
import GRDBSQLite

extension Store {
  /// Holds the store at a path exclusively, while `body` replaces it with a new one.
  ///
  /// Only a store that `analyze` or `map` made is replaced.
  ///
  /// Otherwise the journal of another process that is about to write to the old store, or was killed while writing, could be taken for that of the new one
  /// and rolled back into it.
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
      for journal in ["-journal", "-wal", "-shm"] { unlink(path + journal) }
      return try withExtendedLifetime(held, body)
    }
  }

  /// Whether the file of a connection is no longer at the path where it was opened.
  static func hasMoved(_ db: Database) -> Bool {
    var hasMoved: CInt = 0
    return sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }
}
