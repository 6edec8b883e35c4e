import GRDB

/// The tables of the store and their versions.
enum Schema {
  /// The version of new stores: `PRAGMA user_version` of the file. A change of the tables is a new version with a migration. 7: what `meta` says of
  /// its settings. 8: without the findings of earlier runs.
  static let version = 8
  /// The oldest version that is migrated.
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
          INSERT INTO step_kind VALUES (0, 'entry', 1), (1, 'tab', 1), (2, 'more', 1), (3, 'more_item', 1), (4, 'menu_item', 1), (5, 'push', 1),
            (6, 'modal', 1), (7, 'link', 1), (8, 'back', 0), (9, 'reselect', 0);
          INSERT INTO occurrence_kind VALUES (0, 'tab_select'), (1, 'tab_reselect'), (2, 'tab_blocked'), (3, 'kept_state_return'), (4, 'more_open'),
            (5, 'more_abandoned'), (6, 'menu_open'), (7, 'menu_select'), (8, 'menu_abandoned'), (9, 'back_at_root'), (10, 'gesture'), (11, 'tap'),
            (12, 'badge'), (13, 'tabs_shown'), (14, 'tabs_edit'), (15, 'rotate'), (16, 'task_start'), (17, 'task_end');
          """)
      try db.execute(sql: "INSERT INTO meta VALUES ('schema', '6')")
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 6")
    }
    migrator.registerMigration(identifier(of: 7), foreignKeyChecks: .immediate) { db in
      try db.execute(sql: String(decoding: PackageResources.Schema7_sql, as: UTF8.self))
      try db.execute(sql: "UPDATE meta SET value = '7' WHERE key = 'schema'; PRAGMA user_version = 7")
    }
    migrator.registerMigration(identifier(of: 8), foreignKeyChecks: .immediate) { db in
      try db.execute(sql: String(decoding: PackageResources.Schema8_sql, as: UTF8.self))
      try db.execute(sql: "UPDATE meta SET value = '8' WHERE key = 'schema'; PRAGMA user_version = 8")
    }
    return migrator
  }

  /// The migration that leads to a version.
  static func identifier(of version: Int) -> String { version == 6 ? "1" : String(version) }
}
