import GRDB
import NavigationModel

/// The tables of the store and their versions.
enum Schema {
  /// The version of new stores: `PRAGMA user_version` of the file. A change of the tables is a new version with a migration. 6: `judged_run` and
  /// `finding_history`. 7: what `meta` says of its settings.
  static let version = 7
  /// The oldest version that is migrated.
  static let oldestVersion = 6
  /// `PRAGMA application_id` of the file: "NAVA".
  static let applicationID = 0x4E41_5641

  /// Append only, never change: each migration runs once, in its own transaction.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(identifier(of: 6)) { db in
      try db.execute(sql: String(decoding: PackageResources.Schema_sql, as: UTF8.self))
      for kind in StepKind.allCases {
        try db.execute(
          sql: "INSERT INTO step_kind VALUES (?, ?, ?)", arguments: [kind.rawValue, kind.word, kind.isForward])
      }
      for kind in Occurrence.Kind.allCases {
        try db.execute(sql: "INSERT INTO occurrence_kind VALUES (?, ?)", arguments: [kind.rawValue, kind.word])
      }
      try db.execute(sql: "INSERT INTO meta VALUES ('schema', '6')")
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 6")
    }
    migrator.registerMigration(identifier(of: 7), foreignKeyChecks: .immediate) { db in
      try db.execute(sql: String(decoding: PackageResources.Schema7_sql, as: UTF8.self))
      try db.execute(sql: "UPDATE meta SET value = '7' WHERE key = 'schema'; PRAGMA user_version = 7")
    }
    return migrator
  }

  /// The migration that leads to a version.
  static func identifier(of version: Int) -> String { version == 6 ? "1" : String(version) }
}
