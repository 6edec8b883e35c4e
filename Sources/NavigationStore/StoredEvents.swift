import GRDB
import GRDBSQLite
import NavigationModel

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
