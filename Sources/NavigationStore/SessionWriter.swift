import GRDB
import GRDBSQLite
import NavigationModel
import Synchronization

/// Writes sessions into a store, in the order of users, whatever the order in which threads deliver them.
///
/// The thread that delivers the next block writes it, and the blocks queued after it; the others continue working.
package final class SessionWriter: Sendable {
  package let ids: NameIDs
  private let store: Store
  /// The id of this run in the table `event_id`.
  private let run: Int64
  private let names: Names
  private let queue = Mutex(Queue())
  private let segmentIDs: Mutex<[Segment: Int64]>

  /// The number of blocks that may be queued.
  fileprivate static let patience = 4

  private struct Queue {
    var waiting: [Int: [PersonRows]] = [:]
    var next = 0
    var isWriting = false
    /// Threads that are too far ahead, by the block that they will make next.
    var ahead: [Int: CheckedContinuation<Void, any Error>] = [:]

    /// Removes and returns those that may continue.
    mutating func takeReady() -> [CheckedContinuation<Void, any Error>] {
      ahead.keys.filter { !isTooFarAhead($0) }.compactMap { ahead.removeValue(forKey: $0) }
    }

    func isTooFarAhead(_ block: Int) -> Bool { block - next > SessionWriter.patience }
  }

  /// - Parameter store: inside a transaction, with the sources of this run in it.
  package init(_ store: Store, names: Names) throws {
    self.store = store
    self.names = names
    try store.access { try Store.dropMeasures($0) }
    ids = NameIDs(try store.access { try Self.addNames(names, $0) })
    segmentIDs = Mutex(try store.access { try Self.segments(names, $0) })
    run = try store.access { try Int64.fetchOne($0, sql: "SELECT max(id) FROM source") ?? 0 }
  }

  /// Assigns ids to names that are new to the store, in text order.
  private static func addNames(_ names: Names, _ db: Database) throws -> [Int64] {
    var ids = [Int64](repeating: 0, count: names.texts.count)
    var last: Int64 = 0
    let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM name")
    while let row = try rows.next() {
      let id: Int64 = row[0]
      let text: String = row[1]
      last = max(last, id)
      if let name = names.name(text) { ids[Int(name.rawValue)] = id }
    }
    let insert = try db.makeStatement(sql: "INSERT INTO name VALUES (?, ?)")
    for name in names.ordered((1..<UInt32(names.texts.count)).lazy.map(Name.init(rawValue:)))
    where ids[Int(name.rawValue)] == 0 {
      last += 1
      ids[Int(name.rawValue)] = last
      try insert.execute(arguments: [last, names[name]])
    }
    return ids
  }

  /// The ids of the store's segments, by the run's names.
  private static func segments(_ names: Names, _ db: Database) throws -> [Segment: Int64] {
    var found: [Segment: Int64] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT * FROM segment") {
      var segment = Segment()
      for dimension in Segment.dimensions {
        if case .string(let text) = (row[dimension.word] as DatabaseValue).storage {
          segment[keyPath: dimension.path] = names.name(text) ?? .unknown
        }
      }
      found[segment] = Int64.fromDatabaseValue(row["id"])
    }
    return found
  }

  package var nextBlock: Int { queue.withLock { $0.next } }

  /// Waits until a block is not too far ahead of the writer, because queued blocks take memory.
  /// - Throws: `CancellationError` if the task is canceled meanwhile, for example because another thread failed to
  ///   write.
  package func waitForTurn(of block: Int) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = queue.withLock { queue in
          if Task.isCancelled { return .failure(CancellationError()) }
          guard queue.isTooFarAhead(block) else { return .success(()) }
          queue.ahead[block] = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      queue.withLock { $0.ahead.removeValue(forKey: block) }?.resume(throwing: CancellationError())
    }
  }

  /// - Parameter block: blocks are numbered from 0, without gaps.
  package func put(_ people: [PersonRows], block: Int) throws {
    let isWriter = queue.withLock { queue in
      queue.waiting[block] = people
      if queue.isWriting { return false }
      queue.isWriting = true
      return true
    }
    guard isWriter else { return }
    while let (people, ready) = queue.withLock({ queue -> ([PersonRows], [CheckedContinuation<Void, any Error>])? in
      guard let people = queue.waiting.removeValue(forKey: queue.next) else {
        queue.isWriting = false
        return nil
      }
      queue.next += 1
      return (people, queue.takeReady())
    }) {
      for continuation in ready { continuation.resume() }
      try store.access { try write(people, $0) }
    }
  }

  private func write(_ people: [PersonRows], _ db: Database) throws {
    let addPerson = try db.cachedStatement(
      sql: """
        INSERT INTO user VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name \
        WHERE excluded.name IS NOT NULL
        """)
    let drop = try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?")
    let dropAll = try db.cachedStatement(sql: "DELETE FROM session WHERE user_id = ?")
    let renumber = try db.cachedStatement(sql: "UPDATE session SET number = ? WHERE id = ?")
    let addIDs = try BulkInsert(db, table: "event_id", columns: 3)
    let addSession = try BulkInsert(db, table: "session", columns: 16)
    let addPath = try BulkInsert(db, table: "session_path", columns: 5)
    for person in people {
      let id = Int64(bitPattern: person.person.rawValue)
      try addPerson.execute(arguments: [id, person.name, person.half.rawValue])
      for session in person.dropped ?? [] { try drop.execute(arguments: [session]) }
      if person.dropped == nil { try dropAll.execute(arguments: [id]) }
      for (session, number) in person.renumbered { try renumber.execute(arguments: [number, session]) }
      if !person.eventIDs.isEmpty {
        try person.eventIDs.map { $0.littleEndian }.withUnsafeBytes { ids in
          addIDs.bind(id)
          addIDs.bind(run)
          addIDs.bind(blob: ids, 0..<ids.count)
          try addIDs.insert()
        }
      }
      for row in person.sessions {
        let figures = row.figures
        addSession.bindNull()
        addSession.bind(id)
        addSession.bind(Int64(row.session.number))
        addSession.bind(Int64(bitPattern: row.appSession))
        addSession.bind(row.session.start)
        addSession.bind(row.session.end)
        addSession.bind(try segmentID(row.session.segment, db))
        addSession.bind(Int64(row.session.events))
        addSession.bind(Int64(figures.steps))
        addSession.bind(Int64(figures.visits))
        addSession.bind(Int64(figures.depth))
        addSession.bind(Int64(figures.tabSwitches))
        addSession.bind(Int64(figures.moreItems))
        addSession.bind(Int64(figures.menuOpens))
        addSession.bind(Int64(figures.menuItems))
        addSession.bind(Int64(figures.backs))
        try addSession.insert()
        try person.bytes.withUnsafeBytes { bytes in
          addPath.bind(db.lastInsertedRowID)
          addPath.bind(row.unit.rawValue)
          addPath.bind(blob: bytes, row.events)
          addPath.bind(text: bytes, row.steps)
          addPath.bind(text: bytes, row.occurrences)
          try addPath.insert()
        }
      }
    }
  }

  private func segmentID(_ segment: Segment, _ db: Database) throws -> Int64 {
    if let id = segmentIDs.withLock({ $0[segment] }) { return id }
    let texts = Segment.dimensions.map { dimension -> String? in
      let name = segment[keyPath: dimension.path]
      return name.isKnown ? names[name] : nil
    }
    try db.execute(
      sql:
        """
        INSERT INTO segment (platform, os_version, app_version, device, width, locale, variant) VALUES (?, ?, ?, ?, \
        ?, ?, ?)
        """,
      arguments: StatementArguments(texts))
    let id = db.lastInsertedRowID
    segmentIDs.withLock { $0[segment] = id }
    return id
  }
}

