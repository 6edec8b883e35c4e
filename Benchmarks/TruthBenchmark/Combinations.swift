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
    Report.progress("log \(number + 1) of \(count)")
    let combination = Combination(seed: isDrawn ? seed &+ UInt64(number) : UInt64(number) &* 7919 &+ 3, circumstances: 2)
    let log = combination.log
    let findings: [Audited.Finding]
    let plans: [String]
    do {
      findings = try audit.findings(log.log, map: combination.app.map)
      plans = try falsePlans(log.reservations, audit)
    } catch let error as BenchmarkError {
      failures.append("- not analyzed: \(combination.words) (seed \(combination.seed)): \(error)")
      continue
    }
    let judge = log.judge
    let wrong = findings.filter { $0.isAlarm && !judge($0.about) }
    for words in combination.happenings.isEmpty ? ["nothing"] : combination.happenings {
      byHappening[words, default: (0, 0)].logs += 1
      if !wrong.isEmpty || !plans.isEmpty { byHappening[words, default: (0, 0)].wrong += 1 }
    }
    guard !wrong.isEmpty || !plans.isEmpty else { continue }
    if isDrawn { isFalse.drawn += 1 } else { isFalse.fixed += 1 }
    for rule in Set(wrong.map(\.rule) + (plans.isEmpty ? [] : ["plan"])) { byRule[rule, default: 0] += 1 }
    let alarms = wrong.map { "`\($0.rule)` \($0.severity) *\($0.subject)*" } + plans.map { "plan *\($0)*" }
    rows.append("- \(combination.words) (seed \(combination.seed)): \(alarms.joined(separator: ", "))")
  }
  let drawn = count / 2
  let all = isFalse.fixed + isFalse.drawn
  return """
    ## False errors and warnings in real life

    \(all) of \(count) logs (\(Report.percent(all, of: count))) have an error, a warning or a plan that the truth contradicts; target: at most 3%. \
    Of the \(drawn) drawn anew: \(isFalse.drawn); of the \(count - drawn) that stay: \(isFalse.fixed). \
    Logs that could not be analyzed: \(failures.count).

    | rule | logs |
    |---|--:|
    \(byRule.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "| `\($0.key)` | \($0.value) |" }.joined(separator: "\n"))

    | what happened | logs | with a false alarm |
    |---|--:|--:|
    \(byHappening.keys.sorted().map { "| \($0) | \(byHappening[$0]?.logs ?? 0) | \(byHappening[$0]?.wrong ?? 0) |" }.joined(separator: "\n"))

    \((rows + failures).joined(separator: "\n"))

    """
}

/// The recommended plans of the last report that the truth forbids.
func falsePlans(_ truth: Reservations, _ audit: Audited, name: String = "log") throws -> [String] {
  func names(_ cell: String?) -> [String] { (cell ?? "").split(separator: "|").map(String.init) }
  let report = try String(contentsOfFile: audit.path("\(name)-reports/report.md"), encoding: .utf8)
  return try audit.table("\(name)-reports/plans.csv").filter { $0["recommended"] == "true" }.compactMap { plan in
    let (up, down) = (names(plan["promotions"]), names(plan["demotions"]))
    let isUnmovable = !truth.unmovable.isDisjoint(with: up + down)
    let isCareless = !truth.vital.isDisjoint(with: down) && !report.contains("unless it is vital")
    let isForFew = !down.isEmpty && !up.isEmpty && truth.ofFew.isSuperset(of: up)
    let isMixed = !truth.apart.isDisjoint(with: down) && !truth.apart.isSuperset(of: down)
    return truth.forbidsPlan || isMixed || isUnmovable || isCareless || isForFew ? "\(up.joined(separator: ", ")) for \(down.joined(separator: ", "))" : nil
  }
}

/// The well-built apps, with the maps that their teams would write: no errors, and hardly any warnings.
func wellBuiltKinds(runs: Int, _ audit: Audited) throws -> String {
  var rows: [String] = []
  var errors = 0
  var loud = 0
  for (index, app) in SimulatedApp.wellBuiltKinds.enumerated() {
    Report.progress(app.name)
    var alarms: [String: Int] = [:]
    var warned = 0
    for run in 0..<runs {
      var population = Population()
      population.sigma = [0.6, 0.9, 1.5][run % 3]
      population.users = [200, 400, 800][(run / 3) % 3]
      population.limitSessions(to: 6000, app)
      let log = SimulatedLog(app, population, seed: UInt64(index * 1000 + run + 1))
      let wrong: [Audited.Finding]
      do {
        wrong = try audit.findings(log.log, map: app.map).filter(\.isAlarm)
      } catch let error as BenchmarkError {
        alarms["not analyzed: \(error)", default: 0] += 1
        warned += 1
        continue
      }
      errors += wrong.count { $0.severity == "error" }
      if !wrong.isEmpty { warned += 1 }
      for finding in wrong { alarms["`\(finding.rule)` \(finding.severity) *\(finding.subject)*", default: 0] += 1 }
    }
    if warned * 20 > runs { loud += 1 }
    rows.append("| \(app.name) | \(warned) of \(runs) | \(alarms.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")) |")
  }
  return """
    ## Well-built apps of \(SimulatedApp.wellBuiltKinds.count) kinds

    \(errors) errors; \(loud) kinds have warnings in more than one of 20 runs. Target: none and none.

    | app | runs with an alarm | alarms |
    |---|--:|---|
    \(rows.joined(separator: "\n"))

    """
}
