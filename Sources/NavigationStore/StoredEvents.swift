import GRDB
import NavigationModel

/// What a store and a run call the same things.
struct StoredNames {
  /// The run's names by the store's ids.
  private(set) var names: [Int64: Name] = [0: .unknown]

  init(_ db: Database, table: NameTable) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM name")
    while let row = try rows.next() {
      let text: String = row[1]
      names[row[0]] = table.name(text)
    }
  }
}

extension Store {
  /// The people in the store, in the order of their pseudonyms.
  package func people() throws -> [Pseudonym] {
    try access { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM user").map { Pseudonym(rawValue: UInt64(bitPattern: $0)) }.sorted()
    }
  }

  /// The events of some people, or of all, in the order of their sessions.
  /// - Parameters:
  ///   - numbers: the user number of each person that is wanted.
  ///   - isEveryone: whether these are all people of the store, so that it is read from end to end.
  package func events(
    of numbers: [(person: Pseudonym, number: UInt32)], isEveryone: Bool, names table: NameTable, segments: SegmentTable
  ) throws -> [Event] {
    try access { db in
      let names = try StoredNames(db, table: table).names
      var events: [Event] = []
      var isSound = true
      func take(_ row: Row, user: UInt32, column: Int) throws {
        let decoded = try row.withUnsafeData(atIndex: column) { data in
          data?.withUnsafeBytes {
            EventCoding.decode($0, user: user, name: { names[Int64(bitPattern: $0)] }, segment: segments.id, into: &events)
          }
        }
        isSound = isSound && decoded == true
      }
      if isEveryone {
        let known = Dictionary(numbers.map { (Int64(bitPattern: $0.person.rawValue), $0.number) }, uniquingKeysWith: { first, _ in first })
        let rows = try Row.fetchCursor(
          db, sql: "SELECT s.user_id, p.events FROM session AS s JOIN session_path AS p ON p.session_id = s.id ORDER BY s.id")
        while let row = try rows.next() {
          if let user = known[row[0]] { try take(row, user: user, column: 1) }
        }
      } else {
        let statement = try db.makeStatement(
          sql: """
            SELECT p.events FROM session AS s JOIN session_path AS p ON p.session_id = s.id WHERE s.user_id = ? ORDER BY s.number
            """)
        for (person, number) in numbers {
          let rows = try Row.fetchCursor(statement, arguments: [Int64(bitPattern: person.rawValue)])
          while let row = try rows.next() { try take(row, user: number, column: 0) }
        }
      }
      guard isSound else { throw StoreError.damaged(path: path, detail: "the events of a session cannot be read") }
      return events
    }
  }
}
