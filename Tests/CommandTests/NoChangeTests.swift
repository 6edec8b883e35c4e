import Foundation
import TestSupport
import Testing

/// Logs of people who do what they always did: nothing may be said to have changed.
@Suite("Where nothing changes")
struct NoChangeTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// People with tastes of their own, who open the app at random. Some flaws hover around their thresholds.
  /// - Parameter chance: of a session on a day; half of the people come half as often.
  private func people(_ users: Range<Int>, days: Range<Int>, chance: Double, seed: UInt64) -> Data {
    var lines: [LogLine] = []
    for user in users {
      var random = SeededGenerator(seed: seed ^ UInt64(user) << 20)
      let knowsMenu = Double.random(in: 0..<1, using: &random) < 0.45
      let tabs = ["Search", "Orders", "Profile"].filter { _ in !random.once(in: 4) }
      for day in 0..<(days.upperBound) {
        var own = SeededGenerator(seed: seed ^ UInt64(user) << 20 ^ UInt64(day) << 40 ^ 1)
        guard Double.random(in: 0..<1, using: &own) < (user % 2 == 0 ? chance : chance / 2), days.contains(day) else {
          continue
        }
        var second = 8 * 3600 + Int.random(in: 0..<36_000, using: &own)
        func log(_ event: String, _ more: KeyValuePairs<String, String> = [:]) {
          second += Int.random(in: 4...40, using: &own)
          let time = Date(timeIntervalSince1970: 1_772_409_600 + Double(day * 86_400 + second)).formatted(.iso8601)
          lines.append(LogLine(time, "person-\(user)", event, more))
        }
        log("app_open", ["via": "cold", "platform": "android", "app_version": "1.0", "device": "phone"])
        log("tab_select", ["target": "Home", "screen": "Home"])
        for _ in 0..<Int.random(in: 1...4, using: &own) {
          if knowsMenu, own.once(in: 3) {
            log("menu_open")
            if own.once(in: 2) {
              log("menu_select", ["target": "Help", "screen": "Help"])
            } else {
              log("menu_close", ["via": "outside"])
            }
          }
          let tab = tabs.randomElement(using: &own) ?? "Home"
          log("tab_select", ["target": tab, "screen": tab])
          let depth = Int.random(in: 0...4, using: &own)
          for level in 0..<depth { log("push", ["screen": "\(tab) \(level)"]) }
          for level in (0..<depth).reversed() where !own.once(in: 3) || level == depth - 1 {
            log("back", ["screen": level == 0 ? tab : "\(tab) \(level - 1)"])
          }
        }
      }
    }
    return lines.ndjson
  }

  @Test(.thorough, arguments: [false, true]) func `seven weekly runs claim nothing`(grows: Bool)
    throws
  {
    var sentences: [String] = []
    for week in 0..<7 {
      try folder.write(
        people(0..<160, days: (grows ? 0 : week * 7)..<(week * 7 + 7), chance: 0.5, seed: 71), to: "week.ndjson")
      let outcome = try navaudit.run(["analyze", "week.ndjson", "--output", "Reports", "--no-store"])
      #expect(outcome.status == 0)
      guard let sentence = outcome.prose.firstMatch(of: /Since the run up to [^:]*: ([^.]*)\./)?.1 else { continue }
      sentences.append(String(sentence))
      let claims = sentence.matches(of: /([0-9,]+) (?:findings? )?(?:is|are) (?:new|gone|worse|better)/)
      #expect(claims.isEmpty, "week \(week + 1): \(sentence)")
    }
    #expect(sentences.count == 6)
    #expect(!folder.isWithoutFindings, "there is something to claim")
  }

  @Test(.thorough) func `people who come twice as often are no effect, and are compared by their first sessions`()
    throws
  {
    try folder.write(people(0..<300, days: 0..<28, chance: 0.2, seed: 72), to: "before.ndjson")
    try folder.write(people(1000..<1300, days: 0..<28, chance: 0.5, seed: 73), to: "after.ndjson")
    let outcome = try navaudit.run(["compare", "before.ndjson", "after.ndjson", "--output", "Comparison"])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    let table = try folder.table("Comparison/compare.csv")
    let verdict = try #require(table.columns.firstIndex(of: "verdict"))
    #expect(Set(table.rows.map { $0[verdict] }).isDisjoint(with: ["better", "worse"]))
    #expect(outcome.prose.contains("[exposure]"))
  }
}

extension TemporaryFolder {
  fileprivate var isWithoutFindings: Bool { (try? table("Reports/findings.csv").rows.isEmpty) ?? true }
}
