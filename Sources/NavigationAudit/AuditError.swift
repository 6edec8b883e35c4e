/// Why a run could not do its work: what happened, where, and what to do, in one line.
public struct AuditError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  static func noEvents(_ what: String) -> AuditError {
    AuditError("\(what): no events; name a log with one event a line")
  }

  static func tooFewUsers(least: Int) -> AuditError {
    AuditError("there are fewer users than --minimum-group \(least): nothing can be told of them; take more logs, or a smaller group")
  }

  static func tooManyRejected(_ rejected: Int, of lines: Int, limit: Double, reasons: String, first: String) -> AuditError {
    let share = (Double(rejected) / Double(lines) * 1000).rounded() / 10
    return AuditError(
      "\(rejected) of \(lines) lines (\(share) %) could not be read, more than --max-rejected \(limit): \(reasons); the first is \(first); mend the log or allow more"
    )
  }
}
