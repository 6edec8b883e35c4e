import Foundation
import NavigationModel

@testable import EventLogs

/// Reads a log from its text, like a run.
func readLog(
  _ text: String, plan: FieldPlan = .native, format: String? = nil, keepsRejected: Bool = false, workers: Int = 2,
  blockSize: Int = 4 << 20
) async throws -> (events: [Event], log: EventLog, tables: LogTables) {
  try await readLog(
    Data(text.utf8), plan: plan, format: format, keepsRejected: keepsRejected, workers: workers, blockSize: blockSize)
}

func readLog(
  _ data: Data, plan: FieldPlan = .native, format: String? = nil, keepsRejected: Bool = false, workers: Int = 2,
  blockSize: Int = 4 << 20
) async throws -> (events: [Event], log: EventLog, tables: LogTables) {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("navaudit-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent("log")
  try data.write(to: file)
  let inputs = try LogInputs.find([file.path]).inputs
  let reader = LogReader(
    inputs: inputs, plan: plan, format: format, keepsRejected: keepsRejected, workers: workers, blockSize: blockSize)
  let tables = LogTables()
  let log = try await reader.read(into: tables)
  return (log.blocks.flatMap(\.events), log, tables)
}

extension EventLog {
  /// Rejected lines by reason, with the texts of messages.
  var rejectedByReason: [String: Int] {
    Dictionary(uniqueKeysWithValues: tally.rejected.map { ($0.key.rawValue, $0.value) })
  }
}
