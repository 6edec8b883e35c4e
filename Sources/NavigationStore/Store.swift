import Foundation
import GRDB
import NavigationModel

/// `navigation.sqlite`: the model of a log, for people with any SQLite tool and for later runs.
///
/// Errors of all functions are ``StoreError``.
package final class Store: Sendable {
  package let path: String
  let queue: DatabaseQueue

  private init(path: String, queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
  }

  package static let usualCache = 64 << 20

  /// A new store. Nothing is saved from a crash: make it in a temporary place and move it when it is done.
  /// - Parameter cache: memory for pages of the file, bytes.
  package static func create(at path: String, cache: Int = usualCache) throws -> Store {
    try connect(to: path) { configuration in
      configuration.prepareDatabase { db in
        try db.execute(
          sql: "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -\(cache >> 10)")
      }
    }
  }

  /// An existing store or, where `createsIfMissing`, a new one, that keeps its state whatever happens.
  package static func open(_ path: String, createsIfMissing: Bool, isReadOnly: Bool = false, cache: Int = usualCache) throws -> Store {
    if !FileManager.default.fileExists(atPath: path), !createsIfMissing { throw StoreError.missing(path: path) }
    return try connect(to: path, mayBeEmpty: createsIfMissing) { configuration in
      configuration.readonly = isReadOnly
      configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = -\(cache >> 10)") }
    }
  }

  private static func connect(
    to path: String, mayBeEmpty: Bool = true, _ configure: (inout Configuration) -> Void
  ) throws -> Store {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.allowsUnsafeTransactions = true
    configuration.label = "navigation store"
    configure(&configuration)
    return try translatingErrors(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { db in
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if tables == 0 && mayBeEmpty { return }
        guard application == Schema.applicationID else { throw StoreError.notAStore(path: path) }
        guard version == Schema.version else {
          throw StoreError.otherVersion(path: path, found: version, expected: Schema.version)
        }
      }
      if !configuration.readonly { try Schema.migrator.migrate(queue) }
      return Store(path: path, queue: queue)
    }
  }

  /// Removes a store that was never finished, with its journal.
  package static func remove(_ path: String) {
    for file in [path, path + "-journal", path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
  }

  static func translatingErrors<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  func access<T>(_ body: (Database) throws -> T) throws -> T {
    try Self.translatingErrors(path) { try queue.unsafeReentrantWrite(body) }
  }

  // MARK: - Transactions

  /// Holds the store for this run alone, until ``commit()`` or ``rollback()``.
  package func begin() throws { try access { try $0.beginTransaction(.immediate) } }
  package func commit() throws { try access { try $0.commit() } }
  package func rollback() { try? access { if $0.isInsideTransaction { try $0.rollback() } } }
  package func close() throws { try Self.translatingErrors(path) { try queue.close() } }

  // MARK: - What made the store

  /// The keys of the `meta` table.
  package enum MetaKey: String {
    case tool, appMap = "app_map", gap = "gap_us", pseudonymKey = "pseudonym_key", infersStructure = "infers_structure", forgottenEvents = "forgotten_events"
  }

  package func meta(_ key: MetaKey) throws -> String? {
    try access { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue]) }
  }

  package func setMeta(_ key: MetaKey, _ value: String) throws {
    try access {
      try $0.execute(
        sql: "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        arguments: [key.rawValue, value])
    }
  }

  // MARK: - Sources

  /// A log file that was taken in.
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
      name: String, digest: String, format: String, bytes: Int, lines: Int, events: Int, withoutZone: Int, rejections: [String: Int]
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
        sql: "INSERT INTO source (name, digest, format, bytes, lines, events, without_zone) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          source.name, source.digest, source.format, source.bytes, source.lines, source.events, source.withoutZone,
        ])
      let id = db.lastInsertedRowID
      for (reason, lines) in source.rejections.sorted(by: { $0.key < $1.key }) {
        try db.execute(sql: "INSERT INTO rejection VALUES (?, ?, ?)", arguments: [id, reason, lines])
      }
    }
  }

  /// The sources in the order in which they were taken in.
  package func sources() throws -> [Source] {
    try access { db in
      try Row.fetchAll(db, sql: "SELECT * FROM source ORDER BY id").map { row in
        let id: Int64 = row["id"]
        let rejections = try Row.fetchAll(db, sql: "SELECT reason, lines FROM rejection WHERE source_id = ?", arguments: [id])
        return Source(
          name: row["name"], digest: row["digest"], format: row["format"], bytes: row["bytes"], lines: row["lines"],
          events: row["events"], withoutZone: row["without_zone"],
          rejections: Dictionary(uniqueKeysWithValues: rejections.map { ($0["reason"], $0["lines"]) }))
      }
    }
  }
}
