import GRDB
import NavigationModel

extension Store {
  package func holds(_ person: Pseudonym) throws -> Bool {
    try exists("user WHERE id = ?", [Int64(bitPattern: person.rawValue)])
  }

  /// Removes people with all of their data: sessions, paths, ids of events; and what the last report says and measured,
  /// which counted them. Removed data is overwritten. Inside a transaction; ``removeUnusedNames()`` and, after
  /// it, ``rewrite()`` remove the rest.
  /// - Returns: what was removed with them.
  package func forget(_ people: [Pseudonym]) throws -> (sessions: Int, events: Int) {
    try access { db in
      // Tables that others added may hold copies.
      if let added = try StoredSchema(of: db).added.first {
        throw StoreError.refused(
          path: path,
          why:
            """
            contains `\(added)`, which navaudit did not create and which may hold copies of people's data; nobody \
            was removed; drop it first
            """)
      }
      // This takes effect at once, even within a transaction.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      var forgotten = (sessions: 0, events: 0)
      for person in people {
        let id = Int64(bitPattern: person.rawValue)
        if let row = try Row.fetchOne(
          db, sql: "SELECT count(*), CAST(total(events) AS INTEGER) FROM session WHERE user_id = ?", arguments: [id])
        {
          forgotten.sessions += row[0]
          forgotten.events &+= row[1]
        }
        // Cascades: paths with their sessions, sessions and ids with the user.
        try db.execute(sql: "DELETE FROM user WHERE id = ?", arguments: [id])
      }
      try Self.dropReport(db)
      try Self.dropMeasures(db)
      return forgotten
    }
  }

  /// Removes names and segments without sessions. Inside a transaction.
  package func removeUnusedNames() throws {
    try access { db in
      var used: Set<Int> = []
      var events: [Event] = []
      func take(_ id: UInt64) -> Name? {
        guard id < 1 << 32 else { return nil }
        used.insert(Int(id))
        return .unknown
      }
      let paths = try db.cachedStatement(
        sql: "SELECT \(SessionEvents.bytes), p.steps, p.occurrences FROM session_path AS p")
      try paths.forEachRow { row in
        events.removeAll(keepingCapacity: true)
        guard let bytes = Checksum.checked(row.bytes(0)),
          EventCoding.decode(bytes, user: 0, name: take, segment: { _ in .none }, into: &events)
        else {
          throw damaged("the events of a session cannot be read")
        }
        Self.addNumbers(of: row.bytes(1), at: PersonRows.namesOfStep, to: &used)
        Self.addNumbers(of: row.bytes(2), at: PersonRows.namesOfOccurrence, to: &used)
        return true
      }
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM name") where !used.contains(Int(id)) {
        try db.execute(sql: "DELETE FROM name WHERE id = ?", arguments: [id])
      }
      try db.execute(sql: "DELETE FROM segment WHERE id NOT IN (SELECT segment_id FROM session)")
    }
  }

  /// Collects the ids of names in a JSON array of arrays of integers, at some indices of each.
  private static func addNumbers(of json: UnsafeRawBufferPointer, at indices: Set<Int>, to used: inout Set<Int>) {
    var index = 0
    var number: Int?
    for byte in json {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if indices.contains(index) { number = (number ?? 0) &* 10 &+ Int(byte - UInt8(ascii: "0")) }
      case UInt8(ascii: "-"): break
      default:
        if let id = number, 0..<1 << 32 ~= id { used.insert(id) }
        number = nil
        index = byte == UInt8(ascii: ",") ? index + 1 : 0
      }
    }
  }

  package func holdsName(_ text: String) throws -> Bool { try exists("name WHERE text = ?", [text]) }

  /// Rewrites the file, so that removed data is neither in free pages nor in the write-ahead log. Outside of
  /// transactions.
  package func rewrite() throws {
    try access { db in
      try db.execute(sql: "VACUUM")
      // Its first cell says that another process was in the way.
      let isBusy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 1
      if isBusy { throw StoreError.busy(path: path) }
      try db.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [MetaKey.rewritePending.rawValue])
    }
  }
}
