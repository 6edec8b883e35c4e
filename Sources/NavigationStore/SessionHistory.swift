import GRDB
import GRDBSQLite
import NavigationModel

/// A store's existing data on people, as far as new events can change it.
///
/// A new event can change the session with its session id, or sessions without an id within the gap
/// (``SessionLimits``). It can also be a duplicate, or replace an event with the same id, whose session is then looked
/// up. All other sessions stay, except for their numbers. So a day of logs costs as much as the sessions of that day,
/// whatever the store holds of earlier days.
package struct SessionHistory: Sendable {
  private let store: Store
  private let names: StoredNames
  private let segments: SegmentTable
  /// The limits of the store's sessions. If a long pause split the sessions of an id, an event with that id touches all
  /// of them.
  private let limits: SessionLimits

  package init(_ store: Store, names table: NameTable, segments: SegmentTable, limits: SessionLimits) throws {
    self.store = store
    self.segments = segments
    self.limits = limits
    names = try StoredNames(store, table: table)
  }

  struct Stored: Hashable {
    let id: Int64
    let number: Int
    let start: Int64
  }

  /// The sessions of a person that new events touch.
  package struct Touched {
    /// Whether the store has any data on the person.
    package fileprivate(set) var isKnown = false
    fileprivate var sessions: [Stored] = []
    /// The last of the other sessions; nil if there are none.
    fileprivate var lastOther: Stored?

    package var ids: [Int64] { sessions.map(\.id) }
  }

  /// Prepends the stored events of the sessions that are touched by `events`, the new events of one person in any
  /// order.
  package func addStored(to events: inout [Event], of person: Pseudonym, user: UInt32) throws -> Touched {
    try store.access { db in
      let id = Int64(bitPattern: person.rawValue)
      var touched = Touched()
      guard let last = try sessions(db, "ORDER BY number DESC LIMIT 1", of: id).first else { return touched }
      touched.isKnown = true
      touched.sessions = try self.touched(by: events, of: id, db)
      var stored = try self.events(of: touched.sessions, user: user, db)
      if try !holds(stored, all: repeatedIDs(among: events, of: id, db)) {
        touched.sessions = try sessions(db, "ORDER BY number", of: id)
        stored = try self.events(of: touched.sessions, user: user, db)
      }
      touched.lastOther = try lastOther(than: touched.sessions, last: last, of: id, db)
      if !stored.isEmpty {
        stored.append(contentsOf: events)
        events = stored
      }
      return touched
    }
  }

  /// Sessions of a person.
  /// - Parameter rest: of the query; `numbers` are its values.
  private func sessions(_ db: Database, _ rest: String, of person: Int64, _ numbers: Int64...) throws -> [Stored] {
    var sessions: [Stored] = []
    try db.cachedStatement(sql: "SELECT id, number, start_us FROM session WHERE user_id = ? \(rest)").forEachRow(
      [person] + numbers
    ) { row in
      sessions.append(try stored(row))
      return true
    }
    return sessions
  }

  private func stored(_ row: StatementRow) throws -> Stored {
    guard 1...(1 << 40) ~= row.number(1), Store.times ~= row.number(2) else {
      throw store.damaged("a session has a number or a time that is none")
    }
    return Stored(id: row.number(0), number: Int(row.number(1)), start: row.number(2))
  }

  /// The sessions that the events may belong to, in the order of their numbers.
  private func touched(by events: [Event], of person: Int64, _ db: Database) throws -> [Stored] {
    var found: Set<Stored> = []
    for session in Set(events.lazy.map(\.session)) where session != 0 {
      found.formUnion(try sessions(db, "AND app_session = ?", of: person, Int64(bitPattern: session)))
    }
    // Events without an id that are within the gap of each other are looked up together.
    let times = events.lazy.filter { $0.session == 0 }.map(\.time).sorted()
    let before = try db.cachedStatement(
      sql: """
        SELECT id, number, start_us, end_us FROM session WHERE user_id = ? AND app_session = 0 AND start_us <= ? ORDER \
        BY start_us DESC
        """)
    var first = times.startIndex
    while first < times.endIndex {
      var last = first
      while last + 1 < times.endIndex, times[last + 1] - times[last] <= limits.gap { last += 1 }
      try before.forEachRow([person, times[last] + limits.gap]) { row in
        // Sessions without an id do not overlap, so they are also ordered by their ends.
        if row.number(3) < times[first] - limits.gap { return false }
        found.insert(try stored(row))
        return true
      }
      first = last + 1
    }
    return found.sorted { $0.number < $1.number }
  }

  private func events(of sessions: [Stored], user: UInt32, _ db: Database) throws -> [Event] {
    var events: [Event] = []
    let statement = try db.cachedStatement(
      sql:
        "SELECT \(SessionEvents.columns) FROM session AS s JOIN session_path AS p ON p.session_id = s.id WHERE s.id = ?"
    )
    for session in sessions {
      try statement.forEachRow([session.id]) { row in
        try store.decode(
          row.bytes(4), of: SessionEvents(row, at: 0), user: user, names: names, segments: segments, into: &events)
        return true
      }
    }
    return events
  }

  /// The ids of new events that may be in the store (with very few false positives).
  private func repeatedIDs(among events: [Event], of person: Int64, _ db: Database) throws -> Set<UInt64> {
    var new: [UInt32: UInt64] = [:]
    var ambiguous: Set<UInt64> = []
    for event in events where event.id != 0 {
      if let other = new.updateValue(event.id, forKey: UInt32(truncatingIfNeeded: event.id)), other != event.id {
        ambiguous.formUnion([other, event.id])
      }
    }
    if new.isEmpty { return [] }
    var repeated = ambiguous
    // A few bits suffice to exclude most ids of the store.
    var bits = [Bool](repeating: false, count: 1 << 12)
    for id in new.keys { bits[Int(id & 0xFFF)] = true }
    let statement = try db.cachedStatement(sql: "SELECT ids FROM event_id WHERE user_id = ?")
    try statement.forEachRow([person]) { row in
      let bytes = row.bytes(0)
      for offset in stride(from: 0, to: bytes.count / 4 * 4, by: 4) {
        let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        if bits[Int(half & 0xFFF)], let id = new[half] { repeated.insert(id) }
      }
      return true
    }
    return repeated
  }

  private func holds(_ events: [Event], all ids: Set<UInt64>) -> Bool {
    ids.isEmpty || ids.isSubset(of: events.lazy.map(\.id))
  }

  /// The last session of a person that is not touched.
  private func lastOther(than touched: [Stored], last: Stored, of person: Int64, _ db: Database) throws -> Stored? {
    let numbers = Set(touched.map(\.number))
    var number = last.number
    while numbers.contains(number) { number -= 1 }
    return try sessions(db, "AND number = ?", of: person, Int64(number)).first
  }

  /// The numbers of a person's rebuilt sessions, and the other sessions with new numbers.
  /// - Parameter starts: the start of each rebuilt session, in order.
  package func number(_ starts: [Int64], of person: Pseudonym, _ touched: Touched) throws -> (
    numbers: [Int], renumbered: [(id: Int64, number: Int)]
  ) {
    guard let last = touched.lastOther else { return (starts.indices.map { $0 + 1 }, []) }
    if starts.allSatisfy({ $0 > last.start }), touched.sessions.allSatisfy({ $0.number > last.number }) {
      return (starts.indices.map { last.number + 1 + $0 }, [])
    }
    let ids = Set(touched.ids)
    let others = try store.access { db in
      try sessions(db, "ORDER BY number", of: Int64(bitPattern: person.rawValue)).filter { !ids.contains($0.id) }
    }
    return Self.merge(starts, others, touched.sessions)
  }

  /// Numbers sessions in the order of their starts. On ties, sessions with a lower number in the store come first, and
  /// new ones last.
  private static func merge(_ starts: [Int64], _ others: [Stored], _ touched: [Stored]) -> (
    numbers: [Int], renumbered: [(id: Int64, number: Int)]
  ) {
    var numbers: [Int] = []
    var renumbered: [(id: Int64, number: Int)] = []
    var other = others.startIndex
    func placeOthers(before start: Int64, _ number: Int) {
      while other < others.endIndex, (others[other].start, others[other].number) < (start, number) {
        let new = other + numbers.count + 1
        if new != others[other].number { renumbered.append((others[other].id, new)) }
        other += 1
      }
    }
    for start in starts {
      placeOthers(before: start, touched.first { $0.start == start }?.number ?? .max)
      numbers.append(other + numbers.count + 1)
    }
    placeOthers(before: .max, .max)
    return (numbers, renumbered)
  }
}