/// A prepared `INSERT` whose values are bound by index, without an argument array for each row: for tables with one row
/// per session.
private final class BulkInsert {
  private let statement: Statement
  private var index: Int32 = 0
  /// Of the first value of the row that could not be bound.
  private var failure = SQLITE_OK

  init(_ db: Database, table: String, columns: Int) throws {
    let placeholders = Array(repeating: "?", count: columns).joined(separator: ", ")
    statement = try db.cachedStatement(sql: "INSERT INTO \(table) VALUES (\(placeholders))")
  }

  private var raw: SQLiteStatement { statement.sqliteStatement }

  @inline(__always)
  private func bindNext(_ bind: (Int32) -> Int32) {
    index += 1
    let code = bind(index)
    if code != SQLITE_OK, failure == SQLITE_OK { failure = code }
  }

  func bindNull() { bindNext { sqlite3_bind_null(raw, $0) } }
  func bind(_ number: Int64) { bindNext { sqlite3_bind_int64(raw, $0, number) } }

  /// The bytes must stay valid until ``insert()`` is done.
  func bind(text bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    bindNext { sqlite3_bind_text64(raw, $0, start, UInt64(text.count), nil, UInt8(SQLITE_UTF8)) }
  }

  /// The same.
  func bind(blob bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    let start = UnsafeRawBufferPointer(rebasing: bytes[range]).baseAddress
    bindNext { sqlite3_bind_blob64(raw, $0, start, UInt64(range.count), nil) }
  }

  /// Inserts the row.
  /// - Throws: also if one of its values is too long for SQLite.
  func insert() throws {
    let failure = failure
    index = 0
    self.failure = SQLITE_OK
    guard failure == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: failure), message: String(cString: sqlite3_errstr(failure)))
    }
    let code = sqlite3_step(raw)
    sqlite3_reset(raw)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(raw))))
    }
  }
}
