import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import Reporting
import Synchronization
import UsabilityRules

extension Audit {
  /// The most events of a little log.
  static let mostEventsChecked = 1_000_000

  /// Checks how an app logs: what a report could answer with its log, and what is wrong with which lines. Nothing is
  /// written.
  /// - Parameter standardInput: what was read of standard input so far; nil to read all of it.
  /// - Throws: for logs that cannot be read, that hold no events, or more than a million.
  public func checkLog(standardInput: [UInt8]? = nil) async throws -> LogCheckOutcome {
    var inputs = try LogInputs.find(options.logs)
    if let standardInput {
      inputs.inputs = inputs.inputs.map { $0 == .standardInput ? .standardInput(standardInput) : $0 }
    }
    var loaded = try LoadedMap(file: options.map, logs: options.logs, options: options)
    let drafted = try await loaded.draft(options, &inputs)
    let tables = LogTables(for: loaded.map)
    let blocks = Mutex<[DecodedBlock]>([])
    var reading = LogLoader(options: options, map: loaded.map, tables: tables)
    reading.watch = { block in blocks.withLock { $0.append(block) } }
    let loadedLogs = try await reading.take(
      inputs, spillingTo: FileManager.default.temporaryDirectory.path, progress: progress.reading)
    let tally = loadedLogs.log.tally
    if tally.events > Self.mostEventsChecked {
      throw AuditError(
        """
        \(options.logs.joined(separator: ", ")): \(Wording.count(tally.events, "event")); check-log takes up to a \
        million, name a part of the log
        """)
    }
    if tally.lines == 0 { throw AuditError.noEvents(options.logs.joined(separator: ", ")) }
    let lines = LinesOfLog(loadedLogs.log, blocks.withLock { $0 }, isRefused: options.refuses(loadedLogs.log))
    let users = Dictionary(
      uniqueKeysWithValues: Set(lines.records.map(\.event.user)).map { ($0, tables.users.text(Name(rawValue: $0))) })
    let builder = Pipeline(options: options, loaded: loaded, tables: tables)
    let (result, account) = try await builder.measure(loadedLogs)
    let figures = try builder.figures(result, account, limits: builder.limits)
    let traced = TracedLog(
      lines.records, map: loaded.map, tables, limits: builder.limits, users: users, measures: figures.measures)

    var outcome = LogCheckOutcome()
    outcome.notes = builder.readingNotes(loadedLogs) + drafted
    outcome.events = tally.events
    outcome.users = figures.measures.totals.users
    outcome.sessions = figures.measures.totals.sessions
    func counted(_ words: [String]) -> [(event: String, count: Int)] {
      Dictionary(grouping: words) { NameText($0) }.map { (event: $0.key.text, count: $0.value.count) }
        .sorted { $0.count == $1.count ? $0.event.precedesByScalars($1.event) : $0.count > $1.count }
    }
    let events = lines.records.map(\.event)
    outcome.kinds = counted(events.filter { $0.kind != .other }.map(\.kind.word))
    outcome.unread = counted(events.filter { $0.kind == .other }.map { traced.names[$0.container] })
    for (topic, lack) in RuleContext(Rule.all[0], figures.measures, figures.scope).topics {
      if let lack { outcome.lacks.append((topic, lack.plain)) } else { outcome.answers.append(topic) }
    }
    let found = lines.problems + LineCheck.problems(traced)
    let misspelled = Set(found.filter { $0.check == LineCheck.misspelledID }.flatMap(\.lines))
    let unread = lines.unread(figures.unreadEvents(least: nil), loaded.map, traced.names).filter {
      misspelled.isDisjoint(with: $0.lines)
    }
    outcome.problems = LineCheck.ordered(found + unread).map { problem in
      .init(check: problem.check, what: problem.what, fix: problem.fix, lines: problem.lines.map(lines.line))
    }
    return outcome
  }
}

/// The events of a log with their lines, and what is wrong with these by themselves. A line is one number in all files
/// of a run.
private struct LinesOfLog {
  private static let bitsOfLine = 40

