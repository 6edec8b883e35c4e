import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import Synchronization

extension EventLog.Source {
  /// The file's name in the store and in reports: its path without e-mail addresses and phone numbers. (Ids stay: parts of an export are named by them.)
  var shownName: String { PersonalData.masked(summary.name, [.email, .phone]) ?? summary.name }
}

/// Logs that were read.
struct LoadedLogs {
  /// How the sources were read. The events are in the spool.
  var log: EventLog
  var spool: EventSpool
  var skipped: [SkippedFile]
  var rejections: [ReportContents.RejectedLines]
}

/// Reads logs and checks whether they are usable.
struct LogLoader {
  let options: AuditOptions
  let map: AppMap
  let tables: LogTables
  /// What to undo if the process exits early.
  let leftovers: Leftovers
  /// Whether the first events of each mapping are kept.
  var keepsSamples = false
  /// Receives each block with the lines of its events, unordered; nil if they are not needed.
  var watch: (@Sendable (DecodedBlock) -> Void)?
  /// A file for the rejected lines; nil if they are only counted.
  var rejectedFile: String?

  init(options: AuditOptions, map: AppMap, tables: LogTables, leftovers: Leftovers = Leftovers()) {
    (self.options, self.map, self.tables, self.leftovers) = (options, map, tables, leftovers)
    rejectedFile = options.rejectedFile
  }

  /// - Throws: for logs that cannot be read, hold no events, or have too many rejected lines.
  func read(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> LoadedLogs {
    let result = try await take(found, spillingTo: spillFolder, progress: progress)
    try check(result.log)
    return result
  }

  /// Reads what may be a part of a log, without the checks on the total of its lines.
  /// - Throws: for logs that cannot be read.
  /// - Parameters:
  ///   - found: the inputs.
  ///   - spillFolder: for events that do not fit into memory: a folder on the disk of the output, where space is needed anyway.
  func take(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> LoadedLogs {
    var plan = FieldPlan(columns: map.columns, events: map.events, times: map.times)
    plan.keepsSamples = keepsSamples
    plan.keepsLines = watch != nil
    let budget = options.budget
    let reader = LogReader(
      inputs: found.inputs,
      options: LogReader.Options(
        plan: plan, format: options.format, keepsRejected: rejectedFile != nil, workers: options.workers, blockSize: budget.blockSize))
    let spool = EventSpool(budget: budget, tables: tables, folder: spillFolder)
    let rejected = try rejectedFile.map { try RejectedLines(file: $0, sources: reader.inputs.map(\.name)) }
    let piece = leftovers.begin { rejected?.discard() }
    let log: EventLog
    do {
      log = try await reader.read(into: tables, progress: progress) { [watch] block in
        watch?(block)
        try spool.take(&block)
        try rejected?.take(&block)
      }
      try leftovers.end(piece) { try rejected?.finish() }
    } catch {
      leftovers.end(piece) { rejected?.discard() }
      throw error
    }
    return LoadedLogs(
      log: log, spool: spool, skipped: found.skipped, rejections: ReportContents.RejectedLines.byReason(log))
  }

  private func check(_ log: EventLog) throws {
    let tally = log.tally
    if tally.lines > 0, Double(tally.faultyLines) > options.maxRejected * Double(tally.lines) {
      let reasons = tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
      let first = log.sources.lazy.compactMap { source in
        source.tally.rejections.first.map { "\(source.summary.name):\($0.line)" + ($0.detail.map { " (\($0))" } ?? "") }
      }.first
      throw AuditError.tooManyRejected(
        tally.faultyLines, of: tally.lines, limit: options.maxRejected, reasons: reasons, first: first ?? "")
    }
    if let time = tally.times.oldTime, !options.allowed.contains(.oldTimes) {
      throw AuditError.oldTimes(log.sources.first?.summary.name ?? "", time: time)
    }
    try expectComplete(log)
    if tally.events == 0, tally.excluded > 0 {
      throw AuditError("\(options.logs.joined(separator: ", ")): `exclude_users` of the app map leaves out all \(tally.excluded) events; narrow its patterns")
    }
    if tally.events == 0 { throw AuditError.noEvents(options.logs.joined(separator: ", ")) }
  }

  /// - Throws: if a log is truncated.
  func expectComplete(_ log: EventLog) throws {
    let cut = log.sources.filter(\.summary.isCutShort)
    if let first = cut.first, !options.allowed.contains(.truncated) {
      throw AuditError.truncated(first.summary.name, others: cut.count - 1)
    }
  }
}

/// How the logs were read, for reports.
struct LogAccount: Sendable {
  var sources: [Store.Source] = []
  /// Events of people who were removed: the file counts still include them.
  var forgottenEvents = 0
  /// Truncated log files.
  var cutSources = 0
  /// Kinds of unmapped events.
  var unread: [UnreadEvent] = []
}

extension Store {
  func account() throws -> LogAccount {
    LogAccount(sources: try sources(), forgottenEvents: try count(.forgottenEvents), cutSources: try count(.cutSources), unread: try unreadEvents())
  }

  func unreadEvents() throws -> [UnreadEvent] {
    try meta(.unreadEvents).flatMap { try? JSONDecoder().decode([UnreadEvent].self, from: Data($0.utf8)) } ?? []
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.shownName, digest: source.summary.digest, format: source.format, bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: source.tally.reasons)
  }

  /// Lines that could not be read.
  var rejected: Int { rejections.values.reduce(0, +) - excluded }
  /// Events of users that the app map excludes.
  var excluded: Int { rejections[RejectionReason.excludedUser.rawValue] ?? 0 }
}

extension ReportContents.RejectedLines {
  /// The rejected lines of a log by reason, the most common first, with the positions of the first of each.
  fileprivate static func byReason(_ log: EventLog) -> [ReportContents.RejectedLines] {
    let tally = log.tally
    return tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, count in
      let examples = log.sources.flatMap { source in
        source.tally.rejections.lazy.filter { $0.reason == reason }.prefix(3).map { "\(source.shownName), \(source.summary.unit) \($0.line)" }
      }
      return .init(reason: reason.rawValue, count: count, examples: Array(examples.prefix(3)))
    }
  }
}

/// The file of rejected lines, for fixing them: file, line, reason and text, tab-separated, in the order of the log.
///
/// Lines are written as they are found, so they need no memory, next to the file's final path until all are written.
final class RejectedLines: Sendable {
  private struct State {
    /// Text of blocks that follow one that is not decoded yet.
    var waiting: [Int: String] = [:]
    var next = 0
  }

  private let file: PendingFile
  /// The names of the sources.
  private let sources: [String]
  private let state = Mutex(State())

  init(file path: String, sources: [String]) throws {
    self.sources = sources
    file = try PendingFile(path, "file\tline\treason\ttext\n")
  }

  /// Takes the rejected lines of a block.
  func take(_ block: inout DecodedBlock) throws {
    var text = ""
    for rejection in block.tally.takeRejections() {
      // A row of a table may span several lines.
      let line = String((rejection.text ?? "").unicodeScalars.map { "\t\n\r".unicodeScalars.contains($0) ? " " : Character($0) })
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

  /// Moves the file to its final path.
  func finish() throws { try file.finish() }

  /// Removes the unfinished file.
  func discard() { file.discard() }
}

extension EventLog {
  /// Which of the sources count: not those whose bytes were already read.
  /// - Parameter known: digests of sources that were read before.
  func isNew(besides known: [String] = []) -> [Bool] {
    var digests = Set(known)
    return sources.map { digests.insert($0.summary.digest).inserted }
  }
}
