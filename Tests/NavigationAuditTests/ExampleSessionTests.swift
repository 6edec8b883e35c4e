import Foundation
import GRDB
import TestSupport
import Testing

/// The sessions that a report shows behind a finding are those of its store.
@Suite struct ExampleSessionTests {
  /// What a report shows of a session: its name, and its screens with the numbers of steps before and after them.
  private struct Strip {
    let session: String
    let screens: [String]
    let before: Int
    let after: Int

    /// - Parameter line: `  - `u0000000000000001-1` (…): 3 before › Home › **More: Coupons** › 2 after`.
    init?(_ line: Substring) {
      guard let match = line.firstMatch(of: /^  - `(u[0-9a-f]{16}-[0-9]+)` \(.*?\): (.*)$/) else { return nil }
      session = String(match.1)
      var stops = match.2.components(separatedBy: " › ")
      func count(_ stop: String?, _ word: String) -> Int? {
        stop.flatMap { $0.hasSuffix(" \(word)") ? Int($0.dropLast(word.count + 1)) : nil }
      }
      let first = count(stops.first, "before")
      let last = count(stops.last, "after")
      if first != nil { stops.removeFirst() }
      if last != nil { stops.removeLast() }
      before = first ?? 0
      after = last ?? 0
      screens = stops.map { stop in
        let name = stop.replacing("**", with: "")
        return name.components(separatedBy: ": ").last ?? name
      }
    }
  }

  @Test func `a strip has the steps of its session, and says how many it leaves out`() throws {
    let run = Run()
    try run.folder.write(SampleLog.lines(users: 1...60).joined(separator: "\n"), to: "log.ndjson")
    try run("analyze", "log.ndjson", "--output", "Reports", "--map", Fixtures.sample("navaudit.yml").path)
    let strips = try run.folder.text("Reports/report.md").split(separator: "\n").compactMap(Strip.init)
    #expect(strips.count > 5)
    let store = try DatabaseQueue(path: run.folder.path("Reports/navigation.sqlite"))
    for strip in strips {
      let steps = try store.read { db in
        try String.fetchAll(
          db, sql: "SELECT screen FROM step WHERE session = ? ORDER BY number", arguments: [strip.session])
      }
      #expect(steps.count == strip.before + strip.screens.count + strip.after, "\(strip.session)")
      #expect(Array(steps.dropFirst(strip.before).prefix(strip.screens.count)) == strip.screens, "\(strip.session)")
    }
    // Without a store of these sessions, a report names them.
    try run("analyze", "log.ndjson", "--no-store", "--output", "Alone", "--map", Fixtures.sample("navaudit.yml").path)
    let alone = try run.folder.text("Alone/report.md").split(separator: "\n")
    #expect(alone.compactMap(Strip.init).isEmpty)
    #expect(alone.count { $0.hasPrefix("  - `u") } == strips.count)
  }
}
