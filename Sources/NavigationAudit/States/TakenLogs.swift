import AppMaps
import EventLogs
import NavigationModel
import NavigationStore
import Reporting

/// How logs were read, in sums that add up over logs: for reports, and to check whether the logs are usable.
struct TakenLogs: BinaryRecord {
  /// Log files with the same name and format.
  struct Source: BinaryRecord {
    let name: String
    let format: String
    var bytes: Int
    var lines: Int
    var events: Int
    var withoutZone: Int
    /// By ``RejectionReason``.
    var rejections: [String: Int]

    static let form = BinaryForm(
      Self.init(name:format:bytes:lines:events:withoutZone:rejections:), \.name, \.format, \.bytes, \.lines, \.events, \.withoutZone, \.rejections)
  }

  /// A rejected line. The first ones for each reason are kept.
  struct Example: BinaryRecord {
    let reason: String
    let source: String
    let unit: String
    let line: Int

    static let form = BinaryForm(Self.init(reason:source:unit:line:), \.reason, \.source, \.unit, \.line)

    fileprivate func precedes(_ other: Example) -> Bool {
      if reason != other.reason { return reason.precedesByScalars(other.reason) }
      return source != other.source ? source.precedesByScalars(other.source) : line < other.line
    }
  }

  private static let examplesOfReason = 3

  /// By name, then by format.
  private(set) var sources: [Source] = []
  private(set) var examples: [Example] = []
  private(set) var times = YearCounts()
  private(set) var unknown = UnknownEvents()
  /// Truncated logs.
  private(set) var cutSources = 0

  init() {}
  private init(sources: [Source], examples: [Example], times: YearCounts, unknown: UnknownEvents, cutSources: Int) {
    (self.sources, self.examples, self.times, self.unknown, self.cutSources) = (sources, examples, times, unknown, cutSources)
  }

  static let form = BinaryForm(Self.init(sources:examples:times:unknown:cutSources:), \.sources, \.examples, \.times, \.unknown, \.cutSources)

  /// - Parameter isNew: which of the sources count: not those whose bytes were already read.
  init(_ log: EventLog, isNew: [Bool]) {
    for (source, isNew) in zip(log.sources, isNew) where isNew {
      times.merge(source.tally.times)
      unknown.append(source.tally.unknownEvents)
      if source.summary.isCutShort { cutSources += 1 }
      examples += source.tally.rejections.map { Example(reason: $0.reason.rawValue, source: source.shownName, unit: source.summary.unit, line: $0.line) }
      // Logs without lines are not listed: there may be any number of them.
      if source.tally.lines == 0 { continue }
      sources.append(
        Source(
          name: source.shownName, format: source.format, bytes: source.summary.decompressedBytes, lines: source.summary.lines, events: source.tally.events,
          withoutZone: source.tally.withoutZone, rejections: source.tally.reasons))
    }
    sort()
  }

  mutating func merge(_ other: TakenLogs) {
    sources += other.sources
    examples += other.examples
    times.merge(other.times)
    unknown.append(other.unknown)
    cutSources += other.cutSources
    sort()
  }

  private mutating func sort() {
    sources.sort { $0.name != $1.name ? $0.name.precedesByScalars($1.name) : $0.format.precedesByScalars($1.format) }
    sources = sources.reduce(into: []) { merged, source in
      guard let last = merged.last, last.name == source.name, last.format == source.format else { return merged.append(source) }
      merged[merged.count - 1].add(source)
    }
    examples.sort { $0.precedes($1) }
    var counts: [String: Int] = [:]
    examples.removeAll { example in
      counts[example.reason, default: 0] += 1
      return counts[example.reason, default: 0] > Self.examplesOfReason
    }
  }

  // MARK: - What it comes to

  private var events: Int { sources.reduce(0) { $0 + $1.events } }

  private var rejected: [String: Int] {
    sources.reduce(into: [:]) { $0.merge($1.rejections, uniquingKeysWith: +) }.filter { $0.key != RejectionReason.excludedUser.rawValue }
  }

  /// The rejected lines by reason, the most common reason first.
  var rejections: [ReportContents.RejectedLines] {
    rejected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { reason, count in
      RejectionReason(rawValue: reason).map { known in
        ReportContents.RejectedLines(
          reason: known.rawValue, count: count, examples: examples.filter { $0.reason == reason }.map { "\($0.source), \($0.unit) \($0.line)" })
      }
    }
  }

  /// - Throws: if too many lines were rejected, or most events are too old.
  func expectReadable(_ options: AuditOptions) throws(AuditError) {
    let rejectedLines = rejected.values.reduce(0, +)
    let lines = events + rejectedLines
    let faultyLines = rejectedLines - rejected[RejectionReason.cutOff.rawValue, default: 0]
    if lines > 0, Double(faultyLines) > options.maxRejected * Double(lines) {
      let reasons = rejections.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
      throw AuditError.tooManyRejected(
        faultyLines, of: lines, limit: options.maxRejected, reasons: reasons, first: rejections.first?.examples.first ?? "")
    }
    if let time = times.oldTime, !options.allowed.contains(.oldTimes) { throw AuditError.oldTimes(sources.first?.name ?? "", time: time) }
  }

  /// The same, for reports.
  var account: LogAccount {
    LogAccount(
      sources: sources.map {
        Store.Source(
          name: $0.name, digest: "", format: $0.format, bytes: $0.bytes, lines: $0.lines, events: $0.events, withoutZone: $0.withoutZone,
          rejections: $0.rejections)
      },
      cutSources: cutSources, unread: UnreadEvent.all(unknown))
  }
}

extension TakenLogs.Source {
  fileprivate mutating func add(_ other: Self) {
    bytes += other.bytes
    lines += other.lines
    events += other.events
    withoutZone += other.withoutZone
    rejections.merge(other.rejections, uniquingKeysWith: +)
  }
}
