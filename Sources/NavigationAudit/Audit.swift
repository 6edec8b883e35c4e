import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// The entry point of the library: from logs to reports, from logs to a store, from a store to reports.
///
/// Errors are ``AuditError``, ``AppMapError``, or errors of the logs and the store; each describes itself in one line.
/// No file is left half-written.
public struct Audit: Sendable {
  public var options: AuditOptions
  /// How far the run has come.
  public let progress = Progress()
  let leftovers = Leftovers()

  public init(_ options: AuditOptions) { self.options = options }

  /// Removes what a run has begun to write, for a process that is about to exit: the run must not continue. A canceled
  /// run does this itself as soon as it notices.
  /// - Returns: whether the outcome of the run was already written. Then it stays, and the run is about to end.
  public func abandon() -> Bool { leftovers.undoAll() }

  /// The version of navaudit.
  public static let version = "0.1.0"
  /// Recorded in a store as the program that wrote it and computed its cached measures.
  static let tool = "navaudit \(version)"

  /// The name of the store in a folder of reports.
  public static let storeName = "navigation.sqlite"

  /// Reads logs and writes a folder of reports with a store.
  public func analyze(output: String) async throws -> AuditOutcome {
    var loaded = try LoadedMap(file: options.map, logs: options.logs, options: options)
    var found = try LogInputs.find(options.logs)
    let storePath = output + "/" + Self.storeName
    let runFiles = try RunFiles(options, logs: found.identities, map: loaded)
    let baseline = try baseline(for: output, runFiles)
    if options.storeUse != .leftAlone {
      try runFiles.expectFree(storePath)
      try Store.expectReplaceable(storePath, waiting: progress.waiting)
    }
    let earlier = try options.earlierReport(in: output)
    let drafted = try await loaded.draft(options, &found)
    let tables = LogTables(
      for: loaded.map, keepsSessionNames: options.revealsUsers && loaded.map.links.session != nil)
    let loadedLogs = try await LogLoader(options: options, map: loaded.map, tables: tables, leftovers: leftovers).read(
      found, spillingTo: output.nearestFolder, progress: progress.reading)
    let builder = Pipeline(
      options: options, loaded: loaded, tables: tables, progress: progress.folding, since: earlier?.period.upperBound)
    var notes = options.notes + builder.notes(on: loadedLogs) + drafted
    if let file = loaded.file, options.map == nil {
      notes.insert("app map: \(options.minimumGroup == nil ? file : file.lastComponent)", at: 0)
    }
    if options.storeUse != .written {
      let (result, account) = try await builder.measure(loadedLogs)
      try options.expectSessions(result.sums)
      let figures = try builder.figures(result, account, limits: builder.limits)
      let report = AuditReport(
        builder, result.structure, figures, rejections: loadedLogs.log.rejectedLines, hasStore: false, earlier: earlier)
      notes += builder.notes(on: result, figures)
      if options.storeUse == .leftAlone, FileManager.default.fileExists(atPath: storePath) {
        notes.append("\(storePath) is of an earlier run, not of these logs")
      }
      return try await write(
        report, to: output, removing: options.storeUse == .leftAlone ? nil : storePath, notes: notes, baseline: baseline
      )
    }
    return try await writing(into: output) { [notes] folder, end in
      let store = try Store.create(
        at: folder.workPath(of: Self.storeName), for: storePath, cache: options.budget.storeCache)
      let result = try await builder.measure(loadedLogs, into: store)
      try Task.checkCancellation()
      let revision = try store.revision()
      async let measures = builder.measuresToKeep(result.sums, in: store)
      try options.expectSessions(result.sums)
      let figures = try builder.figures(result, store)
      var report = AuditReport(
        builder, result.structure, figures, rejections: loadedLogs.log.rejectedLines,
        privacy: try .init(Self.storeName, store), earlier: earlier)
      try report.showSteps(of: store, names: tables.sessionNames)
      let (files, package) = try await report.write(to: folder, store: store)
      try builder.keep(await measures, in: store, at: revision)
      let outcome = report.outcome(
        folder: output, files: files + [Self.storeName], notes: notes + builder.notes(on: result, figures),
        baseline: baseline)
      try folder.alone {
        try Store.replacing(storePath, waiting: progress.waiting) {
          try report.record(in: store)
          try store.close()
          try finish(folder, outcome, package, end)
        }
      }
      return outcome
    }
  }

