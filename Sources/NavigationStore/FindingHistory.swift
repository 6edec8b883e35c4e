import Foundation
import GRDB

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
              subject: text("subject", of: row), section: optionalText("section", of: row), value: optionalNumber("value", of: row),
              low: optionalNumber("ci_low", of: row), high: optionalNumber("ci_high", of: row), threshold: optionalNumber("threshold", of: row),
              users: optionalCount("users", of: row), extraTaps: optionalNumber("extra_taps", of: row).flatMap(Int.init(exactly:)),
              message: text("message", of: row))
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
