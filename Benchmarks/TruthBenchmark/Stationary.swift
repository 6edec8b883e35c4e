import Foundation
import Harness
import Simulation

/// Logs in which nothing changes: how often a finding is `new`, and how often seven weekly runs claim a
/// change.
func stationary(runs: Int, seed: UInt64, _ audit: Audited) throws -> String {
  var new = 0
  var claiming = 0
  var claims: [String] = []
  for run in 0..<runs {
    progress("stationary log \(run + 1) of \(runs)")
    var dice = Dice(seed: seed, run, 17)
    let app = dice.chance(0.5) ? SimulatedApp.random(seed: dice.bits()) : dice.pick(SimulatedApp.wellBuiltKinds)
    var population = Population()
    population.users = dice.pick([150, 300, 600])
    population.days = 49
    population.new = 0
    population.limitSessions(to: 6000, app)
    let log = SimulatedLog(app, population, seed: dice.bits())
    let found = try audit.findings(log.events.log, map: app.map).filter { $0.state == "new" }
    if !found.isEmpty {
      new += 1
      claims.append("new: " + found.map { "\($0.about.rule) \($0.about.subject)" }.joined(separator: ", "))
    }
    // Every other team keeps all weeks in one log; the others look at each week.
    let grows = run % 2 == 0
    let folder = audit.path("weekly-\(run)")
    var changes: [String] = []
    for week in 0..<7 {
      let start = population.start + Int64(week) * 7 * 86_400_000
      let events = log.events.filter { (grows || $0.time >= start) && $0.time < start + 7 * 86_400_000 }
      let file = try audit.write(events.log, to: "week.ndjson")
      let map = try audit.write(app.map.utf8, to: "week.yml")
      let output = try audit.run(["analyze", file, "--map", map, "--output", folder]).output
      let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard let sentence = words.firstMatch(of: /Since the run up to [^:]*: ([^.]*)\./)?.1 else { continue }
      // `1 finding is new, 2 are gone, none are worse, none are better and 5 are about the same`: none are not digits.
      let isChange = sentence.matches(of: /([0-9,]+) (?:findings? )?(?:is|are) (?:new|gone|worse|better)/).contains {
        $0.1 != "0"
      }
      guard isChange else { continue }
      let report = try String(contentsOfFile: folder + "/report.md", encoding: .utf8)
      let since = report.components(separatedBy: "Since last time").last ?? ""
      let list = since.prefix(4000).split(separator: "\n").drop { !$0.hasPrefix("- ") }.prefix { !$0.hasPrefix("#") }
        .filter { $0.hasPrefix("- ") }
      let details = list.map { $0.dropFirst(2) }.joined(separator: " · ")
      changes.append(
        """
        \(app.name), \(population.users) users, week \(week + 1)\(grows ? " of a growing log" : ""): \(sentence): \
        \(details)
        """
      )
    }
    try? FileManager.default.removeItem(atPath: folder)
    if !changes.isEmpty {
      claiming += 1
      claims.append(contentsOf: changes)
    }
  }
  return """
    ## Logs in which nothing changes

    `new` in \(new) of \(runs) logs; target: at most 5%. Of \(runs) runs of seven weeks, \
    \(claiming) claim a change; target: at most one in 20. Seed \(seed).

    \(claims.map { "- \($0)" }.joined(separator: "\n"))

    """
}
