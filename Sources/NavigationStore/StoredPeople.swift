import GRDB
import NavigationModel
import Synchronization

/// The people of a store with all of their events, read chunk by chunk in the order of pseudonyms. Thread-safe.
package final class StoredPeople: Sendable {
  /// Some people, with the stored events of their sessions.
  package struct Chunk: Sendable {
    package let index: Int
    /// The number of people in the previous chunks, and in stores that are read before.
    package let peopleBefore: Int
    package fileprivate(set) var people: [Person] = []
    fileprivate var bytes: [UInt8] = []
  }

  package struct Person: Sendable {
    package let pseudonym: Pseudonym
    package let half: UserHalf
    /// The ranges of the sessions' events in the bytes of the chunk.
    fileprivate var sessions: [Range<Int>] = []
  }

  private let store: Store
  private let names: StoredNames
  private let segments: SegmentTable
  /// The number of bytes in a full chunk, some twenty per event.
  private let chunkBytes: Int
  private let state: Mutex<State>

  private struct State {
    var index = 0
    var people = 0
    /// Ids are ordered as signed integers, pseudonyms as unsigned ones: the ids of the lower half come first.
    var isUpperHalf = false
    /// All people up to this id were read; nil at the start of a half.
    var last: Int64?
  }

  /// - Parameters:
  ///   - chunkEvents: the approximate number of events in a chunk.
  ///   - peopleBefore: the number of people in stores that are read before.
  package init(_ store: Store, names table: NameTable, segments: SegmentTable, chunkEvents: Int, peopleBefore: Int = 0) throws {
    self.store = store
    self.segments = segments
    state = Mutex(State(people: peopleBefore))
    names = try StoredNames(store, table: table)
    chunkBytes = chunkEvents * 20
  }

  /// The next chunk; nil at the end.
  ///
  /// Rewriting people from earlier chunks does not affect it.
  package func next() throws -> Chunk? {
    try state.withLock { state in
      var chunk = Chunk(index: state.index, peopleBefore: state.people)
      repeat {
        try store.access { try read(into: &chunk, &state, $0) }
        if !chunk.people.isEmpty {
          state.index += 1
          state.people += chunk.people.count
          return chunk
        }
        if state.isUpperHalf { return nil }
        state.isUpperHalf = true
        state.last = nil
      } while true
    }
  }

  private func read(into chunk: inout Chunk, _ state: inout State, _ db: Database) throws {
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
        SELECT s.user_id, p.events FROM session AS s LEFT JOIN session_path AS p ON p.session_id = s.id
        WHERE s.user_id BETWEEN ? AND ? ORDER BY s.user_id, s.number
        """)
    var last = state.last
    try statement.forEachRow(from, upTo) { row in
      let id = row.number(0)
      if id != last {
        if !chunk.people.isEmpty, chunk.bytes.count >= chunkBytes { return false }
        chunk.people.append(Person(pseudonym: Pseudonym(rawValue: UInt64(bitPattern: id)), half: try half(of: id, db)))
        last = id
      }
      let start = chunk.bytes.count
      chunk.bytes.append(contentsOf: row.bytes(1))
      chunk.people[chunk.people.count - 1].sessions.append(start..<chunk.bytes.count)
      return true
    }
    state.last = last
  }

  private func half(of id: Int64, _ db: Database) throws -> UserHalf {
    var half: UserHalf?
    try db.cachedStatement(sql: "SELECT half FROM user WHERE id = ?").forEachRow(id) { row in
      half = UInt8(exactly: row.number(0)).flatMap(UserHalf.init)
      return false
    }
    guard let half else { throw store.damaged("some of its rows are missing") }
    return half
  }

  /// Loads the events of a person of a chunk into `buffer`, session by session.
  package func events(of person: Person, in chunk: Chunk, user: UInt32, into buffer: inout [Event]) throws {
    buffer.removeAll(keepingCapacity: true)
    try chunk.bytes.withUnsafeBytes { bytes in
      for session in person.sessions {
        try store.decode(UnsafeRawBufferPointer(rebasing: bytes[session]), user: user, names: names, segments: segments, into: &buffer)
      }
    }
  }
}
