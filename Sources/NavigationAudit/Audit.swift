import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// The library's face: from logs to reports, from logs to a store, from a store to reports.
///
/// Errors are ``AuditError``, ``AppMapError``, ``BaselineError``, or those of the logs and the store; each describes itself in one line.
/// Nothing is left half-written.
public struct Audit: Sendable {
  public var options: AuditOptions
  /// Is told what has been read, for whoever shows progress.
  public let progress = Progress()

  public init(_ options: AuditOptions) { self.options = options }

  /// What a run has read so far. May be asked at any time, from any thread.
  public struct Progress: Sendable {
    let reading = ReadingProgress()
    /// Bytes of the files, packed as they are.
    public var bytes: Int { reading.bytes }
    public var events: Int { reading.events }
  }

  /// The version of navaudit.
  public static let version = "0.1.0"

  /// The name of the store in a folder of reports.
  public static let storeName = "navigation.sqlite"

  /// Reads logs and writes a folder of reports with a store.
  public func analyze(output: String) async throws -> AuditOutcome {
    let baseline = try options.baseline.map { try Baseline(file: $0) }
    let loaded = try LoadedMap(file: options.map, logs: options.logs)
    let tables = LogTables()
    let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(
      spillingTo: output.nearestFolder, progress: progress.reading)
    let folder = try OutputFolder(output)
    do {
      let store = try Store.create(at: folder.workPath(of: Self.storeName), cache: options.budget.storeCache)
      let builder = ModelBuilder(options: options, loaded: loaded, tables: tables)
      var notes = builder.notes(on: intake)
      guard let result = try await builder.ingest(intake, into: store) else {
        throw AuditError.noEvents(options.logs.joined(separator: ", "))
      }
      let figures = try builder.figures(result, store)
      let report = AuditReport(options: options, loaded: loaded, figures: figures, rejections: intake.rejections)
      let files = try report.write(to: folder, store: store)
      try report.record(in: store)
      try store.close()
      try folder.finish(removing: AuditReport.allFiles)
      if let file = loaded.file, options.map == nil { notes.insert("app map: \(file)", at: 0) }
      return report.outcome(folder: output, files: files + [Self.storeName], notes: notes, baseline: baseline)
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Reads logs into a store, which is made where there is none. A file that is in the store already changes nothing.
  public func ingest(into path: String) async throws -> IngestOutcome {
    let isNew = !FileManager.default.fileExists(atPath: path)
    do {
      let store = try Store.open(path, createsIfMissing: true, cache: options.budget.storeCache)
      let loaded = try LoadedMap(file: options.map, logs: options.logs, store: store)
      let tables = LogTables()
      let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(
        spillingTo: path.parentFolder.nearestFolder, progress: progress.reading)
      let builder = ModelBuilder(options: options, loaded: loaded, tables: tables)
      let before = try store.sources().count
      _ = try await builder.ingest(intake, into: store, measures: false)
      let added = try store.sources().dropFirst(before)
      try store.close()
      return IngestOutcome(
        store: path, files: added.count, events: added.reduce(0) { $0 + $1.events }, known: intake.log.sources.count - added.count,
        notes: builder.notes(on: intake))
    } catch {
      if isNew { Store.remove(path) }
      throw error
    }
  }

  /// Works the reports out again from a store, with its own map and gap or with others.
  public func report(on path: String, output: String) async throws -> AuditOutcome {
    let baseline = try options.baseline.map { try Baseline(file: $0) }
    let store = try Store.open(path, createsIfMissing: false, cache: options.budget.storeCache)
    let loaded = try LoadedMap(file: options.map, logs: [], store: store)
    let builder = ModelBuilder(options: options, loaded: loaded, tables: LogTables())
    // sessions.csv is read from the store: for other settings its sessions are replaced for the time of the run, and then put back.
    let hasSettings = try builder.hasSettings(of: store)
    let isOnLoan = options.writesSessions && !hasSettings
    if isOnLoan { try store.begin() }
    let result = try await builder.replay(store, writes: isOnLoan)
    guard result.measures.totals.events > 0 else { throw AuditError.noEvents(path) }
    let figures = try builder.figures(result, store)
    let folder = try OutputFolder(output)
    do {
      let report = AuditReport(
        options: options, loaded: loaded, figures: figures, rejections: [], hasStore: folder.holds(path, named: Self.storeName),
        queryStore: hasSettings ? URL(fileURLWithPath: path).lastPathComponent : nil)
      let files = try report.write(to: folder, store: store)
      if isOnLoan { store.rollback() }
      try report.record(in: store)
      try store.close()
      try folder.finish(removing: AuditReport.allFiles)
      return report.outcome(folder: output, files: files, notes: [], baseline: baseline)
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Judges a store as ``report(on:output:)`` does, and writes nothing.
  public func findings(of path: String) async throws -> [Finding] {
    let store = try Store.open(path, createsIfMissing: false, isReadOnly: true)
    let loaded = try LoadedMap(file: options.map, logs: [], store: store)
    let builder = ModelBuilder(options: options, loaded: loaded, tables: LogTables())
    let result = try await builder.replay(store)
    guard result.measures.totals.events > 0 else { throw AuditError.noEvents(path) }
    let figures = try builder.figures(result, store)
    try store.close()
    return AuditReport(options: options, loaded: loaded, figures: figures, rejections: []).findings
  }
}
