import Foundation
import GRDB

/// The measures of all sessions of a store, kept in it so that a report on the same sessions need not work them out again. For the store they are bytes.
///
/// They go as soon as sessions are written or removed.
extension Store {
  /// A number that changes when another process changes the store.
  package func revision() throws -> Int { try access(Self.revision) }

  private static func revision(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }

  /// Keeps measures, unless the sessions may be others by now.
  /// - Parameters:
  ///   - tool: what has worked them out: nothing else takes them.
  ///   - revision: of the store when they were worked out.
  package func keep(measures: Data, by tool: String, at revision: Int) throws {
    try access { db in
      try db.inSavepoint {
        try Self.dropMeasures(db)
        // The store is this run's alone now.
        guard try Self.revision(db) == revision else { return .rollback }
        var bytes = [UInt8](measures)
        Checksum.append(to: &bytes, from: 0)
        try db.execute(sql: "INSERT INTO measures VALUES (?, ?)", arguments: [tool, Data(bytes)])
        return .commit
      }
    }
  }

  package func keepsMeasures(by tool: String) throws -> Bool {
    try access { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM measures WHERE tool = ?)", arguments: [tool]) ?? false }
  }

  /// The measures that a tool has kept; nil where there are none.
  package func keptMeasures(by tool: String) throws -> Data? {
    try access { db in
      guard let bytes = try Data.fetchOne(db, sql: "SELECT content FROM measures WHERE tool = ?", arguments: [tool]) else { return nil }
      return try bytes.withUnsafeBytes { bytes in
        guard let content = Checksum.checked(bytes) else { throw damaged("the measures that were kept cannot be read") }
        return Data(content)
      }
    }
  }

  static func dropMeasures(_ db: Database) throws { try db.execute(sql: "DELETE FROM measures") }

  /// Looks whether the events of all sessions are those that were written, without making anything of them.
  package func checkEvents() throws {
    try access { db in
      let events = try db.cachedStatement(sql: "SELECT p.events FROM session AS s LEFT JOIN session_path AS p ON p.session_id = s.id")
      try events.forEachRow { row in
        guard Checksum.checked(row.bytes(0)) != nil else { throw damaged("the events of a session cannot be read") }
        return true
      }
    }
  }
}
