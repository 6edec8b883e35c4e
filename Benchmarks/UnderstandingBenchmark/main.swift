import Foundation
import Harness
import Simulation

// Drafts app maps for the logs of made-up teams and compares the tables from the unedited draft with those of the same events with native names.
//
//   swift run -c release --package-path Benchmarks understanding-benchmark [LOGS]
//
// Half of the seeds are 1, 2, 3 …, for development. The other half depends on the commit, so that nobody can tune to it.

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 300
let audit = try Audited()
defer { audit.cleanUp() }

/// The tables about how people moved.
let compared = ["tabs", "tab_switches", "more", "menus", "menu_items", "screens", "gestures", "depth", "transitions"]

/// The tables that an unedited draft gives for a log.
func tables(of log: [UInt8], named name: String) throws -> [String: [String]] {
  let file = try audit.write(log, to: name)
  try? FileManager.default.removeItem(atPath: audit.path("reports"))
  try audit.run("init", file, "--output", audit.path("map.yml"), "--force", "--quiet")
  try audit.run("analyze", file, "--map", audit.path("map.yml"), "--output", audit.path("reports"), "--quiet")
  return Dictionary(
    uniqueKeysWithValues: compared.map { table in
      // The last columns hold the app and the period, which includes events other than navigation.
      let text = String(decoding: FileManager.default.contents(atPath: audit.path("reports/\(table).csv")) ?? Data(), as: UTF8.self)
      return (table, text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(3).joined(separator: ",") })
    })
}

/// What `analyze` says of a log that has no map.
struct Direct: Decodable {
  struct Finding: Decodable {}
  let notes: [String]
  let findings: [Finding]
  let not_assessed: String?

  init(_ file: String) throws {
    let said = try audit.run("analyze", file, "--output", audit.path("direct"), "--json").output
    self = try JSONDecoder().decode(Direct.self, from: Data(said.utf8))
  }
}

struct Tally {
  var logs = 0, equal = 0, wrong = 0, allClear = 0, failed = 0

  mutating func add(_ dialect: Dialect) {
    logs += 1
    do {
      let native = try tables(of: dialect.nativeLog, named: "native.ndjson")
      let own = try tables(of: dialect.log, named: dialect.fileName)
      let different = compared.filter { native[$0] != own[$0] }
      let direct = try Direct(audit.path(dialect.fileName))
      let isSure = !direct.notes.contains { $0.contains("not sure") } && direct.not_assessed == nil
      if different.isEmpty { equal += 1 } else { print("\(dialect.name): different \(different.joined(separator: ", "))\(isSure ? ", and sure" : "")") }
      if !different.isEmpty, isSure { wrong += 1 }
      if !different.isEmpty, direct.not_assessed == nil, direct.findings.isEmpty { allClear += 1 }
    } catch {
      failed += 1
      print("\(dialect.name): \(error)")
    }
  }

  func row(_ name: String) -> String { "| \(name) | \(logs) | \(share(equal)) | \(share(wrong)) | \(share(allClear)) | \(share(failed)) |" }
  private func share(_ part: Int) -> String { "\((Double(part) / Double(max(1, logs)) * 1000).rounded() / 10)%" }
}

let head = currentCommit()
let base = fnv1a(head.utf8) | 1 << 63
func tally(_ logs: Int, firstSeed: UInt64) -> Tally {
  var tally = Tally()
  for number in 0..<UInt64(logs) { tally.add(Dialect(seed: firstSeed &+ number)) }
  return tally
}
let development = tally(count / 2, firstSeed: 1)
let heldOut = tally(count - count / 2, firstSeed: base)
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
