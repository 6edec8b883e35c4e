import GRDB
import NavigationModel

/// The tables of the store and their versions.
enum Schema {
  /// Raise it when the tables change; `PRAGMA user_version` of the file. 6: `judged_run` and `finding_history`.
  static let version = 6
  /// `PRAGMA application_id` of the file: "NAVA".
  static let applicationID = 0x4E41_5641

  /// Append only, never change: each migration runs once, in its own transaction.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: String(decoding: PackageResources.Schema_sql, as: UTF8.self))
      for kind in StepKind.allCases {
        try db.execute(
          sql: "INSERT INTO step_kind VALUES (?, ?, ?)", arguments: [kind.rawValue, kind.word, kind.isForward])
      }
      for kind in Occurrence.Kind.allCases {
        try db.execute(sql: "INSERT INTO occurrence_kind VALUES (?, ?)", arguments: [kind.rawValue, kind.word])
      }
      try db.execute(sql: "INSERT INTO meta VALUES ('schema', '\(version)')")
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
    return migrator
  }
}
