import Foundation
import GRDB
import NavigationModel

package enum StoreValue: Sendable {
  case null
  case text(String)
  case integer(Int)
  case real(Double)

  var databaseValue: any DatabaseValueConvertible {
    switch self {
    case .null: DatabaseValue.null
    case .text(let text): text
    case .integer(let number): number
    case .real(let number): number
    }
  }
}

/// Rows of a table of what the last report says.
package struct ReportedRows: Sendable {
  let table: Table
  let columns: [String]
  let rows: [[StoreValue]]

  package enum Table: String, Sendable, CaseIterable {
    case verdict, finding, figure, doubt
    case notJudged = "not_judged"
  }

  package init(_ table: Table, _ columns: [String], _ rows: [[StoreValue]]) {
    self.table = table
    self.columns = columns
    self.rows = rows
  }
}

extension Store {
  /// Replaces what the last report says, in one transaction. Columns that a table does not have are left out.
  package func replaceReport(_ report: [ReportedRows]) throws {
    try access { db in
      try db.inSavepoint {
        try Self.dropReport(db)
        for part in report {
          let known = Set(try db.columns(in: part.table.rawValue).map(\.name))
          let kept = part.columns.indices.filter { known.contains(part.columns[$0]) }
          let names = kept.map { part.columns[$0].quotedDatabaseIdentifier }.joined(separator: ", ")
          let values = Array(repeating: "?", count: kept.count).joined(separator: ", ")
          let insertion = try db.makeStatement(sql: "INSERT INTO \(part.table.rawValue) (\(names)) VALUES (\(values))")
          for row in part.rows {
            try insertion.execute(arguments: StatementArguments(kept.map { row[$0].databaseValue }))
          }
        }
        return .commit
      }
    }
  }

  /// Removes what the last report says.
  static func dropReport(_ db: Database) throws {
    for table in ReportedRows.Table.allCases { try db.execute(sql: "DELETE FROM \(table.rawValue)") }
  }

  /// The rows of `finding` as text, the names of the columns first.
  package func findingRecords() throws -> [[String]] {
    try access { db in
      let statement = try db.makeStatement(sql: "SELECT * FROM finding")
      let rows: [[String]] = try Row.fetchAll(statement).map { row in
        row.databaseValues.map { value in
          switch value.storage {
          case .null, .blob: ""
          case .int64(let number): String(number)
          case .double(let number): String(number)
          case .string(let text): text
          }
        }
      }
      return [statement.columnNames] + rows
    }
  }

  /// What the last report was made of: the times of the first and the last event, and the numbers of users, sessions
  /// and events; nil where nothing was reported.
  package func reportedExtent() throws -> (period: ClosedRange<Int64>, users: Int, sessions: Int, events: Int)? {
    try access { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM verdict") else { return nil }
      let start = try time("start_us", of: row)
      return (
        period: start...max(start, try time("end_us", of: row)), users: try count("users", of: row),
        sessions: try count("sessions", of: row), events: try count("events", of: row)
      )
    }
  }

