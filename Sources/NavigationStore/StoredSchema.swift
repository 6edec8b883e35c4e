import GRDB

/// What a file says its tables, indexes, views and triggers are (`sqlite_master`), held against those that navaudit makes.
///
/// A store may come from anybody. Before anything is read from its tables, they must be ours to the letter: no view in the place of a table, no
/// generated column, no trigger that would run when a report is recorded.
struct StoredSchema {
  private struct Object: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// The first of ours that is missing or different; nil where all are as they should be.
  private(set) var changed: String?
  /// The names of what somebody has added, in order.
  private(set) var added: [String] = []
  /// The first of what was added that could run or be looked into without being asked for.
  private(set) var harmful: String?

  /// - Throws: `DatabaseError`.
  init(of db: Database) throws {
    let objects = try Self.objects(of: db)
    let own = try Self.own.get()
    changed = own.first { object in !objects.contains(object) }?.name
    let known = Set(own)
    for object in objects where !known.contains(object) {
      added.append(object.name)
      let isOnOurs = object.type == "index" && own.contains { $0.table == object.table }
      let isVirtual = object.type == "table" && object.sql.uppercased().hasPrefix("CREATE VIRTUAL")
      if object.type == "trigger" || isOnOurs || isVirtual { harmful = harmful ?? object.name }
    }
  }

  /// What a new store has, in order. Without what SQLite adds itself: indexes of keys and statistics.
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

  /// The names of the tables that navaudit makes.
  static var tables: Result<[String], any Error> { own.map { $0.filter { $0.type == "table" }.map(\.name) } }

  /// What navaudit makes.
  private static let own = Result {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue)
    return try queue.inDatabase(objects)
  }
}
