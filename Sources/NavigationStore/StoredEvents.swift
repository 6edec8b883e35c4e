import CXXHash
import GRDB
import GRDBSQLite
import NavigationModel

/// The names of a store, as names of a run.
package struct StoredNames: Sendable {
  /// The run's names by the store's ids.
  private var names: [Name?] = [.unknown]
  /// Names with ids far beyond the others, which our stores never have.
  private var farNames: [UInt64: Name] = [:]

  /// Adds the names of a store to a run's table.
  package init(_ store: Store, table: NameTable) throws {
    (names, farNames) = try store.access { db in
      var (names, farNames): ([Name?], [UInt64: Name]) = ([.unknown], [:])
      var count = 0
      let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM name ORDER BY id")
      while let row = try rows.next() {
        let id = try store.count("id", of: row)
        guard id > 0 else { throw store.damaged("a name has a number that is none") }
        let name = table.name(try store.text("text", of: row))
        count += 1
        // Ids are consecutive, except for gaps of people who were forgotten.
        if id <= 4 * count + 100_000 {
          while names.count < id { names.append(nil) }
          names.append(name)
        } else {
          farNames[UInt64(id)] = name
        }
      }
      return (names, farNames)
    }
  }

  subscript(id: UInt64) -> Name? { id < UInt64(names.count) ? names[Int(id)] : farNames.isEmpty ? nil : farNames[id] }
}

extension Store {
  /// Whether the store has any users.
  package func hasPeople() throws -> Bool { try access { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM user)") ?? false } }

  package func countUsers() throws -> Int { try access { try Int.fetchOne($0, sql: "SELECT count(*) FROM user") ?? 0 } }

  /// The pseudonyms of all users.
  package func pseudonyms() throws -> [Pseudonym] {
    try access { db in
      var found: [Pseudonym] = []
      let ids = try db.cachedStatement(sql: "SELECT id FROM user")
      try ids.forEachRow { row in
        found.append(Pseudonym(rawValue: UInt64(bitPattern: row.number(0))))
        return true
      }
      return found
    }
  }

  /// Whether it holds users as logged.
  package func namesUsers() throws -> Bool {
    try access { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE name IS NOT NULL)") ?? false }
  }

  func damaged(_ detail: String) -> StoreError { StoreError.damaged(path: path, detail: detail) }

  /// Decodes the events of a session.
  func decode(
    _ bytes: UnsafeRawBufferPointer, user: UInt32, names: StoredNames, segments: SegmentTable, into events: inout [Event]
  ) throws {
    guard let bytes = Checksum.checked(bytes), EventCoding.decode(bytes, user: user, name: { names[$0] }, segment: segments.id, into: &events) else {
      throw damaged("the events of a session cannot be read")
    }
  }
}

/// Verifies that the events of a session are unchanged. SQLite checks its own structure, but not the contents.
enum Checksum {
  private static let length = 4

  private static func value(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH3_64bits(bytes.baseAddress, bytes.count)).littleEndian
  }

  /// Appends the checksum of the bytes from `start` on.
  static func append(to bytes: inout [UInt8], from start: Int) {
    let value = bytes.withUnsafeBytes { Self.value(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  /// The bytes without their checksum; nil if it does not match.
  static func checked(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= length else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(length))
    return value(of: content) == bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self) ? content : nil
  }
}

/// The format of event ids in the table `event_id`.
enum EventIDs {
  static func bytes(_ ids: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ids.count * 4)
    for id in ids { withUnsafeBytes(of: id.littleEndian) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (UInt32) -> Void) {
    for index in 0..<(bytes.count / 4) { body(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))) }
  }
}

extension Statement {
  /// Iterates over the rows for some integers, without making a value of each cell.
  func forEachRow(_ numbers: Int64..., body: (StatementRow) throws -> Bool) throws {
    let statement = sqliteStatement
    sqlite3_reset(statement)
    defer { sqlite3_reset(statement) }
    for (index, number) in numbers.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), number) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if try !body(StatementRow(statement: statement)) { return }
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
      }
    }
  }
}

/// The current row of a statement.
struct StatementRow {
  fileprivate let statement: SQLiteStatement

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a cell, valid until the next row.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
  }
}
