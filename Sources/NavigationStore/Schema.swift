import GRDB
import NavigationModel

/// The tables of a store.
enum Schema {
  /// The version of the tables, `PRAGMA user_version` of the file: another form of them is another version. Stores of
  /// other versions are refused.
  static let version = 12
  /// `PRAGMA application_id` of the file: "NAVA".
  static let applicationID = 0x4E41_5641

  /// Makes the tables in an empty file.
  static func make(_ db: Database) throws {
    try db.execute(sql: String(decoding: PackageResources.Schema_sql, as: UTF8.self))
    for kind in StepKind.allCases {
      try db.execute(
        sql: "INSERT INTO step_kind VALUES (?, ?, ?)", arguments: [kind.rawValue, kind.word, kind.isForward])
    }
    for kind in Occurrence.Kind.allCases {
      try db.execute(sql: "INSERT INTO occurrence_kind VALUES (?, ?)", arguments: [kind.rawValue, kind.word])
    }
    try db.execute(
      sql: """
        INSERT INTO meta VALUES ('schema', '\(version)');
        PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)
        """)
  }

  /// Fills the table `about` from the comments of the schema: the first line of each table and view, then a line for
  /// each column, its unit in brackets.
  static func describe(_ db: Database) throws {
    let objects = try Row.fetchAll(
      db,
      sql: "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND sql LIKE '%-- %' ORDER BY name")
    let insert = try db.makeStatement(sql: "INSERT INTO about VALUES (?, ?, ?, ?)")
    for object in objects {
      let (name, sql): (String, String) = (object["name"], object["sql"])
      let lines = sql.split(separator: "\n").compactMap { line in
        let comment = line.drop(while: \.isWhitespace)
        return comment.hasPrefix("-- ") ? String(comment.dropFirst(3)) : nil
      }
      for (index, line) in lines.enumerated() {
        let column = index == 0 ? nil : column.firstMatch(in: line)
        try insert.execute(arguments: [name, column?[1], column?[2], column.map { $0[3] } ?? line])
      }
    }
  }

  private static let column: Pattern = #"^(\w+)(?: \[([^\]]*)\])?: (.*)$"#
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

  private static let own = Result {
    try DatabaseQueue().inDatabase { db in
      try Schema.make(db)
      return try objects(of: db)
    }
  }
}
