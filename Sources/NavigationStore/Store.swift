import Foundation
import GRDB
import NavigationModel
import Synchronization

/// `navigation.sqlite`: the model of a log, for any SQLite tool and for later runs.
///
/// All functions throw ``StoreError``.
package final class Store: Sendable {
  package let path: String
  let queue: DatabaseQueue
  private let waiting: StoreWaiting
  /// Removes the store and its journal, if this run made it. The run must not continue.
  package let removeIfMade: @Sendable () -> Void
  /// The SQL of indexes that are made when the first rows are committed.
  private let laterIndexes = Mutex<[String]>([])
  private let isClosed = Mutex(false)

  /// Whether the file cannot be written to, as on a read-only disk.
  package let isReadOnly: Bool

  private init(
    path: String, queue: DatabaseQueue, waiting: StoreWaiting, isReadOnly: Bool = false,
    removeIfMade: @escaping @Sendable () -> Void = {}
  ) {
    self.path = path
    self.queue = queue
    self.waiting = waiting
    self.isReadOnly = isReadOnly
    self.removeIfMade = removeIfMade
  }

  package static let defaultCache = 64 << 20
  /// The page size of a new store, bytes: a session takes some thousand, and would half fill smaller pages.
  private static let pageSize = 16 << 10

  /// A new store. It is not crash-safe: create it at a temporary path and move it when it is done.
  /// - Parameters:
  ///   - place: its path until then.
  ///   - path: its final path, which errors name.
  ///   - cache: memory for pages of the file, bytes.
  package static func create(at place: String, for path: String? = nil, cache: Int = defaultCache) throws -> Store {
    let waiting = StoreWaiting()
    let path = path ?? place
    return try translatingErrors(path) {
      let queue = try connection(
        place, waiting,
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = \
        -\(cache >> 10)
        """,
        checksReferences: false)
      try queue.inDatabase(makeTables)
      let store = Store(path: path, queue: queue, waiting: waiting)
      try store.deferIndexes()
      try trust(queue)
      return store
    }
  }

  package enum Access {
    case read
    case change
    /// To change one that is made if it does not exist.
    case changeOrMake
  }

  /// Opens a store with crash safety. A new one is held exclusively until it is closed, so nobody else can add data
  /// that ``removeIfMade()`` would lose.
  package static func open(
    _ path: String, for access: Access, cache: Int = defaultCache, waiting: StoreWaiting = StoreWaiting()
  ) throws -> Store {
    try translatingErrors(path) {
      while true {
        let isMissing = !FileManager.default.fileExists(atPath: path)
        if isMissing, access != .changeOrMake { throw StoreError.missing(path: path) }
        try expectFile(path)
        // Even a store that is only read is opened for writing, to roll back what a killed run left half-written.
        let queue = try connection(
          path, waiting, "PRAGMA cache_size = -\(cache >> 10)\(access == .read ? "; PRAGMA query_only = ON" : "")")
        defer { waiting.end() }
        let remove: @Sendable () -> Void = {
          let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
          // There may have been an empty file.
          if isMissing { unlink(path) } else { truncate(path, 0) }
          unlink(path + "-journal")
        }
        var isNew = try queue.inDatabase(isEmpty)
        if isNew, access == .changeOrMake {
          isNew = try making(path, isHeld: false, remove) { try queue.inDatabase(hold) }
        }
        // Another process may have removed or replaced the file meanwhile.
        if queue.inDatabase(hasMoved) { continue }
        if !isNew || access != .changeOrMake {
          // In one transaction: another process may be making it.
          try queue.inDatabase { db in
            try db.inTransaction(.deferred) {
              try expectStore(db, path)
              return .commit
            }
          }
        }
        let isProtected = !isNew && Foundation.access(path, W_OK) != 0
        if isNew { try making(path, isHeld: true, remove) { try queue.inDatabase(makeTables) } }
        try trust(queue)
        return Store(
          path: path, queue: queue, waiting: waiting, isReadOnly: isProtected,
          removeIfMade: { [isNew] in if isNew { remove() } })
      }
    }
  }

  /// Removes a store that cannot be made. Until it is held, another process may be making it.
  private static func making<T>(_ path: String, isHeld: Bool, _ remove: () -> Void, _ work: () throws -> T) throws -> T
  {
    do {
      return try work()
    } catch {
      var status = stat()
      let isIdle = (error as? DatabaseError)?.resultCode != .SQLITE_BUSY
      if isHeld || (isIdle && stat(path, &status) == 0 && status.st_size == 0) { remove() }
      throw error
    }
  }

  /// - Throws: ``StoreError`` if something else than a file is at the path.
  private static func expectFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR:
      throw StoreError.refused(
        path: path, why: "a folder, not a store; to read the logs in it, run `navaudit analyze \(path)`")
    default: throw StoreError.refused(path: path, why: "a device or a pipe, not a store; name a file")
    }
  }

  /// Checks the files beside a store before SQLite rolls them back. A journal may name other files (a super-journal,
  /// for transactions over several databases), which SQLite then deletes; ours never does.
  /// - Throws: ``StoreError`` also for a pipe, a link or a folder.
  private static func expectOwnJournal(of path: String) throws {
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    let file = isLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    for journal in files.dropFirst().map({ file + $0 }) where lstat(journal, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StoreError.refused(path: journal, why: "is no file, as a journal of a store is; move it away")
      }
      guard status.st_size >= journalMagic.count, let content = FileHandle(forReadingAtPath: journal) else { continue }
      defer { try? content.close() }
      try content.seek(toOffset: UInt64(status.st_size) - UInt64(journalMagic.count))
      if try content.read(upToCount: journalMagic.count) == journalMagic {
        throw StoreError.refused(
          path: journal, why: "names another file, which SQLite would delete; navaudit did not write it: move it away")
      }
    }
  }

  /// What SQLite appends to the path of a store for its files.
  package static let files = ["", "-journal", "-wal", "-shm"]
  /// The last bytes of a journal that names a super-journal (SQLite file format, 3.3).
  private static let journalMagic = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])

  /// - Parameter checksReferences: false for a new store, whose rows come in the order of their references.
  static func connection(_ path: String, _ waiting: StoreWaiting, _ pragmas: String, checksReferences: Bool = true)
    throws -> DatabaseQueue
  {
    try expectOwnJournal(of: path)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = checksReferences
    configuration.busyMode = .callback { _ in waiting.wait(for: path) }
    configuration.allowsUnsafeTransactions = true
    configuration.label = "navigation store"
    configuration.prepareDatabase { db in
      // The file may be malicious: until its schema is checked, its views and indexes must not call unsafe functions.
      try db.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA page_size = \(pageSize); \(pragmas)")
    }
    // Avoids names with a special meaning to SQLite, such as `:memory:`.
    return try DatabaseQueue(path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
  }

  /// Enables the store's own views: SQLite considers the JSON operators in them unsafe.
  private static func trust(_ queue: DatabaseQueue) throws {
    try queue.inDatabase { try $0.execute(sql: "PRAGMA trusted_schema = ON") }
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  private static func makeTables(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try Schema.make(db)
      try Schema.describe(db)
      return .commit
    }
  }

  private static func expectStore(_ db: Database, _ path: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw StoreError.notAStore(path: path)
    }
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard version == Schema.version else {
      throw StoreError.otherVersion(path: path, found: version, expected: Schema.version)
    }
    let schema = try StoredSchema(of: db)
    if let name = schema.changed ?? schema.harmful {
      throw StoreError.refused(
        path: path,
        why:
          """
          `\(name)` was added or changed since navaudit wrote the store; undo that, or move the store away and ingest \
          the logs again
          """)
    }
    for table in ["meta", "source", "rejection", "name", "segment"] {
      try expectIntegrity(db, path, of: table)
    }
    let named = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'schema'")
    guard named == String(Schema.version) else {
      throw StoreError.damaged(path: path, detail: "its table meta names another version")
    }
  }

  /// - Parameter part: a table, or the maximum number of errors of all tables.
  private static func expectIntegrity(_ db: Database, _ path: String, of part: String) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(\(part))") ?? ""
    if found == "ok" { return }
    // Headings come first: `*** in database main ***`.
    let detail = found.split(separator: "\n").first { !$0.hasPrefix("***") } ?? "SQLite's checks fail"
    throw StoreError.damaged(path: path, detail: String(detail))
  }

  /// Checks that the store is intact: its structure, its indexes and the types of all cells. Reads the entire file on a
  /// separate connection, so that other work can go on meanwhile, except for writers.
  package func check() throws {
    try Self.translatingErrors(path) {
      defer { waiting.end() }
      try Self.connection(path, waiting, "PRAGMA query_only = ON").inDatabase { db in
        // Checking tables that others added may take any time.
        let added = try StoredSchema(of: db).added
        for part in added.isEmpty ? ["1"] : try StoredSchema.tables.get() {
          try Self.expectIntegrity(db, path, of: part)
        }
        // A misplaced page may be valid in itself, while its rows are missing.
        for table in try StoredSchema.tables.get()
        where try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\(table))") != nil {
          throw StoreError.damaged(path: path, detail: "some of its rows are missing")
        }
      }
    }
  }

  /// Holds an empty database exclusively.
  /// - Returns: whether it is still empty; if not, it is released.
  private static func hold(_ db: Database) throws -> Bool {
    try db.execute(sql: "BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; COMMIT")
    if try isEmpty(db) { return true }
    try db.execute(sql: "PRAGMA locking_mode = NORMAL")
    return false
  }

  static func translatingErrors<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  func access<T>(_ body: (Database) throws -> T) throws -> T {
    defer { waiting.end() }
    return try Self.translatingErrors(path) { try queue.unsafeReentrantWrite(body) }
  }

  // MARK: - Transactions

  /// Begins a read transaction: the run sees the current state until ``rollback()``, and writers wait.
  package func beginReading() throws {
    try access { db in
      try db.beginTransaction(.deferred)
      _ = try Self.isEmpty(db)
    }
  }

  /// Holds the store exclusively, until ``commit()`` or ``rollback()``.
  package func begin() throws { try access { try $0.beginTransaction(.immediate) } }
  package func commit() throws {
    try makeIndexes()
    try access { try $0.commit() }
  }
  package func rollback() { try? access { if $0.isInsideTransaction { try $0.rollback() } } }
  /// Rolls back what is not committed, for a run that must not continue: all that it still does to the store fails.
  package func abandon() {
    isClosed.withLock { if !$0 { queue.interrupt() } }
    try? access { db in
      if db.isInsideTransaction { try db.rollback() }
      try db.execute(sql: "PRAGMA query_only = ON")
    }
  }
  package func close() throws {
    try makeIndexes()
    try isClosed.withLock { isClosed in
      try Self.translatingErrors(path) { try queue.close() }
      isClosed = true
    }
  }

  /// Makes the indexes of a new store when its rows are committed: together, they take less time than row by row.
  private func deferIndexes() throws {
    let indexes = try queue.inDatabase { db in
      let indexes = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      for index in indexes { try db.execute(sql: "DROP INDEX \((index["name"] as String).quotedDatabaseIdentifier)") }
      return indexes.map { $0["sql"] as String }
    }
    laterIndexes.withLock { $0 = indexes }
  }

  private func makeIndexes() throws {
    let indexes = laterIndexes.withLock { indexes in
      defer { indexes = [] }
      return indexes
    }
    if !indexes.isEmpty { try access { db in for sql in indexes { try db.execute(sql: sql) } } }
  }

  // MARK: - Metadata

  package enum MetaKey: String {
    case tool, maker
    case appMap = "app_map"
    case gap = "gap_us"
    case longestPause = "longest_pause_us"
    case pseudonymKey = "pseudonym_key"
    case infersStructure = "infers_structure"
    case forgottenEvents = "forgotten_events"
    case cutSources = "cut_sources"
    case unreadEvents = "unread_events"
    /// There if people were removed, and ``rewrite()`` has not ended since.
    case rewritePending = "rewrite_pending"
  }

  package func meta(_ key: MetaKey) throws -> String? {
    try access { db in
      try Row.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue]).map {
        try text("value", of: $0)
      }
    }
  }

  /// The key of the pseudonyms; nil for a store that has none yet.
  package func pseudonymKey() throws -> PseudonymKey? {
    if let key = try meta(.pseudonymKey).flatMap(PseudonymKey.init(hexadecimal:)) { return key }
    if try hasPeople() { throw damaged("the key of its pseudonyms is missing") }
    return nil
  }

  package func setMeta(_ key: MetaKey, _ value: String) throws {
    try access {
      try $0.execute(
        sql: "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        arguments: [key.rawValue, value])
    }
  }

  /// Keeps a value as JSON: the same value gives the same text in every run.
  package func setMeta(_ key: MetaKey, json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try setMeta(key, String(decoding: encoder.encode(value), as: UTF8.self))
  }

  package func setSessionLimits(_ limits: SessionLimits) throws {
    try setMeta(.gap, String(limits.gap))
    try setMeta(.longestPause, String(limits.longestPause))
  }

  // MARK: - Sources

  /// A log file that was added.
  package struct Source: Sendable {
    package var name: String
    package var digest: String
    package var format: String
    package var bytes: Int
    package var lines: Int
    package var events: Int
    package var withoutZone: Int
    package var rejections: [String: Int]

    package init(
      name: String, digest: String, format: String, bytes: Int, lines: Int, events: Int, withoutZone: Int,
      rejections: [String: Int]
    ) {
      self.name = name
      self.digest = digest
      self.format = format
      self.bytes = bytes
      self.lines = lines
      self.events = events
      self.withoutZone = withoutZone
      self.rejections = rejections
    }
  }

  package func add(_ source: Source) throws {
    try access { db in
      try db.execute(
        sql:
          "INSERT INTO source (name, digest, format, bytes, lines, events, without_zone) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          source.name, source.digest, source.format, source.bytes, source.lines, source.events, source.withoutZone,
        ])
      let id = db.lastInsertedRowID
      for (reason, lines) in source.rejections.sorted(by: { $0.key < $1.key }) {
        try db.execute(sql: "INSERT INTO rejection VALUES (?, ?, ?)", arguments: [id, reason, lines])
      }
    }
  }

  /// The sources, in the order in which they were added.
  package func sources() throws -> [Source] {
    try access { db in
      try Row.fetchAll(db, sql: "SELECT * FROM source ORDER BY id").map { row in
        let id = try count("id", of: row)
        var rejections: [String: Int] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT reason, lines FROM rejection WHERE source_id = ?", arguments: [id])
        {
          rejections[try text("reason", of: row)] = try count("lines", of: row)
        }
        return try Source(
          name: text("name", of: row), digest: text("digest", of: row), format: text("format", of: row),
          bytes: count("bytes", of: row),
          lines: count("lines", of: row), events: count("events", of: row), withoutZone: count("without_zone", of: row),
          rejections: rejections)
      }
    }
  }
}
