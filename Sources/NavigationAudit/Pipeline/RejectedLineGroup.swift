import EventLogs

/// Lines that were rejected for one reason, and the positions of the first of them.
struct RejectedLineGroup {
  let reason: RejectionReason
  let count: Int
  let examples: [String]

  /// The most common reason first.
  static func groups(_ log: EventLog) -> [RejectedLineGroup] {
    let tally = log.tally
    return tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, count in
      let examples = log.sources.flatMap { source in
        source.tally.rejections.lazy.filter { $0.reason == reason }.prefix(3).map { "\(source.shownName), \(source.summary.unit) \($0.line)" }
      }
      return RejectedLineGroup(reason: reason, count: count, examples: Array(examples.prefix(3)))
    }
  }
}