  private let log: EventLog
  /// Whether no report would be made of it.
  private let isRefused: Bool
  private(set) var records: [TracedLog.Record] = []
  private var lines: [EventLine] = []

  init(_ log: EventLog, _ blocks: [DecodedBlock], isRefused: Bool) {
    self.log = log
    self.isRefused = isRefused
    for block in blocks.sorted(by: { $0.sequence < $1.sequence }) where !log.sources[block.sourceIndex].isCopy {
      for (event, line) in zip(block.events, block.lines) {
        records.append((event, Self.number(line.line, ofFile: block.sourceIndex)))
        lines.append(line)
      }
    }
  }

  private static func number(_ line: Int, ofFile file: Int) -> Int { file << bitsOfLine + line }

  func line(_ number: Int) -> LogCheckOutcome.Line {
    .init(file: log.sources[number >> Self.bitsOfLine].shownName, line: number & (1 << Self.bitsOfLine - 1))
  }

  var problems: [LogProblem] { rejectedLines + badLists + timesWithoutOffset }

  private func matching(_ isLike: (EventLine) -> Bool) -> [TracedLog.Record] {
    zip(records, lines).filter { isLike($1) }.map(\.0)
  }

  private var rejectedLines: [LogProblem] {
    let rejected = log.tally.rejected
    let rejections = log.sources.enumerated().filter { !$0.element.isCopy }.flatMap { index, source in
      source.tally.rejections.map { (number: Self.number($0.line, ofFile: index), rejection: $0) }
    }
    // A last line that is cut off is what a launch that ended leaves.
    let faulty = rejections.filter { ![.cutOff, .leftOut].contains($0.rejection.reason) }
    return Dictionary(grouping: faulty, by: \.rejection.reason).sorted { $0.key.rawValue < $1.key.rawValue }.map {
      reason, found in
      let detail = found[0].rejection.detail.map { " (\($0))" } ?? ""
      return LogProblem(
        check: "rejected-line",
        """
        \(Wording.count(rejected[reason] ?? found.count, "line")) rejected: \(reason.rawValue)\(detail)\
        \(isRefused ? "; a report refuses a log with more than 5% of such lines" : "")
        """,
        fix: reason.fix,
        lines: found.map(\.number))
    }
  }

  private var badLists: [LogProblem] {
    EventLine.ListFault.allCases.compactMap { fault in
      let found = matching { $0.fault == fault }
      guard let kind = found.first?.event.kind else { return nil }
      return LogProblem(
        check: "bad-list", "\(Wording.count(found.count, "list")) that cannot be read: \(fault.words)",
        fix: fault.fix(kind), lines: found.map(\.line))
    }
  }

  /// Events that are not understood and look like navigation, with what to log instead.
  func unread(_ events: [ReportContents.UnknownEvent], _ map: AppMap, _ names: Names) -> [LogProblem] {
    let lines = Dictionary(grouping: records.filter { $0.event.kind == .other }) { names[$0.event.container] }
    return events.compactMap { event in
      var unknown = event
      // `order_detail_viewed` of a few events is no evidence for a report, but tells whoever instruments what to do.
      if unknown.likelyKind == nil, NameWords.saysShown(event.event) { unknown.likelyKind = EventKind.screenView.word }
      if unknown.likelyKind != EventKind.screenView.word, NameWords(event.event).kind == nil {
        unknown.likelyKind = nil
      }
      guard let kind = unknown.likelyKind, let found = lines[unknown.event], !found.isEmpty else { return nil }
      let mapping = map.line(for: unknown).map { ", or read it so: `\($0)` under `events` of the app map" } ?? ""
      return LogProblem(
        check: "unknown-event",
        "\(Wording.count(found.count, "event")) `\(unknown.event)` not understood, and left out",
        fix: "log \(Self.instead(of: unknown.event, kind))\(mapping)", lines: found.map(\.line))
    }
  }

