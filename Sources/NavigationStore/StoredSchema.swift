import GRDB

/// The tables, indexes, views and triggers of a file (`sqlite_master`), compared with those that navaudit makes.
///
/// A store may come from anybody. Before its tables are read, they must match ours exactly: no view in place of a table, no
/// generated column, no trigger that would run when a report is recorded.
struct StoredSchema {
  private struct Object: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// The first of our objects that is missing or different; nil if all are as expected.
  private(set) var changed: String?
  /// The names of added objects, in order.
  private(set) var added: [String] = []
  /// The first added object that could execute or be read implicitly.
  private(set) var harmful: String?

  /// - Parameter version: the version of navaudit's tables to compare with.
  /// - Throws: `DatabaseError`.
  init(of db: Database, version: Int = Schema.version) throws {
    let objects = try Self.objects(of: db)
    let own = try version == Schema.version ? Self.own.get() : Self.own(version: version)
    changed = own.first { object in !objects.contains(object) }?.name
    let known = Set(own)
    for object in objects where !known.contains(object) {
      added.append(object.name)
      let isOnOurs = object.type == "index" && own.contains { $0.table == object.table }
      let isVirtual = object.type == "table" && object.sql.uppercased().hasPrefix("CREATE VIRTUAL")
      if object.type == "trigger" || isOnOurs || isVirtual { harmful = harmful ?? object.name }
    }
  }

  /// The objects of a new store, in order, without those that SQLite adds: indexes of keys and statistics.
  private static func objects(of db: Database) throws -> [Object] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(coalesce(sql, '') AS TEXT) FROM sqlite_master
        WHERE name NOT IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4') AND NOT (sql IS NULL AND name GLOB 'sqlite_autoindex_*') ORDER BY name, type
        """
    ).map { row in
      func text(_ column: Int) -> String { (row[column] as DatabaseValue).storage.value as? String ?? "" }
      return Object(type: text(0), name: text(1), table: text(2), sql: text(3))
    }
  }

  /// The names of navaudit's tables.
  static var tables: Result<[String], any Error> { own.map { $0.filter { $0.type == "table" }.map(\.name) } }

  /// navaudit's objects.
  private static let own = Result { try own(version: Schema.version) }

  private static func own(version: Int) throws -> [Object] {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue, upTo: Schema.identifier(of: version))
    return try queue.inDatabase(objects)
  }
}
