import CXXHash
import Foundation
import GRDB

/// The cached measures of all sessions of a store, so that a report on the same sessions need not recompute them. To
/// the store they are opaque bytes.
///
/// They are deleted as soon as sessions are written or removed.
extension Store {
  /// A number that changes when another process changes the store.
  package func revision() throws -> Int { try access(Self.revision) }

  private static func revision(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }

  /// Caches measures, unless the sessions may have changed.
  /// - Parameters:
  ///   - tool: the program that computed them: no other uses them.
  ///   - revision: of the store when they were computed.
  package func keep(measures: Data, by tool: String, at revision: Int) throws {
    try access { db in
      try db.inSavepoint {
        try Self.dropMeasures(db)
        // The store is now exclusively held.
        guard try Self.revision(db) == revision else { return .rollback }
        var bytes = [UInt8](measures)
        Checksum.append(to: &bytes, from: 0)
        try db.execute(
          sql: "INSERT INTO measures VALUES (?, ?, ?)", arguments: [tool, Self.digestOfSessions(db), Data(bytes)])
        return .commit
      }
    }
  }

  package func keepsMeasures(by tool: String) throws -> Bool { try access { try Self.keepsMeasures(by: tool, $0) } }

  /// Whether the only cached measures are a tool's, of the sessions that the store has.
  private static func keepsMeasures(by tool: String, _ db: Database) throws -> Bool {
    let kept = try Row.fetchAll(db, sql: "SELECT tool, sessions FROM measures LIMIT 2")
    return try kept.count == 1 && String.fromDatabaseValue(kept[0]["tool"]) == tool
      && Int64.fromDatabaseValue(kept[0]["sessions"]) == digestOfSessions(db)
  }

  /// A hash of who had which sessions when, from one pass over their table.
  private static func digestOfSessions(_ db: Database) throws -> Int64 {
    var digest: UInt64 = 0
    let sessions = try db.cachedStatement(
      sql: "SELECT id, user_id, number, app_session, start_us, end_us, segment_id, events FROM session ORDER BY id")
    try sessions.forEachRow { row in
      let numbers = (0..<8).map { row.number($0).littleEndian }
      digest = numbers.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, digest) }
      return true
    }
    return Int64(bitPattern: digest)
  }

  /// The measures that a tool cached; nil if there are none of the store's sessions.
  package func keptMeasures(by tool: String) throws -> Data? {
    try access { db in
      guard try Self.keepsMeasures(by: tool, db),
        let bytes = try Data.fetchOne(db, sql: "SELECT content FROM measures WHERE tool = ?", arguments: [tool])
      else { return nil }
      return try bytes.withUnsafeBytes { bytes in
        guard let content = Checksum.checked(bytes) else { throw damaged("the measures that were kept cannot be read") }
        return Data(content)
      }
    }
  }

  static func dropMeasures(_ db: Database) throws { try db.execute(sql: "DELETE FROM measures") }

  /// Checks that the events of all sessions are unchanged, without decoding them.
  package func checkEvents() throws {
    try access { db in
      let events = try db.cachedStatement(
        sql: "SELECT \(SessionEvents.bytes) FROM session AS s LEFT JOIN session_path AS p ON p.session_id = s.id")
      try events.forEachRow { row in
        guard Checksum.checked(row.bytes(0)) != nil else { throw damaged("the events of a session cannot be read") }
        return true
      }
    }
  }
}
