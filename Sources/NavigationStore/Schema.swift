import GRDB

enum Schema {
  /// The version of new stores: `PRAGMA user_version` of the file. A change of the tables is a new version with a
  /// migration. 7: what `meta` says of its settings. 8: without the findings of earlier runs. 9: events with their
  /// sequence (``EventCoding``), and the view of occurrences with all outcomes. 10: what the last report says, and what
  /// each column means.
  static let version = 10
  static let oldestVersion = 6
  /// `PRAGMA application_id` of the file: "NAVA".
  static let applicationID = 0x4E41_5641

  /// Append only, never change: each migration runs once, in its own transaction.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(identifier(of: 6)) { db in
      try db.execute(sql: String(decoding: PackageResources.Schema_sql, as: UTF8.self))
      // As they were in version 6: another kind is another migration.
      try db.execute(
        sql: """
          INSERT INTO step_kind VALUES (0, 'entry', 1), (1, 'tab', 1), (2, 'more', 1), (3, 'more_item', 1), (4, \
          'menu_item', 1), (5, 'push', 1),
            (6, 'modal', 1), (7, 'link', 1), (8, 'back', 0), (9, 'reselect', 0);
          INSERT INTO occurrence_kind VALUES (0, 'tab_select'), (1, 'tab_reselect'), (2, 'tab_blocked'), (3, \
          'kept_state_return'), (4, 'more_open'),
            (5, 'more_abandoned'), (6, 'menu_open'), (7, 'menu_select'), (8, 'menu_abandoned'), (9, 'back_at_root'), \
            (10, 'gesture'), (11, 'tap'),
            (12, 'badge'), (13, 'tabs_shown'), (14, 'tabs_edit'), (15, 'rotate'), (16, 'task_start'), (17, 'task_end');
          """)
      try db.execute(sql: "INSERT INTO meta VALUES ('schema', '6')")
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 6")
    }
    let later = [
      (7, PackageResources.Schema7_sql), (8, PackageResources.Schema8_sql), (9, PackageResources.Schema9_sql),
      (10, PackageResources.Schema10_sql),
    ]
    for (version, sql) in later {
      migrator.registerMigration(identifier(of: version), foreignKeyChecks: .immediate) { db in
        try db.execute(sql: String(decoding: sql, as: UTF8.self))
        if version >= 10 { try describe(db) }
        try db.execute(
          sql: "UPDATE meta SET value = '\(version)' WHERE key = 'schema'; PRAGMA user_version = \(version)")
      }
    }
    return migrator
  }

  /// Fills the table `about` from the comments of the schema: the first line of each table and view, then a line for
  /// each column, its unit in brackets.
  private static func describe(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM about")
    let objects = try Row.fetchAll(
      db,
      sql: "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND sql LIKE '%-- %' ORDER BY name")
    for object in objects {
      let (name, sql): (String, String) = (object["name"], object["sql"])
      let lines = sql.split(separator: "\n").compactMap { $0.firstMatch(of: /^\s*-- (.*)$/).map { String($0.1) } }
      for (index, line) in lines.enumerated() {
        let column = index == 0 ? nil : line.firstMatch(of: /^(\w+)(?: \[([^\]]*)\])?: (.*)$/)
        try db.execute(
          sql: "INSERT INTO about VALUES (?, ?, ?, ?)",
          arguments: [
            name, column.map { String($0.1) }, column?.2.map { String($0) }, column.map { String($0.3) } ?? line,
          ])
      }
    }
  }

  static func identifier(of version: Int) -> String { version == 6 ? "1" : String(version) }
}

/// The tables, indexes, views and triggers of a file (`sqlite_master`), compared with those that navaudit makes.
///
/// A store may come from anybody. Before its tables are read, they must match ours exactly: no view in place of a
/// table, no generated column, no trigger that would run when a report is recorded.
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
        SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(coalesce(sql, '') AS TEXT) FROM \
        sqlite_master
        WHERE name NOT IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4') AND NOT (sql IS NULL AND name GLOB \
        'sqlite_autoindex_*') ORDER BY name, type
        """
    ).map { row in
      func text(_ column: Int) -> String { (row[column] as DatabaseValue).storage.value as? String ?? "" }
      return Object(type: text(0), name: text(1), table: text(2), sql: text(3))
    }
  }

  /// The names of navaudit's tables.
  static var tables: Result<[String], any Error> { own.map { $0.filter { $0.type == "table" }.map(\.name) } }

  private static let own = Result { try own(version: Schema.version) }

  private static func own(version: Int) throws -> [Object] {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue, upTo: Schema.identifier(of: version))
    return try queue.inDatabase(objects)
  }
}
