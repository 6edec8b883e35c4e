import Foundation
import GRDB

/// A run whose findings are kept for comparison with later ones.
package struct JudgedRun: Sendable, Equatable {
  /// What was judged: a run on the same sessions counts as the same run.
  package struct Scope: Sendable, Equatable, Codable {
    /// Times of the first and the last event, microseconds since 1970.
    package var start: Int64
    package var end: Int64
    package var users: Int
    package var sessions: Int
    package var events: Int

    package init(start: Int64, end: Int64, users: Int, sessions: Int, events: Int) {
      (self.start, self.end, self.users, self.sessions, self.events) = (start, end, users, sessions, events)
    }
  }

  package struct Finding: Sendable, Equatable {
    package var rule: String
    package var severity: String
    package var state: String
    package var subjectKind: String
    package var subject: String
    package var section: String?
    package var value: Double?
    package var low: Double?
    package var high: Double?
    package var threshold: Double?
    package var users: Int?
    package var extraTaps: Int?
    package var message: String
  }

  package var scope: Scope
  package var findings: [Finding]
}

extension Store {
  private static let columns = "rule, severity, state, subject_kind, subject, section, value, ci_low, ci_high, threshold, users, extra_taps, message"

  /// The kept runs, the oldest first.
  package func judgedRuns() throws -> [JudgedRun] {
    try access { db in
      try Row.fetchAll(db, sql: "SELECT * FROM judged_run ORDER BY run").map { run in
        let number = try count("run", of: run)
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM finding_history WHERE run = ? ORDER BY rowid", arguments: [number])
        return try JudgedRun(
          scope: .init(
            start: time("start_us", of: run), end: time("end_us", of: run), users: count("users", of: run), sessions: count("sessions", of: run),
            events: count("events", of: run)),
          findings: rows.map { row in
            try .init(
              rule: text("rule", of: row), severity: text("severity", of: row), state: text("state", of: row), subjectKind: text("subject_kind", of: row),
              subject: text("subject", of: row), section: optionalText("section", of: row), value: row["value"], low: row["ci_low"], high: row["ci_high"],
              threshold: row["threshold"], users: row["users"], extraTaps: row["extra_taps"], message: text("message", of: row))
          })
      }
    }
  }

  /// Adds the runs of an earlier store to this one, which has none yet.
  package func adopt(_ runs: [JudgedRun]) throws {
    try access { db in
      for run in runs {
        let number = try Self.insert(run.scope, db)
        for finding in run.findings {
          try db.execute(
            sql: "INSERT INTO finding_history (run, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
              number, finding.rule, finding.severity, finding.state, finding.subjectKind, finding.subject, finding.section, finding.value, finding.low,
              finding.high, finding.threshold, finding.users, finding.extraTaps, finding.message,
            ])
        }
      }
    }
  }

  /// Keeps the findings of the last report, unless they are already kept.
  package func keepFindings() throws {
    guard let text = try meta(.judged), let scope = try? JSONDecoder().decode(JudgedRun.Scope.self, from: Data(text.utf8)),
      try judgedRuns().last?.scope != scope
    else { return }
    try access { db in
      let number = try Self.insert(scope, db)
      try db.execute(sql: "INSERT INTO finding_history (run, \(Self.columns)) SELECT ?, \(Self.columns) FROM finding ORDER BY rowid", arguments: [number])
    }
  }

  private static func insert(_ scope: JudgedRun.Scope, _ db: Database) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO judged_run (start_us, end_us, users, sessions, events) VALUES (?, ?, ?, ?, ?)",
      arguments: [scope.start, scope.end, scope.users, scope.sessions, scope.events])
    return db.lastInsertedRowID
  }
}
