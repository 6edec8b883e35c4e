import Harness
import Simulation

/// Planted flaws, in logs that lost events and include a robot, over three releases: how many are found.
func plantedFlaws(runs: Int, _ audit: Audited) throws -> String {
  let (found, all, missed) = try flawsFound(runs: runs, audit) { app, _, run in
    let seed = UInt64(run * 1009 + 17)
    var log = try SimulatedLog(app, SimulationOptions(users: 400, seed: seed))
    log.apply(.loses(0.05), seed: seed)
    // A robot that uses the app apart from its people.
    var nobody = Population()
    nobody.users = 0
    nobody.releases = [("3.2.0", 0)]
    var robot = SimulatedLog(app, nobody, seed: seed)
    robot.apply(.robot(.monkeys), seed: seed)
    log.events += robot.events
    return (log, "")
  }
  return """
    ## True flaws that are still found

    \(found) of \(all) planted flaws (\(percent(found, of: all))) are found with 5% of all events lost, a robot and \
    three releases; target: at least 90%.

    | missed | of \(runs) logs |
    |---|--:|
    \(missed.ranked.map { "| \($0.key) | \($0.value) |" }.joined(separator: "\n"))

    """
}

/// Planted flaws under two circumstances at once: how many are found.
func flawsInCircumstances(runs: Int, seed: UInt64, _ audit: Audited) throws -> String {
  let possible = Circumstance.all.filter(\.isOfLog)
  let (found, all, missed) = try flawsFound(runs: runs, audit) { app, number, run in
    var dice = Dice(seed: seed, number, run)
    var log = try SimulatedLog(app, SimulationOptions(users: 400, seed: dice.bits()))
    let two = Array(dice.shuffled(possible).prefix(2))
    for circumstance in two { log.apply(circumstance, seed: dice.bits()) }
    return (log, " (\(two.map(\.name).joined(separator: ", ")))")
  }
  return """
    ## True flaws under two circumstances

    \(found) of \(all) planted flaws (\(percent(found, of: all))) are found; target: at least 85%. Seed \(seed).

    Missed: \(missed.keys.sorted().joined(separator: "; ")).

    """
}

/// How many flaws are found in the logs of the well-built app with each of them, and which are missed.
/// - Parameter draw: draws a log of the app with the flaw of this number, and says what happened to it.
private func flawsFound(
  runs: Int, _ audit: Audited, draw: (SimulatedApp, _ number: Int, _ run: Int) throws -> (SimulatedLog, String)
) throws -> (found: Int, all: Int, missed: [String: Int]) {
  var found = 0
  var all = 0
  var missed = [String: Int]()
  for (number, flaw) in Flaw.allCases.enumerated() {
    progress(flaw.rule)
    for run in 0..<runs {
      let app = try SimulatedApp.wellBuilt().with([flaw])
      let (log, words) = try draw(app, number, run)
      let findings = try audit.findings(log.events.log, map: app.appMap()).filter { $0.state != "over" }
      for planted in log.flaws {
        all += 1
        if findings.contains(where: { Subject($0.about.rule, log.unlabeled($0.about.subject)) == planted.finding }) {
          found += 1
        } else {
          missed[words.isEmpty ? "\(planted.finding)" : flaw.rule + words, default: 0] += 1
        }
      }
    }
  }
  return (found, all, missed)
}
