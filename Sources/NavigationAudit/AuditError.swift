import NavigationModel
import UsabilityRules

/// Why a run failed: what happened, where, and what to do, in one line.
public struct AuditError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  static func oldTimes(_ name: String, time: Int64) -> AuditError {
    AuditError(
      "\(name): most events are from before 2008, such as \(rfc3339(microseconds: time)); say how times are written under `times:` in navaudit.yml "
        + "(such as `times: {epoch: 2001}`), or pass --allow old-times")
  }

  static func noEvents(_ what: String) -> AuditError {
    AuditError("\(what): no events; name a log with one event per line")
  }

  static func tooFewUsers(least: Int) -> AuditError {
    AuditError("there are fewer users than --minimum-group \(least): every figure would be suppressed; add logs or lower --minimum-group")
  }

  static func truncated(_ log: String, others: Int) -> AuditError {
    AuditError(
      "\(log)\(others > 0 ? " and \(others) more" : ""): is truncated (it became shorter while it was read, or a JSON array is not closed); read it "
        + "again when it is complete, or pass --allow truncated")
  }

  static func tooManyRejected(_ rejected: Int, of lines: Int, limit: Double, reasons: String, first: String) -> AuditError {
    let share = (Double(rejected) / Double(lines) * 1000).rounded() / 10
    return AuditError(
      "\(rejected) of \(lines) lines (\(share)%) could not be read, more than --max-rejected \(Wording.exactPercent(limit)): \(reasons); the first is \(first); fix the log or raise --max-rejected"
    )
  }
}
