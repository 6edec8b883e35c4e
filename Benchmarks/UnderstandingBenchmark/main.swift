import ArgumentParser
import Foundation
import Harness
import Simulation

// Drafts app maps for the logs of made-up teams and compares the tables from the unedited draft with those of the same
// events with native names.
//
// Half of the seeds are 1, 2, 3 …, for development. The other half depends on the commit, so that nobody can tune to
// it.

struct UnderstandingBenchmark: ParsableArguments {
  @Argument(help: "Number of logs.") var logs = 300
}

let count = UnderstandingBenchmark.parseOrExit().logs
let audit = try Audited()
defer { audit.cleanUp() }

/// The tables about how people moved.
let compared = ["tabs", "tab_switches", "more", "menus", "menu_items", "screens", "gestures", "depth", "transitions"]

/// What `analyze` says of a log that has no map.
struct Direct: Decodable {
  struct Finding: Decodable {}
  let notes: [String]
  let findings: [Finding]
  let not_assessed: String?

  init(_ file: String) throws {
    let said = try audit.run(["analyze", file, "--output", audit.path("direct"), "--json"]).output
    self = try JSONDecoder().decode(Direct.self, from: Data(said.utf8))
  }
}

/// What comes of logs with seeds from some number on, as a row of the results.
func row(_ name: String, _ logs: Int, firstSeed: UInt64) -> String {
  var equal = 0
  var wrong = 0
  var allClear = 0
  var failed = 0
  for number in 0..<UInt64(logs) {
    let dialect = Dialect(seed: firstSeed &+ number)
    do {
      let native = try audit.draftedTables(of: dialect.nativeLog, in: "native.ndjson", compared)
      let own = try audit.draftedTables(of: dialect.log, in: dialect.fileName, compared)
      let different = zip(compared, zip(native, own)).filter { $1.0 != $1.1 }.map(\.0)
      let direct = try Direct(audit.path(dialect.fileName))
      let isSure = !direct.notes.contains { $0.contains("not sure") } && direct.not_assessed == nil
      if different.isEmpty {
        equal += 1
      } else {
        print("\(dialect.name): different \(different.joined(separator: ", "))\(isSure ? ", and sure" : "")")
        wrong += isSure ? 1 : 0
        allClear += direct.not_assessed == nil && direct.findings.isEmpty ? 1 : 0
      }
    } catch {
      failed += 1
      print("\(dialect.name): \(error)")
    }
  }
  return "| \(name) | \(logs) | "
    + [equal, wrong, allClear, failed].map { percent($0, of: logs) + " |" }.joined(separator: " ")
}

let head = currentCommit()
let development = row("development", count / 2, firstSeed: 1)
let heldOut = row("held out", count - count / 2, firstSeed: fnv1a(head.utf8) | 1 << 63)
print(
  """

  # Logs in teams' own words

  \(count) logs at commit \(head.prefix(12)). Equal: the untouched draft map gives the tables of the same events in \
  native words. Wrong and sure: the tables differ,
  and nothing said so. All clear: no finding and a verdict, on tables that differ.

  | seeds | logs | equal | wrong and sure | false all-clear | not read |
  |---|--:|--:|--:|--:|--:|
  \(development)
  \(heldOut)
  """)
