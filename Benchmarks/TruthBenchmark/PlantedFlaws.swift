import Foundation
import Harness
import Simulation

/// Planted flaws, in logs that lost events and include a robot, over three releases: how many are found.
func plantedFlaws(runs: Int, _ audit: Audited) throws -> String {
  var found = 0
  var all = 0
  var missed: [String: Int] = [:]
  for flaw in Flaw.allCases {
    Report.progress(flaw.rule)
    for run in 0..<runs {
      let seed = UInt64(run * 1009 + 17)
      let app = try SimulatedApp.wellBuilt().with([flaw])
      var log = try SimulatedLog(app, SimulationOptions(users: 400, seed: seed))
      log.apply(.loses(0.05), seed: seed)
      let findings = try audit.findings(log.log + robot(in: app, seed: seed), map: app.appMap())
      for planted in log.flaws {
        all += 1
        if findings.contains(where: { $0.rule == planted.rule && $0.subject == planted.subject && $0.state != "over" }) {
          found += 1
        } else {
          missed["\(planted.rule): \(planted.subject)", default: 0] += 1
        }
      }
    }
  }
  return """
    ## True flaws that are still found

    \(found) of \(all) planted flaws (\(Report.percent(found, of: all))) are found with 5% of all events lost, a robot and three releases; target: at least 90%.

    | missed | of \(runs) logs |
    |---|--:|
    \(missed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "| \($0.key) | \($0.value) |" }.joined(separator: "\n"))

    """
}

/// Planted flaws under two circumstances at once: how many are found.
func flawsInCircumstances(runs: Int, seed: UInt64, _ audit: Audited) throws -> String {
  let possible = Circumstance.all.filter(\.isOfLog)
  var found = 0
  var all = 0
  var missed: [String: Int] = [:]
  for (index, flaw) in Flaw.allCases.enumerated() {
    Report.progress("\(flaw.rule), in circumstances")
    for run in 0..<runs {
      var dice = Dice(seed: seed, index, run)
      let app = try SimulatedApp.wellBuilt().with([flaw])
      var log = try SimulatedLog(app, SimulationOptions(users: 400, seed: dice.bits()))
      let two = Array(dice.shuffled(possible).prefix(2))
      for circumstance in two { log.apply(circumstance, seed: dice.bits()) }
      let findings = try audit.findings(log.log, map: app.appMap())
      for planted in log.flaws {
        all += 1
        if findings.contains(where: { $0.rule == planted.rule && log.unlabeled($0.subject) == planted.subject && $0.state != "over" }) {
          found += 1
        } else {
          missed["\(planted.rule) (\(two.map(\.name).joined(separator: ", ")))", default: 0] += 1
        }
      }
    }
  }
  return """
    ## True flaws under two circumstances

    \(found) of \(all) planted flaws (\(Report.percent(found, of: all))) are found; target: at least 85%. Seed \(seed).

    Missed: \(missed.keys.sorted().joined(separator: "; ")).

    """
}

/// A robot that uses an app.
private func robot(in app: SimulatedApp, seed: UInt64) -> [UInt8] {
  var nobody = Population()
  nobody.users = 0
  nobody.releases = [("3.2.0", 0)]
  var log = SimulatedLog(app, nobody, seed: seed)
  log.apply(.robot(.monkeys), seed: seed)
  return log.log
}