  /// Reads logs into a store, which is created if it does not exist. A file that is already in the store is skipped.
  public func ingest(into path: String) async throws -> IngestOutcome {
    var found = try LogInputs.find(options.logs)
    var runFiles = try RunFiles(options, logs: found.identities)
    try runFiles.write(store: path)
    let store = try Store.open(path, for: .changeOrMake, cache: options.budget.storeCache, waiting: progress.waiting)
    return try await leftovers.undoing({ store.removeIfMade() }) { end in
      leftovers.undoIfFailing { store.abandon() }
      var loaded = try LoadedMap(file: options.map, logs: options.logs, store: store, options: options)
      let drafted = try store.sources().isEmpty ? await loaded.draft(options, &found) : []
      let tables = LogTables(for: loaded.map)
      var reader = LogLoader(options: options, map: loaded.map, tables: tables, leftovers: leftovers)
      reader.known = try store.sources().map(\.digest)
      let loadedLogs = try await reader.read(
        found, spillingTo: path.parentFolder.nearestFolder, progress: progress.reading)
      let builder = Pipeline(options: options, loaded: loaded, tables: tables, progress: progress.folding)
      let before = try store.sources().count
      try await builder.ingest(loadedLogs, into: store, end)
      let added = try store.sources().dropFirst(before)
      try store.close()
      return IngestOutcome(
        store: path, files: added.count, events: added.reduce(0) { $0 + $1.events },
        known: loadedLogs.log.sources.count - added.count,
        notes: options.notes + builder.notes(on: loadedLogs) + drafted)
    }
  }

  /// Writes reports from a store, with the store's own map and session limits or with others.
  /// - Parameter path: the store, or a folder of stores with different users, which are read as one.
  public func report(on path: String, output: String) async throws -> AuditOutcome {
    let files = Shards.files(of: path)
    return files.count > 1
      ? try await report(onShards: path, output: output) : try await report(onStore: files[0], output: output)
  }

  private func report(onStore path: String, output: String) async throws -> AuditOutcome {
    let baseline = try baseline(for: output, RunFiles(options, stores: [path]))
    let store = try Store.open(path, for: .change, cache: options.budget.storeCache, waiting: progress.waiting)
    leftovers.undoIfFailing { store.abandon() }
    let loaded = try LoadedMap(file: options.map, logs: [], store: store, options: options)
    let earlier = try options.earlierReport(in: output)
    let builder = Pipeline(
      options: options, loaded: loaded, tables: LogTables(), progress: progress.folding,
      since: earlier?.period.upperBound)
    // sessions.csv is read from the store: for other settings, its sessions are replaced during the run and restored
    // afterwards.
    let hasSettings = try builder.hasSettings(of: store)
    let isOnLoan = options.writesSessions && !hasSettings
    try store.beginReading()
    let revision = try store.revision()
    async let whole: Void = store.check()
    if isOnLoan {
      try await whole
      store.rollback()
      try store.begin()
    }
    let result = isOnLoan ? try await builder.rebuild(store, isMeasured: true) : try await builder.measure(store)
    try await whole
    try options.expectSessions(result.sums, in: path)
    try Task.checkCancellation()
    return try await writing(into: output) { folder, end in
      async let measures = builder.measuresToKeep(result.sums, in: store)
      let figures = try builder.figures(result, store)
      let name = URL(fileURLWithPath: path).lastPathComponent
      var report = AuditReport(
        builder, result.structure, figures, hasStore: folder.holds(path, named: Self.storeName),
        privacy: try .init(name, store), earlier: earlier)
      if hasSettings { try report.showSteps(of: store) }
      let (files, package) = try await report.write(to: folder, store: store)
      let kept = try await measures
      store.rollback()
      var notes = builder.notes(on: result, figures)
      if options.minimumGroup != nil, folder.holds(path, named: name) {
        notes.append("\(path) contains every user; leave it out when you share the reports")
      }
      let outcome = report.outcome(folder: output, files: files, notes: notes, baseline: baseline)
      try folder.alone {
        // A read-only store keeps its findings and measures.
        if !store.isReadOnly {
          try store.begin()
          try builder.keep(kept, in: store, at: revision)
          try report.record(in: store)
        }
        try finish(folder, outcome, package, end) {
          if !store.isReadOnly { try store.commit() }
          try store.close()
        }
      }
      return outcome
    }
  }

