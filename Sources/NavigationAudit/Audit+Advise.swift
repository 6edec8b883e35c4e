import EventLogs
import Foundation
import Reporting
import UsabilityRules

extension Audit {
  /// Computes the plan from logs, or from a store if that is the only input, and writes `entries.csv`, `plans.csv` and `moves.csv` into a folder.
  public func advise(output: String) async throws -> AuditOutcome {
    let files = Advice.tableNames.map { $0 + ".csv" }
    let isStore = options.logs.count == 1 && Shards.areStores(options.logs[0])
    let runFiles =
      isStore
      ? try RunFiles(options, stores: options.logs)
      : try RunFiles(options, logs: LogInputs.find(options.logs).identities, map: LoadedMap(file: options.map, logs: options.logs))
    try OutputFolder.expectNoLoss(in: output, writing: files, of: files, runFiles: runFiles)
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("navaudit-advise-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    } catch {
      throw AuditError("\(FileManager.default.temporaryDirectory.path): no temporary files can be written there; name a folder where they can with TMPDIR")
    }
    defer { try? FileManager.default.removeItem(at: scratch) }
    let reports = scratch.appendingPathComponent("reports")
    var outcome = isStore ? try await report(on: options.logs[0], output: reports.path) : try await analyze(output: reports.path)
    let described = try DataPackage.resources(in: String(contentsOf: reports.appendingPathComponent(DataPackage.fileName), encoding: .utf8)) ?? []
    let folder = try OutputFolder(output)
    let piece = leftovers.begin { folder.discard() }
    do {
      for file in files { try folder.write(Data(contentsOf: reports.appendingPathComponent(file)), to: file) }
      try folder.alone {
        try leftovers.end(piece) {
          try folder.finish(
            package: DataPackage(title: "Navigation audit", tables: []), descriptions: described.filter { files.contains($0.path) }, removing: [])
        }
      }
    } catch {
      leftovers.end(piece) { folder.discard() }
      throw error
    }
    outcome.folder = output
    outcome.files = files
    return outcome
  }
}
