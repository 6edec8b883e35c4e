import GRDB
import GRDBSQLite
import NavigationModel
import Synchronization

/// The people of a store with all of their events, read block by block in the order of pseudonyms.
package struct StoredPeople: Sendable {
  package struct Block: Sendable {
    package let index: Int
    /// The number of people in the previous blocks, and in stores that are read before.
    package let peopleBefore: Int
    package fileprivate(set) var people: [Person] = []
    fileprivate var bytes: [UInt8] = []
  }

  package struct Person: Sendable {
    package let pseudonym: Pseudonym
    package let half: UserHalf
    fileprivate var sessions: [(events: SessionEvents, bytes: Range<Int>)] = []
  }

  private let store: Store
  private let names: StoredNames
  private let segments: SegmentTable
  /// The number of bytes in a full block, some twenty per event.
  private let blockBytes: Int
  private let peopleBefore: Int

  private struct State {
    var index = 0
    var people: Int
    /// Ids are ordered as signed integers, pseudonyms as unsigned ones: the ids of the lower half come first.
    var isUpperHalf = false
    /// All people up to this id were read; nil at the start of a half.
    var last: Int64?
  }

  /// - Parameters:
  ///   - blockEvents: the approximate number of events in a block.
  ///   - peopleBefore: the number of people in stores that are read before.
  package init(_ store: Store, names table: NameTable, segments: SegmentTable, blockEvents: Int, peopleBefore: Int = 0)
    throws
  {
    self.store = store
    self.segments = segments
    self.peopleBefore = peopleBefore
    names = try StoredNames(store, table: table)
    blockBytes = blockEvents * 20
  }

  /// Hands out the blocks from the first on, to any number of threads; nil at the end. Rewriting people from earlier
  /// blocks does not affect it.
  package func blocks() -> @Sendable () throws -> Block? {
    let state = Mutex(State(people: peopleBefore))
    return { try state.withLock { try next(&$0) } }
  }

  private func next(_ state: inout State) throws -> Block? {
    var block = Block(index: state.index, peopleBefore: state.people)
    repeat {
      try store.access { try read(into: &block, &state, $0) }
      if !block.people.isEmpty {
        state.index += 1
        state.people += block.people.count
        return block
      }
      if state.isUpperHalf { return nil }
      state.isUpperHalf = true
      state.last = nil
    } while true
  }

  private func read(into block: inout Block, _ state: inout State, _ db: Database) throws {
    let upTo: Int64 = state.isUpperHalf ? -1 : .max
    let from: Int64
    if let last = state.last {
      if last == upTo { return }
      from = last + 1
    } else {
      from = state.isUpperHalf ? .min : 0
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT s.user_id, \(SessionEvents.columns) FROM session AS s LEFT JOIN session_path AS p ON p.session_id = s.id
        WHERE s.user_id BETWEEN ? AND ? ORDER BY s.user_id, s.number
        """)
    var last = state.last
    try statement.forEachRow([from, upTo]) { row in
      let id = row.number(0)
      if id != last {
        if !block.people.isEmpty, block.bytes.count >= blockBytes { return false }
        block.people.append(Person(pseudonym: Pseudonym(rawValue: UInt64(bitPattern: id)), half: try half(of: id, db)))
        last = id
      }
      let start = block.bytes.count
      block.bytes.append(contentsOf: row.bytes(5))
      block.people[block.people.count - 1].sessions.append(
        (SessionEvents(row, at: 1), start..<block.bytes.count))
      return true
    }
    state.last = last
  }

  private func half(of id: Int64, _ db: Database) throws -> UserHalf {
    var half: UserHalf?
    try db.cachedStatement(sql: "SELECT half FROM user WHERE id = ?").forEachRow([id]) { row in
      half = UInt8(exactly: row.number(0)).flatMap(UserHalf.init)
      return false
    }
    guard let half else { throw store.damaged("some of its rows are missing") }
    return half
  }

  /// Loads the events of a person of a block into `buffer`, session by session.
  package func events(of person: Person, in block: Block, user: UInt32, into buffer: inout [Event]) throws {
    buffer.removeAll(keepingCapacity: true)
    try block.bytes.withUnsafeBytes { bytes in
      for session in person.sessions {
        try store.decode(
          UnsafeRawBufferPointer(rebasing: bytes[session.bytes]), of: session.events, user: user, names: names,
          segments: segments, into: &buffer)
      }
    }
  }
}

package struct StoredNames: Sendable {
  /// The run's names by the store's ids.
  private var names: [Name?] = [.unknown]
  /// Names with ids far beyond the others, which our stores never have.
  private var farNames: [UInt64: Name] = [:]
  /// The names that are lists. Before navaudit wrote lists as JSON, they were names joined with bars.
  private var lists: Set<Name> = []
  private let table: NameTable
  /// Bytes: of a name so many are read, and escapes in a list of names make six of one.
  private static let longest = 6 * LongName.limit + 64

  package init(_ store: Store, table: NameTable) throws {
    self.table = table
    (names, farNames, lists) = try store.access { db in
      var (names, farNames): ([Name?], [UInt64: Name]) = ([.unknown], [:])
      var lists: Set<Name> = []
      var count = 0
      let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM name ORDER BY id")
      while let row = try rows.next() {
        let id = try store.count("id", of: row)
        guard id > 0 else { throw store.damaged("a name has a number that is none") }
        let text = try store.text("text", of: row)
        let parts = ListText.names(in: text)
        guard text.utf8.count <= (parts.map { max(1, $0.count) } ?? 1) * Self.longest else {
          throw store.damaged("a name is too long")
        }
        let name = table.name(text)
        // The names of a list must be in the table, too.
        if let parts {
          lists.insert(name)
          for part in parts { _ = table.name(part) }
        } else if text.utf8.contains(UInt8(ascii: "|")) {
          for part in Self.partsOfEarlierList(text) { _ = table.name(part) }
        }
        count += 1
        // Ids are consecutive, except for gaps of people who were forgotten.
        if id <= 4 * count + 100_000 {
          while names.count < id { names.append(nil) }
          names.append(name)
        } else {
          farNames[UInt64(id)] = name
        }
      }
      return (names, farNames, lists)
    }
  }

  subscript(id: UInt64) -> Name? { id < UInt64(names.count) ? names[Int(id)] : farNames.isEmpty ? nil : farNames[id] }

  /// The name that is a list of names.
  subscript(list id: UInt64) -> Name? {
    guard let name = self[id], name.isKnown, !lists.contains(name) else { return self[id] }
    return table.list(Self.partsOfEarlierList(table.text(name)))
  }

  private static func partsOfEarlierList(_ text: String) -> [String] {
    text.split(separator: "|", maxSplits: 100).map(String.init)
  }
}
