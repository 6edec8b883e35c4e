import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import Synchronization
import UsabilityRules

extension EventLog.Source {
  /// The file's name in the store and in reports: its path without e-mail addresses and phone numbers. (Ids stay: parts
  /// of an export are named by them.)
  var shownName: String { PersonalData.masked(summary.name, [.email, .phone]) ?? summary.name }
}

/// Logs that were read: how each source was, their events, and the files that are no logs.
typealias LoadedLogs = (log: EventLog, spool: EventSpool, skipped: [SkippedFile])

/// Logs that were read, with the users of those files that count.
struct NewLogs {
  let loadedLogs: LoadedLogs
  /// By file: not those whose bytes were already read.
  let isNew: [Bool]
  let users: ByteInterner
  let key: PseudonymKey
  private let names: NameTable

  /// Takes the users out of the tables.
  /// - Parameter known: digests of files that were read before.
  init(
    _ loadedLogs: LoadedLogs, _ tables: LogTables, besides known: [String] = [],
    key: (ByteInterner) throws -> PseudonymKey
  ) rethrows {
    var digests = Set(known)
    self.loadedLogs = loadedLogs
    isNew = loadedLogs.log.sources.map { digests.insert($0.summary.digest).inserted }
    users = tables.users.takeEntries()
    names = tables.names
    self.key = try key(users)
  }

  /// The events, removed from the spool.
  /// - Throws: also if one user has more than there is room for.
  func partitions(_ options: AuditOptions) async throws -> EventPartitions {
    let most = loadedLogs.spool.times.most(of: options.tasks)
    let workers = try options.budget.workers(holding: most, names: names.count)
    return try await loadedLogs.spool.takePartitions(
      where: { isNew[$0] }, users: users, key: key, workers: min(options.tasks, workers))
  }

  func span(of partitions: EventPartitions, _ limits: SessionLimits) async throws -> SessionSpan? {
    try await SessionSpan(loadedLogs.spool.times, partitions, limits) { try await partitions.load($0) }
  }
}

/// Reads logs and checks whether they are usable.
struct LogLoader {
  let options: AuditOptions
  let map: AppMap
  let tables: LogTables
  /// What to undo if the process exits early.
  let leftovers: Leftovers
  /// Receives each block with the lines of its events, unordered; nil if they are not needed.
  var watch: (@Sendable (DecodedBlock) -> Void)?
  /// Digests of files that a store has.
  var known: [String] = []
  /// A file for the rejected lines; nil if they are only counted.
  var rejectedFile: String?

  init(options: AuditOptions, map: AppMap, tables: LogTables, leftovers: Leftovers = Leftovers()) {
    self.options = options
    self.map = map
    self.tables = tables
    self.leftovers = leftovers
    rejectedFile = options.rejectedFile
  }

