import EventLogs
import Measures
import NavigationModel
import Reporting
import NavigationStore

extension EventLog.Source {
  /// The file's name in the store and in reports: its path without e-mail addresses and phone numbers. (Ids stay: parts of an export are named by them.)
  var shownName: String { PersonalData.masked(summary.name, [.email, .phone]) ?? summary.name }
}

/// Reads logs and checks whether they are usable.
struct LogIntake {
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

  struct Result {
    /// How the sources were read. The events are in the spool.
    var log: EventLog
    var spool: EventSpool
    var passedOver: [PassedOver]
    var rejections: [AuditContents.RejectedLines]
  }

  /// - Throws: for logs that cannot be read, hold no events, or have too many rejected lines.
  func read(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> Result {
    let result = try await take(found, spillingTo: spillFolder, progress: progress)
    try check(result.log)
    return result
  }

  /// Reads what may be a part of a log, without the checks on the total of its lines.
  /// - Throws: for logs that cannot be read.
  /// - Parameters:
  ///   - found: the inputs.
  ///   - spillFolder: for events that do not fit into memory: a folder on the disk of the output, where space is needed anyway.
  func take(_ found: LogInputs, spillingTo spillFolder: String, progress: ReadingProgress?) async throws -> Result {
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
    return Result(
      log: log, spool: spool, passedOver: found.passedOver, rejections: AuditContents.RejectedLines.byReason(log))
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

extension AuditContents.RejectedLines {
  /// The rejected lines of a log by reason, the most common first, with the positions of the first of each.
  fileprivate static func byReason(_ log: EventLog) -> [AuditContents.RejectedLines] {
    let tally = log.tally
    return tally.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, count in
      let examples = log.sources.flatMap { source in
        source.tally.rejections.lazy.filter { $0.reason == reason }.prefix(3).map { "\(source.shownName), \(source.summary.unit) \($0.line)" }
      }
      return .init(reason: reason.rawValue, count: count, examples: Array(examples.prefix(3)))
    }
  }
}
