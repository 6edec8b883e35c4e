import AppMaps
import EventLogs
import NavigationModel
import NavigationStore
import Reporting

/// How logs were read, in sums that add up over logs: for reports, and to check whether the logs are usable.
struct TakenLogs: BinaryRecord {
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

  /// Log files with the same name and format together, by name, then by format; without digests.
  private(set) var sources: [Store.Source] = []
  private(set) var examples: [Example] = []
  private(set) var times = YearCounts()
  private(set) var unread = UnreadSamples()
  private(set) var cutSources = 0

  static let form = BinaryForm(
    Self.init(sources:examples:times:unread:cutSources:), \.sources, \.examples, \.times, \.unread, \.cutSources)
}

extension TakenLogs {
  /// - Parameters:
  ///   - isNew: which of the sources count: not those whose bytes were already read.
  ///   - hidesProperties: whether small groups are hidden.
  init(_ log: EventLog, isNew: [Bool], hidesProperties: Bool) {
    var unknown = UnknownEvents()
    for (source, isNew) in zip(log.sources, isNew) where isNew {
      times.merge(source.tally.times)
      unknown.append(source.tally.unknownEvents)
      if source.summary.isCutShort { cutSources += 1 }
      examples += source.tally.rejections.map {
        Example(reason: $0.reason.rawValue, source: source.shownName, unit: source.summary.unit, line: $0.line)
      }
      // Logs without lines are not listed: there may be any number of them.
      if source.tally.lines == 0 { continue }
      var taken = Store.Source(source)
      taken.digest = ""
      sources.append(taken)
    }
    unread = UnreadSamples(unknown, hidesProperties: hidesProperties)
    sort()
  }

  mutating func merge(_ other: TakenLogs) {
    sources += other.sources
    examples += other.examples
    times.merge(other.times)
    unread.merge(other.unread)
    cutSources += other.cutSources
    sort()
  }

  private mutating func sort() {
    sources.sort {
      !$0.name.isSame(as: $1.name) ? $0.name.precedesByScalars($1.name) : $0.format.precedesByScalars($1.format)
    }
    sources = sources.reduce(into: []) { merged, source in
      guard let last = merged.last, last.name.isSame(as: source.name), last.format == source.format else {
        return merged.append(source)
      }
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

  /// The rejected lines by reason, the most common reason first.
  var rejections: [ReportContents.RejectedLines] {
    let rejected: [String: Int] = sources.reduce(into: [:]) { $0.merge($1.rejections, uniquingKeysWith: +) }
    return rejected.filter {
      $0.key != RejectionReason.excludedUser.rawValue && RejectionReason(rawValue: $0.key) != nil
    }
    .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      (reason, count, examples.filter { $0.reason == reason }.map { "\($0.source), \($0.unit) \($0.line)" })
    }
  }

  /// - Throws: if too many lines were rejected, or most events are too old.
  func expectReadable(_ options: AuditOptions) throws(AuditError) {
    try options.expectReadable(
      rejections, events: sources.reduce(0) { $0 + $1.events }, times, log: sources.first?.name ?? "",
      firstLine: rejections.first?.examples.first ?? "")
  }

  /// The same, for reports.
  var account: LogAccount { LogAccount(sources: sources, cutSources: cutSources, unread: UnreadEvent.all(unread)) }
}

extension Store.Source: BinaryRecord {
  package static let form = BinaryForm(
    { Self(name: $0, digest: "", format: $1, bytes: $2, lines: $3, events: $4, withoutZone: $5, rejections: $6) },
    \.name, \.format, \.bytes, \.lines, \.events, \.withoutZone, \.rejections)

  fileprivate mutating func add(_ other: Self) {
    bytes += other.bytes
    lines += other.lines
    events += other.events
    withoutZone += other.withoutZone
    rejections.merge(other.rejections, uniquingKeysWith: +)
  }
}