  /// - Throws: for logs that cannot be read, hold no events, or have too many rejected lines.
  func read(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> LoadedLogs {
    let result = try await take(found, spillingTo: spillFolder, progress: progress)
    try check(result.log)
    return result
  }

  /// Reads what may be a part of a log, without the checks on the total of its lines.
  /// - Parameter spillFolder: for events that do not fit into memory: a folder on the disk of the output, where space
  ///   is needed anyway.
  func take(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> LoadedLogs {
    var plan = FieldPlan(columns: map.columns, events: map.events, times: map.times)
    plan.keepsLines = watch != nil
    plan.zone = map.calendar
    let budget = options.budget
    let reader = LogReader(
      inputs: found.inputs, plan: plan, format: options.format, keepsRejected: rejectedFile != nil,
      workers: options.tasks, blockSize: budget.blockSize)
    let spool = EventSpool(budget: budget, tables: tables, folder: spillFolder)
    let rejected = try rejectedFile.map { try RejectedLines(file: $0, sources: reader.inputs.map(\.name)) }
    return try await leftovers.undoing({ rejected?.discard() }, isPart: true) { end in
      let log = try await reader.read(into: tables, besides: known, progress: progress) { [watch] block in
        watch?(block)
        try spool.take(&block)
        try rejected?.take(&block)
      }
      if !options.refuses(log) { rejected?.removeIfNew(unlessSucceeds: leftovers) }
      try end { try rejected?.finish() }
      return (log, spool, found.skipped)
    }
  }

  private func check(_ log: EventLog) throws {
    let tally = log.tally
    let first = log.sources.lazy.filter { !$0.isCopy }.compactMap { source in
      source.tally.rejections.first.map { "\(source.summary.name):\($0.line)" + ($0.detail.map { " (\($0))" } ?? "") }
    }.first
    try options.expectReadable(
      log.rejectedLines, events: tally.events, tally.times, log: log.sources.first?.summary.name ?? "",
      firstLine: first ?? "")
    try expectComplete(log)
    if log.sources.contains(where: { $0.tally.events > 0 }) { return }
    if tally.excluded > 0 {
      throw AuditError(
        """
        \(options.logs.joined(separator: ", ")): `exclude_users` of the app map leaves out all \(tally.excluded) \
        events; narrow its patterns
        """)
    }
    throw AuditError.noEvents(options.logs.joined(separator: ", "))
  }

  /// - Throws: if a log is truncated.
  func expectComplete(_ log: EventLog) throws {
    let cut = log.sources.filter(\.summary.isCutShort)
    if let first = cut.first, !options.allowed.contains(.truncated) {
      throw AuditError(
        """
        \(first.summary.name)\(cut.count > 1 ? " and \(cut.count - 1) more" : ""): is truncated (it became shorter \
        while it was read, or a JSON array is not closed); read it again when it is complete, or pass --allow \
        truncated
        """)
    }
  }
}

extension AuditOptions {
  /// The lines that could not be read, of all; nil if they are not too many.
  private func tooManyRejected(
    _ rejections: [ReportContents.RejectedLines], events: Int
  ) -> (faulty: Int, lines: Int)? {
    let lines = events + rejections.reduce(0) { $0 + $1.count }
    // Unless there are no others.
    let harmless = (events == 0 ? [.cutOff] : RejectionReason.harmless).map(\.rawValue)
    let faulty = rejections.reduce(0) { $0 + (harmless.contains($1.reason) ? 0 : $1.count) }
    return Double(faulty) > maxRejected * Double(lines) ? (faulty, lines) : nil
  }

  /// Whether a run is refused because too many lines of its log were rejected.
  func refuses(_ log: EventLog) -> Bool {
    tooManyRejected(log.rejectedLines, events: log.tally.events) != nil
  }

  /// - Parameter firstLine: the first rejected line, to name it.
  /// - Throws: if too many lines were rejected, most events are too old, or their times are days.
  func expectReadable(
    _ rejections: [ReportContents.RejectedLines], events: Int, _ times: YearCounts, log: String, firstLine: String
  ) throws(AuditError) {
    if let (faulty, lines) = tooManyRejected(rejections, events: events) {
      let share = (Double(faulty) / Double(lines) * 1000).rounded() / 10
      let reasons = rejections.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
      throw AuditError(
        """
        \(faulty) of \(lines) lines (\(share)%) could not be read, more than --max-rejected \
        \(Wording.exactPercent(maxRejected)): \(reasons); the first is \(firstLine); fix the log or raise \
        --max-rejected
        """)
    }
    if let time = times.oldTime, !allowed.contains(.oldTimes) {
      let seconds = Double(time) / 1e6
      if TimeNotation.spreadsheetDays.contains(seconds) {
        throw AuditError(
          """
          \(log): times such as \(seconds) are days, as spreadsheets count; write `times: {epoch: 1900}` to \
          navaudit.yml
          """)
      }
      if (0..<864_000).contains(seconds) {
        throw AuditError(
          """
          \(log): times such as \(seconds) count from a start, not from a date; export the time of each event, or pass \
          --allow old-times, which lets all start at once
          """)
      }
      throw AuditError(
        """
        \(log): most events are from before 2008, such as \(rfc3339(microseconds: time)); say how times are written \
        under `times:` in navaudit.yml (such as `times: {epoch: 2001}`), or pass --allow old-times
        """)
    }
    if times.areDays {
      throw AuditError(
        "\(log): its times are days only: the order within a day is not known; export the time of each event")
    }
  }
}

/// How the logs were read, for reports.
struct LogAccount: Sendable {
  var sources: [Store.Source] = []
  /// Events of people who were removed: the file counts still include them.
  var forgottenEvents = 0
  var cutSources = 0
  var unread: [UnreadEvent] = []

  /// - Parameter events: how many events there are of the people who are there, each counted once.
  func lineCounts(different events: Int) -> LineCounts {
    let accepted = sources.reduce(0) { $0 + $1.events } - forgottenEvents
    let rejected = sources.reduce(0) { $0 + $1.rejected }
    return LineCounts(
      lines: accepted + rejected, rejected: rejected, duplicates: accepted - events,
      withoutZone: sources.reduce(0) { $0 + $1.withoutZone }, excluded: sources.reduce(0) { $0 + $1.excluded },
      cutSources: cutSources)
  }

  /// Adds what another store holds of other people.
  mutating func add(_ other: LogAccount) {
    sources += other.sources
    forgottenEvents += other.forgottenEvents
    cutSources += other.cutSources
    unread = UnreadEvent.merged(unread, other.unread)
  }
}

extension Store {
  func account() throws -> LogAccount {
    LogAccount(
      sources: try sources(), forgottenEvents: try count(.forgottenEvents), cutSources: try count(.cutSources),
      unread: try unreadEvents())
  }

  func unreadEvents() throws -> [UnreadEvent] {
    try meta(.unreadEvents).flatMap { try? JSONDecoder().decode([UnreadEvent].self, from: Data($0.utf8)) } ?? []
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.shownName, digest: source.summary.digest, format: source.format,
      bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: source.tally.reasons)
  }

  /// Lines that could not be read.
  var rejected: Int { rejections.values.reduce(0, +) - excluded - (rejections[RejectionReason.leftOut.rawValue] ?? 0) }
  var excluded: Int { rejections[RejectionReason.excludedUser.rawValue] ?? 0 }
}

extension EventLog {
  /// The rejected lines by reason, the most common first, with the positions of the first of each.
  var rejectedLines: [ReportContents.RejectedLines] {
    tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, count in
      let examples = sources.filter { !$0.isCopy }.flatMap { source in
        source.tally.rejections.lazy.filter { $0.reason == reason }.prefix(3).map {
          "\(source.shownName), \(source.summary.unit) \($0.line)"
        }
      }
      return (reason.rawValue, count, Array(examples.prefix(3)))
    }
  }
}