  /// The numbers of events of the users who have the most, at most so many, the highest first.
  package func mostEvents(of users: Int) throws -> [Int] {
    try access { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT CAST(min(total(events), 1e12) AS INTEGER) AS count FROM session GROUP BY user_id
          ORDER BY count DESC LIMIT ?
          """, arguments: [users])
    }
  }

  /// The start of the first and of the last session, microseconds since 1970; nil without sessions.
  package func sessionStarts() throws -> ClosedRange<Int64>? {
    try access { db in
      guard
        let row = try Row.fetchOne(
          db,
          sql:
            """
            SELECT min(start_us) AS first, max(start_us) AS last FROM session WHERE start_us IS NOT NULL HAVING \
            count(*) > 0
            """)
      else {
        return nil
      }
      return try time("first", of: row)...time("last", of: row)
    }
  }

  package struct SessionFiguresRow: Sendable {
    package let session: String
    package let user: String
    package let start: Int64
    package let end: Int64
    package let platform: String?
    package let appVersion: String?
    package fileprivate(set) var figures = SessionFigures()
  }

  /// The values of a dimension in the sessions, unordered.
  package func values(of dimension: String) throws -> [String] {
    precondition(Segment.dimensions.contains { $0.word == dimension }, "the dimension is one of the log's")
    return try access { db in
      try String.fetchAll(
        db,
        sql:
          """
          SELECT DISTINCT g.\(dimension) FROM session AS s JOIN segment AS g ON g.id = s.segment_id WHERE \
          g.\(dimension) IS NOT NULL
          """)
    }
  }

  /// The figures that are kept, by the columns of `session`.
  private static let figures: [(column: String, path: WritableKeyPath<SessionFigures, Int> & Sendable)] = [
    ("steps", \.steps), ("visits", \.visits), ("depth", \.depth), ("tab_switches", \.tabSwitches),
    ("more_items", \.moreItems),
    ("menu_opens", \.menuOpens), ("menu_items", \.menuItems), ("backs", \.backs),
  ]

  package func forEachSession(_ body: (SessionFiguresRow) throws -> Void) throws {
    try access { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT * FROM session_figures ORDER BY session")
      while let row = try rows.next() {
        var session = try SessionFiguresRow(
          session: text("session", of: row), user: text("user", of: row), start: time("start_us", of: row),
          end: time("end_us", of: row),
          platform: optionalText("platform", of: row), appVersion: optionalText("app_version", of: row))
        for (column, path) in Self.figures { session.figures[keyPath: path] = try count(column, of: row) }
        try body(session)
      }
    }
  }

  // Reads cells of rows from untrusted files: values of another type or size than navaudit writes are reported as
  // damage, and never trap.
  /// More bytes, lines and events than any log has, but few enough that their sums fit into 64 bits.
  private static let counts = 0...(1 << 40)
  /// Microseconds since 1970: slightly more than the years 0000 to 9999.
  static let times: ClosedRange<Int64> = -(1 << 58)...(1 << 58)
  /// Microseconds: from one to 100,000 minutes, as `--gap` takes them.
  private static let gaps: ClosedRange<Int64> = 1...6_000_000_000_000
  /// Microseconds: up to 100,000 hours, as an app map takes them; 0 for no limit.
  private static let pauses: ClosedRange<Int64> = 0...360_000_000_000_000

  func text(_ column: String, of row: Row) throws -> String {
    guard let text = try optionalText(column, of: row) else { throw damaged("a cell of \(column) is empty") }
    return text
  }

  func optionalText(_ column: String, of row: Row) throws -> String? {
    switch (row[column] as DatabaseValue).storage {
    case .string(let text): return text
    case .null: return nil
    default: throw damaged("a cell of \(column) is no text")
    }
  }

  func count(_ column: String, of row: Row) throws -> Int {
    guard case .int64(let number) = (row[column] as DatabaseValue).storage, Self.counts ~= Int(number) else {
      throw damaged("a cell of \(column) is no count")
    }
    return Int(number)
  }

  func time(_ column: String, of row: Row) throws -> Int64 {
    guard case .int64(let number) = (row[column] as DatabaseValue).storage, Self.times ~= number else {
      throw damaged("a cell of \(column) is no time")
    }
    return number
  }

  /// The limits of the sessions in the store; nil for a store without sessions.
  package func sessionLimits() throws -> SessionLimits? {
    guard let gap = try microseconds(.gap, in: Self.gaps), let pause = try microseconds(.longestPause, in: Self.pauses)
    else { return nil }
    return SessionLimits(gap: gap, longestPause: pause)
  }

  private func microseconds(_ key: MetaKey, in range: ClosedRange<Int64>) throws -> Int64? {
    guard let text = try meta(key) else { return nil }
    guard let time = Int64(text), range ~= time else { throw damaged("\(key.rawValue) is out of range") }
    return time
  }

  /// A count in the metadata; 0 if missing.
  package func count(_ key: MetaKey) throws -> Int {
    guard let text = try meta(key) else { return 0 }
    guard let count = Int(text), Self.counts ~= count else { throw damaged("\(key.rawValue) is no count") }
    return count
  }
}
