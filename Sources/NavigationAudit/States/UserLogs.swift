import CXXHash
import EventLogs
import Measures
import NavigationModel
import NavigationStore

/// Logs with all events of some users, read for a state or a survey.
struct UserLogs {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  let loadedLogs: LoadedLogs
  let users: ByteInterner
  /// Which of the sources count: not those whose bytes were already read.
  let isNew: [Bool]
  private(set) var label: StateLabel

  /// - Throws: if logs cannot be read, or an option needs all users.
  init(_ audit: Audit, bucket: Bucket?, output: StateOutput, store: String? = nil) async throws {
    options = audit.options
    var loaded = try LoadedMap(file: options.map, logs: options.logs, options: options)
    if options.infersStructure || loaded.map.infersStructure {
      throw AuditError(
        "inferring the structure needs all users; let `navaudit init LOG --output navaudit.yml` infer it once, from all logs or a sample of users, and name that --map"
      )
    }
    var found = try LogInputs.find(options.logs)
    var runFiles = try RunFiles(options, logs: found.identities, map: loaded)
    if output.path != "-" { try runFiles.write(output.path, named: "--output") }
    if let store { try runFiles.write(store: store) }
    try output.expectReplaceable()
    _ = try await loaded.draft(options, &found)
    if case .draft = loaded.origin {
      throw AuditError(
        "\(options.logs.joined(separator: ", ")): uses custom event names, and a map drafted from some users may differ from that of others; let `navaudit init LOG --output "
          + "navaudit.yml` draft it once and name it with --map")
    }
    self.loaded = loaded
    tables = LogTables(for: loaded.map)
    let reader = LogLoader(options: options, map: loaded.map, tables: tables, leftovers: audit.leftovers)
    loadedLogs = try await reader.take(found, spillingTo: output.spillFolder, progress: audit.progress.reading)
    try reader.expectComplete(loadedLogs.log)
    users = tables.users.takeEntries()
    let present = loadedLogs.spool.times.usersByLast.map(\.user)
    try bucket?.expect(present, in: users)
    isNew = loadedLogs.log.isNew()
    label = StateLabel(terms: StateTerms(options, map: loaded))
    if let bucket { label.ranges = HashRanges(bucket) } else { label.hasUnknownUsers = !present.isEmpty }
    if !present.isEmpty {
      let all = Array(Set(loadedLogs.log.sources.map(\.summary.digest)).sorted().joined().utf8)
      label.parts = [XXH64(all, all.count, 0)]
    }
    label.users = present.count
  }

  var limits: SessionLimits { options.sessionLimits }

  /// The events, removed from the spool.
  func takePartitions(key: PseudonymKey) async throws -> EventPartitions {
    try await loadedLogs.spool.takePartitions(where: { isNew[$0] }, users: users, key: key, workers: options.workers)
  }

  func span(of partitions: EventPartitions) async throws -> SessionSpan? {
    try await SessionSpan(loadedLogs.spool.times, partitions, limits) { try await partitions.load($0) }
  }
}