  private func report(onShards path: String, output: String) async throws -> AuditOutcome {
    if options.writesSessions {
      throw AuditError("\(path): sessions.csv comes from one store; name one of the stores, or leave --sessions out")
    }
    let baseline = try baseline(for: output, RunFiles(options, stores: Shards.files(of: path)))
    let shards = try Shards(path, cache: options.budget.storeCache, waiting: progress.waiting)
    let loaded = try LoadedMap(file: options.map, logs: [], store: shards.stores[0], options: options)
    let earlier = try options.earlierReport(in: output)
    let builder = Pipeline(
      options: options, loaded: loaded, tables: LogTables(), progress: progress.folding,
      since: earlier?.period.upperBound)
    async let whole: Void = shards.check()
    let result = try await builder.measure(shards)
    try await whole
    try options.expectSessions(result.sums, in: path)
    let figures = try builder.figures(result, shards.account(), limits: builder.limits(shards.stores[0]))
    try shards.close()
    let report = AuditReport(builder, result.structure, figures, hasStore: false, earlier: earlier)
    return try await write(report, to: output, notes: builder.notes(on: result, figures), baseline: baseline)
  }

  /// Checks that reports can be written into a folder, before anything is read.
  func baseline(for output: String, _ runFiles: RunFiles) throws -> Baseline? {
    let baseline = try options.baseline.map { try Baseline(file: $0) }
    try OutputFolder.expectNoLoss(
      in: output, writing: AuditReport.files(options), of: AuditReport.allFiles, runFiles: runFiles)
    return baseline
  }

  /// Writes into a folder that is complete or untouched: if `body` fails before the end, what it has written is
  /// discarded.
  func writing<T>(into output: String, _ body: (OutputFolder, _ end: @escaping Leftovers.Ending) async throws -> T)
    async throws -> T
  {
    let folder = try OutputFolder(output)
    return try await leftovers.undoing({ folder.discard() }) { try await body(folder, $0) }
  }

  /// Writes reports without a store.
  /// - Parameter store: a store of an earlier run that is removed, if it is there.
  func write(
    _ report: AuditReport, to output: String, removing store: String? = nil, notes: [String], baseline: Baseline?
  ) async throws -> AuditOutcome {
    try Task.checkCancellation()
    return try await writing(into: output) { folder, end in
      let (files, package) = try await report.write(to: folder)
      let outcome = report.outcome(folder: output, files: files, notes: notes, baseline: baseline)
      try folder.alone {
        guard let store else { return try finish(folder, outcome, package, end) }
        try Store.replacing(store, waiting: progress.waiting) {
          try finish(folder, outcome, package, end)
          unlink(store)
        }
      }
      return outcome
    }
  }

  /// Moves all files of a run to their final paths, while no other run does.
  /// - Parameter closing: ends what the run has changed in a store, just before.
  private func finish(
    _ folder: OutputFolder, _ outcome: AuditOutcome, _ package: DataPackage, _ end: Leftovers.Ending,
    closing: @escaping () throws -> Void = {}
  ) throws {
    try end {
      let pending = try options.findingsOutputs.pending(outcome.record)
      do {
        try closing()
        try folder.finish(package: package, removing: AuditReport.allFiles)
      } catch {
        pending.forEach { $0.discard() }
        throw error
      }
      for file in pending { try file.finish() }
    }
  }

  /// Checks that a file can be written without overwriting one that the run reads.
  public func expectNoLoss(writing path: String) throws {
    var runFiles = try RunFiles(
      options, logs: LogInputs.find(options.logs).identities, map: LoadedMap(file: options.map, logs: []))
    try runFiles.write(path, named: "--output")
  }
}

extension AuditOptions {
  /// The report to compare with; nil if none is named, and the output folder holds none that can be read.
  fileprivate func earlierReport(in output: String) throws -> ReportContents.EarlierReport? {
    try since.map { try .init(at: $0) } ?? (try? .init(in: output))
  }

  /// - Parameter path: the store; nil if the logs were checked.
  /// - Throws: ``AuditError`` if there are no events, no session starts on the given days, or none is selected.
  fileprivate func expectSessions(_ sums: MeasureSums, in path: String? = nil) throws {
    if sums.measures.totals.events > 0 { return }
    if let only, sums.leftOut > 0 {
      throw AuditError("no session is selected by --only \(only); name other values, as the log writes them")
    }
    if let days, sums.leftOut > 0 {
      throw AuditError("no session starts \(days.words); name other days with --from and --to")
    }
    if let path { throw AuditError.noEvents(path) }
  }
}

extension ReportContents.Privacy {
  fileprivate init(_ name: String, _ store: Store) throws {
    self.init()
    self.store = name
    revealsUsers = try store.namesUsers()
  }
}