/// The file of rejected lines, for fixing them: file, line, reason and text, tab-separated, in the order of the log.
///
/// Lines are written as they are found, so they need no memory, next to the file's final path until all are written.
final class RejectedLines: Sendable {
  private let file: PendingFile
  private let sources: [String]
  /// Text of blocks that follow one that is not decoded yet, and the number of that.
  private let state = Mutex<(waiting: [Int: String], next: Int)>(([:], 0))

  init(file path: String, sources: [String]) throws {
    self.sources = sources
    file = try PendingFile(path, "file\tline\treason\ttext\n")
  }

  func take(_ block: inout DecodedBlock) throws {
    var text = ""
    for rejection in block.tally.takeRejections() {
      // A row of a table may span several lines.
      let line = String(
        (rejection.text ?? "").unicodeScalars.map { "\t\n\r".unicodeScalars.contains($0) ? " " : Character($0) })
      text += "\(sources[block.sourceIndex])\t\(rejection.line)\t\(rejection.reason.rawValue)\t\(line)\n"
    }
    try state.withLock { state in
      state.waiting[block.sequence] = text
      while let text = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        if !text.isEmpty { try file.write(text) }
      }
    }
  }

  func finish() throws { try file.finish() }

  /// Leaves no new file if the run fails. (If it is refused because of these lines, the file stays, to mend them.)
  func removeIfNew(unlessSucceeds leftovers: Leftovers) {
    if !file.replaces { leftovers.undoIfFailing { [file] in file.remove() } }
  }

  func discard() { file.discard() }
}
