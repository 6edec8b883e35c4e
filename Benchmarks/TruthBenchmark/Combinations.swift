import Harness
import Simulation

/// Realistic logs: how many of them have a false error or warning.
func combinations(_ count: Int, seed: UInt64, _ audit: Audited) throws -> String {
  var isFalse = (fixed: 0, drawn: 0)
  var rows: [String] = []
  var failures: [String] = []
  var byRule: [String: Int] = [:]
  var byHappening: [String: (logs: Int, wrong: Int)] = [:]
  for number in 0..<count {
    let isDrawn = number % 2 == 1
    progress("log \(number + 1) of \(count)")
    let combination = Combination(seed: isDrawn ? seed &+ UInt64(number) : UInt64(number) &* 7919 &+ 3)
    let log = combination.log
    let alarms: [Audited.Finding]
    let plans: [String]
    do {
      alarms = try audit.findings(log.events.log, map: combination.app.map).filter(\.isAlarm)
      plans = try falsePlans(log.reservations, audit)
    } catch let error as BenchmarkError {
      failures.append("- not analyzed: \(combination.words) (seed \(combination.seed)): \(error)")
      continue
    }
    let judge = log.judge
    let wrong = alarms.filter { !judge($0.about) }
    let isWrong = !wrong.isEmpty || !plans.isEmpty
    for words in combination.happenings.isEmpty ? ["nothing"] : combination.happenings {
      byHappening[words, default: (0, 0)].logs += 1
      if isWrong { byHappening[words, default: (0, 0)].wrong += 1 }
    }
    guard isWrong else { continue }
    if isDrawn { isFalse.drawn += 1 } else { isFalse.fixed += 1 }
    for rule in Set(wrong.map(\.about.rule) + (plans.isEmpty ? [] : ["plan"])) { byRule[rule, default: 0] += 1 }
    let words = wrong.map(\.words) + plans.map { "plan *\($0)*" }
    rows.append("- \(combination.words) (seed \(combination.seed)): \(words.joined(separator: ", "))")
  }
  let drawn = count / 2
  let all = isFalse.fixed + isFalse.drawn
  return """
    ## False errors and warnings in real life

    \(all) of \(count) logs (\(percent(all, of: count))) have an error, a warning or a plan that the truth \
    contradicts; target: at most 3%. \
    Of the \(drawn) drawn anew: \(isFalse.drawn); of the \(count - drawn) that stay: \(isFalse.fixed). \
    Logs that could not be analyzed: \(failures.count).

    | rule | logs |
    |---|--:|
    \(byRule.ranked.map { "| `\($0.key)` | \($0.value) |" }.joined(separator: "\n"))

    | what happened | logs | with a false alarm |
    |---|--:|--:|
    \(byHappening.sorted { $0.key < $1.key }.map { "| \($0.key) | \($0.value.logs) | \($0.value.wrong) |" }.joined(separator: "\n"))

    \((rows + failures).joined(separator: "\n"))

    """
}

/// The recommended plans of the last report that the truth forbids.
private func falsePlans(_ truth: Reservations, _ audit: Audited) throws -> [String] {
  let report = try String(contentsOfFile: audit.path("log-reports/report.md"), encoding: .utf8)
  return try audit.plans().compactMap { _, up, down in
    let isUnmovable = !truth.unmovable.isDisjoint(with: up + down)
    let isCareless = !truth.vital.isDisjoint(with: down) && !report.contains("unless it is vital")
    let isForFew = !down.isEmpty && !up.isEmpty && truth.ofFew.isSuperset(of: up)
    let isMixed = !truth.apart.isDisjoint(with: down) && !truth.apart.isSuperset(of: down)
    return truth.forbidsPlan || isMixed || isUnmovable || isCareless || isForFew
      ? "\(up.joined(separator: ", ")) for \(down.joined(separator: ", "))" : nil
  }
}

/// The well-built apps, with the maps that their teams would write: no errors, and hardly any warnings.
func wellBuiltKinds(runs: Int, _ audit: Audited) throws -> String {
  var rows: [String] = []
  var errors = 0
  var loud = 0
  for (index, app) in SimulatedApp.wellBuiltKinds.enumerated() {
    progress(app.name)
    var alarms: [String: Int] = [:]
    var warned = 0
    for run in 0..<runs {
      var population = Population()
      population.sigma = [0.6, 0.9, 1.5][run % 3]
      population.users = [200, 400, 800][(run / 3) % 3]
      population.limitSessions(to: 6000, app)
      let log = SimulatedLog(app, population, seed: UInt64(index * 1000 + run + 1))
      var words: [String]
      do {
        let wrong = try audit.findings(log.events.log, map: app.map).filter(\.isAlarm)
        errors += wrong.count { $0.severity == "error" }
        words = wrong.map(\.words)
      } catch let error as BenchmarkError {
        words = ["not analyzed: \(error)"]
      }
      if !words.isEmpty { warned += 1 }
      for one in words { alarms[one, default: 0] += 1 }
    }
    if warned * 20 > runs { loud += 1 }
    rows.append("| \(app.name) | \(warned) of \(runs) | \(alarms.listed) |")
  }
  return """
    ## Well-built apps of \(SimulatedApp.wellBuiltKinds.count) kinds

    \(errors) errors; \(loud) kinds have warnings in more than one of 20 runs. Target: none and none.

    | app | runs with an alarm | alarms |
    |---|--:|---|
    \(rows.joined(separator: "\n"))

    """
}
