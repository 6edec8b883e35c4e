import Foundation
import TestSupport
import Testing

/// `--fail-on` means the same in every command that judges.
@Suite("Exit statuses")
struct ExitStatusPropertyTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }

  /// Logs that cannot be judged: without navigation, of too few people, and with events that are not understood.
  private static let unjudged: [(name: String, lines: [LogLine])] = [
    ("nothing", lines(users: 40) { [("purchase", ["item": "x\($0)"])] }),
    ("few", lines(users: 4) { _ in [("tab_select", ["target": "Home"]), ("push", ["screen": "A"])] }),
    (
      "unknown",
      lines(users: 40) { _ in [("tab_select", ["target": "Home"]), ("open_detail_screen", ["screen_name": "A"])] }
    ),
  ]

  private static func lines(users: Int, _ events: (Int) -> [(String, KeyValuePairs<String, String>)]) -> [LogLine] {
    (0..<users).flatMap { user in
      (0..<3).flatMap { day in
        events(user).enumerated().map {
          LogLine("2026-03-0\(day + 1)T08:00:\(10 + $0.offset)Z", "u\(user)", $0.element.0, $0.element.1)
        }
      }
    }
  }

  @Test(arguments: 0..<3) func `what cannot be judged does not pass`(index: Int) throws {
    let (name, lines) = Self.unjudged[index]
    try folder.write(lines.ndjson, to: "log.ndjson")
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "good.ndjson")
    #expect(try navaudit("ingest", "log.ndjson", "--store", "log.sqlite").status == 0)
    let commands = [
      ["analyze", "log.ndjson"], ["report", "log.sqlite"],
      ["compare", "good.ndjson", "log.ndjson", "--allow", allowed],
      ["compare", "log.ndjson", "good.ndjson", "--allow", allowed],
    ]
    for command in commands {
      let options = ["--fail-on", "error", "--output", "New"]
      let strict = try navaudit.run(command + options)
      #expect(strict.status == 2, "\(name), \(command): \(strict.output)\(strict.errors)")
      if strict.errors.contains("too few to compare") { continue }
      #expect(strict.errors.contains("not assessed"), "\(name), \(command): \(strict.errors)")
      let lenient = try navaudit.run(command + options + ["--allow", "unassessed"])
      #expect(lenient.status == 0, "\(name), \(command): \(lenient.output)\(lenient.errors)")
      #expect(try navaudit.run(command + ["--output", "New"]).status == 0, "\(name), \(command)")
    }
  }

  /// The sides are different apps.
  private var allowed: String { "overlap,user-ids,structure,window,instrumentation,platforms" }
}
