import EventLogs
import Foundation

/// The lines that could not be read, for whoever wants to mend them: file, line, reason and the line itself, tab-separated.
enum RejectedLines {
  static func write(_ log: EventLog, to path: String) throws {
    var text = "file\tline\treason\ttext\n"
    for source in log.sources {
      for rejection in source.tally.rejections {
        let line = (rejection.text ?? "").replacing("\t", with: " ")
        text += "\(source.summary.name)\t\(rejection.line)\t\(rejection.reason.rawValue)\t\(line)\n"
      }
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw AuditError("\(path): the rejected lines cannot be written there; name another file")
    }
  }
}

/// Lines that could not be read for one reason, and where the first of them stand.
struct RejectedLineGroup {
  let reason: RejectionReason
  let count: Int
  let examples: [String]

  /// The commonest reason first.
  static func groups(_ log: EventLog) -> [RejectedLineGroup] {
    let tally = log.tally
    return tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, count in
      let examples = log.sources.flatMap { source in
        source.tally.rejections.lazy.filter { $0.reason == reason }.prefix(3).map { "\(source.summary.name), \(source.summary.unit) \($0.line)" }
      }
      return RejectedLineGroup(reason: reason, count: count, examples: Array(examples.prefix(3)))
    }
  }
}