  /// The event to log, in words: `screen_view` with `screen`: `order`.
  private static func instead(of event: String, _ kind: String) -> String {
    switch EventKind(word: kind) {
    case .screenView, .push, .modalOpen:
      "`\(kind)` with `screen`: `\(NameWords.subject(of: event) ?? "…")`"
    case .tabSelect, .moreSelect, .menuSelect: "`\(kind)` with what was chosen as `target`"
    case .tap, .gesture: "`\(kind)` with its `target`"
    case .stack: "`stack` with the screens from the root to the one shown as `value`"
    default: "`\(kind)`"
    }
  }

  private var timesWithoutOffset: [LogProblem] {
    let found = matching { !$0.hasZone }.map(\.line)
    if found.isEmpty { return [] }
    return [
      LogProblem(
        check: LogCheck.noZone.id, "\(Wording.count(found.count, "time")) without an offset",
        fix: "log times with their offset from UTC", lines: found)
    ]
  }
}

extension TracedLog {
  /// Makes sessions of the events of a log, and follows each of them.
  fileprivate init(
    _ records: [Record], map: AppMap, _ tables: LogTables, limits: SessionLimits, users: [UInt32: String],
    measures: Measures
  ) {
    var builder = SessionBuilder(limits)
    var stack = NavigationStack(map: NavigationMap(reading: map, names: tables.names))
    stack.trace = []
    var sessions: [Session] = []
    for own in Dictionary(grouping: records.indices, by: { records[$0].event.user }).values.sorted(by: { $0[0] < $1[0] }
    ) {
      // While events are sorted into sessions, each carries its position instead of its segment.
      var events = own.map { index in
        var event = records[index].event
        event.segment = SegmentID(rawValue: UInt32(index))
        return event
      }
      let ranges = builder.build(&events).sessions
      // As they are played: the trace has a point for each.
      events.putTouchesFirst()
      for range in ranges {
        let members = events[range].map { event -> Record in
          let record = records[Int(event.segment.rawValue)]
          var event = event
          event.segment = record.event.segment
          return (event, record.line)
        }
        var path = Reconstruction()
        members.map(\.event).withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        sessions.append(Session(members, path, points: stack.trace ?? []))
      }
    }
    self.init(
      records: records, sessions: sessions, names: tables.names.snapshot(), segments: tables.segments.snapshot(),
      users: users, measures: measures)
  }
}

extension RejectionReason {
  fileprivate var fix: String {
    switch self {
    case .notJSON, .notAnObject, .otherFormat: "write one JSON object on each line"
    case .notUTF8: "write the log in UTF-8"
    case .cellCount, .quotes: "quote cells that hold commas, quotes or line ends, and double the quotes in them"
    case .lineTooLong, .cutOff: "write one event on each line"
    case .noTime, .unreadableTime, .timeOutOfRange:
      "log `time` as RFC 3339 with an offset, or as a number of seconds or milliseconds since 1970"
    case .noUser, .nobody: "log a stable pseudonym of the user as `user`"
    case .noEvent: "log what happened as `event`"
    case .leftOut: "nothing: `event: other` in the app map leaves them out"
    case .excludedUser: "narrow `exclude_users` in the app map"
    }
  }
}

extension EventLine.ListFault {
  fileprivate var words: String {
    switch self {
    case .missing: "no `value`"
    case .notAList: "`value` is no list"
    case .empty: "`value` is an empty list"
    case .emptyName: "`value` has an empty name"
    case .tooMany: "`value` has more than 100 names"
    case .quotedList: "`value` is a list in JSON's notation inside of a text, read as one name"
    }
  }

  fileprivate func fix(_ kind: EventKind) -> String {
    let what = kind == .stack ? "the screens from the root to the one shown" : "the names of the tabs in order"
    return switch self {
    case .missing, .notAList, .empty: "log \(what) as a list in `value`"
    case .emptyName: "give every screen a name"
    case .tooMany: "log the screens that are open, not those that were; a stack has at most 100"
    case .quotedList: "log a JSON list, or join the names with a vertical bar: `Orders|Order|Tracking`"
    }
  }
}
