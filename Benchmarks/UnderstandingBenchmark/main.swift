import Foundation
import Laboratory
import NavigationAudit
import NavigationModel

// Drafts app maps for the logs of made-up teams and compares the tables from the unedited draft with those of the same events with native names.
//
//   swift run -c release understanding-benchmark [LOGS]
//
// Half of the seeds are 1, 2, 3 …, for development. The other half depends on the commit, so that nobody can tune to it.

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 300
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("navaudit-understanding-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

/// The tables about how people moved.
let compared = ["tabs", "tab_switches", "more", "menus", "menu_items", "screens", "gestures", "depth", "transitions"]

func commit() -> String {
  let git = Process()
  let output = Pipe()
  git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  git.arguments = ["git", "rev-parse", "HEAD"]
  git.standardOutput = output
  git.standardError = FileHandle.nullDevice
  try? git.run()
  git.waitUntilExit()
  return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The tables that an unedited draft gives for a log.
func tables(of log: [UInt8], named name: String) async throws -> [String: [String]] {
  let file = folder.appendingPathComponent(name).path
  let map = folder.appendingPathComponent("map.yml").path
  let output = folder.appendingPathComponent("reports").path
  try? FileManager.default.removeItem(atPath: output)
  try Data(log).write(to: URL(fileURLWithPath: file))
  var options = AuditOptions()
  options.logs = [file]
  try Data(try await Audit(options).draftMap().text.utf8).write(to: URL(fileURLWithPath: map))
  options.map = map
  _ = try await Audit(options).analyze(output: output)
  return Dictionary(
    uniqueKeysWithValues: compared.map { table in
      // The last columns hold the app and the period, which includes events other than navigation.
      let text = String(decoding: FileManager.default.contents(atPath: "\(output)/\(table).csv") ?? Data(), as: UTF8.self)
      return (table, text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(3).joined(separator: ",") })
    })
}

struct Tally {
  var logs = 0, equal = 0, wrong = 0, allClear = 0, failed = 0

  mutating func add(_ dialect: Dialect) async {
    logs += 1
    do {
      let native = try await tables(of: dialect.nativeLog, named: "native.ndjson")
      let own = try await tables(of: dialect.log, named: dialect.fileName)
      let different = compared.filter { native[$0] != own[$0] }
      var options = AuditOptions()
      options.logs = [folder.appendingPathComponent(dialect.fileName).path]
      let direct = try await Audit(options).analyze(output: folder.appendingPathComponent("direct").path)
      let isSure = !direct.notes.contains { $0.contains("not sure") } && direct.notAssessed == nil
      if different.isEmpty { equal += 1 } else { print("\(dialect.name): different \(different.joined(separator: ", "))\(isSure ? ", and sure" : "")") }
      if !different.isEmpty, isSure { wrong += 1 }
      if !different.isEmpty, direct.notAssessed == nil, direct.findings.isEmpty { allClear += 1 }
    } catch {
      failed += 1
      print("\(dialect.name): \(error)")
    }
  }

  func row(_ name: String) -> String { "| \(name) | \(logs) | \(share(equal)) | \(share(wrong)) | \(share(allClear)) | \(share(failed)) |" }
  private func share(_ part: Int) -> String { "\((Double(part) / Double(max(1, logs)) * 1000).rounded() / 10)%" }
}

let head = commit()
let base = fnv1a(head.utf8) | 1 << 63
func tally(_ logs: Int, firstSeed: UInt64) async -> Tally {
  var tally = Tally()
  for number in 0..<UInt64(logs) { await tally.add(Dialect(seed: firstSeed &+ number)) }
  return tally
}
let development = await tally(count / 2, firstSeed: 1)
let heldOut = await tally(count - count / 2, firstSeed: base)
print(
  """

  # Logs in teams' own words

  \(count) logs at commit \(head.prefix(12)). Equal: the untouched draft map gives the tables of the same events in native words. Wrong and sure: the tables differ,
  and nothing said so. All clear: no finding and a verdict, on tables that differ.

  | seeds | logs | equal | wrong and sure | false all-clear | not read |
  |---|--:|--:|--:|--:|--:|
  \(development.row("development"))
  \(heldOut.row("held out"))
  """)
