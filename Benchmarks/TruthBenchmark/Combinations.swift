import Harness
import Simulation

/// Realistic logs: how many of them have a false error or warning.
func combinations(_ count: Int, seed: UInt64, _ audit: Audited) throws -> String {
  var isFalse = (fixed: 0, drawn: 0)
  var rows: [String] = []
  var failures: [String] = []
  var byRule: [String: Int] = [:]
  var byFate: [String: (logs: Int, wrong: Int)] = [:]
  for number in 0..<count {
    let isDrawn = number % 2 == 1
    Report.progress("log \(number + 1) of \(count)")
    let combination = Combination(seed: isDrawn ? seed &+ UInt64(number) : UInt64(number) &* 7919 &+ 3, circumstances: 2)
    let lives = combination.lives()
    let findings: [Audited.Finding]
    let plans: [String]
    do {
      findings = try audit.findings(lives.log, map: combination.shape.map())
      plans = try falsePlans(lives.reservations, audit)
    } catch let error as BenchmarkError {
      failures.append("- not analyzed: \(combination.words) (seed \(combination.seed)): \(error)")
      continue
    }
    let judge = lives.judge
    let wrong = findings.filter { $0.isAlarm && !judge($0.about) }
    let happened = combination.stories.map(\.words) + combination.circumstances.map(\.name) + combination.fates.map(\.description)
    for words in happened.isEmpty ? ["nothing"] : happened {
      byFate[words, default: (0, 0)].logs += 1
      if !wrong.isEmpty || !plans.isEmpty { byFate[words, default: (0, 0)].wrong += 1 }
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
    \(byFate.keys.sorted().map { "| \($0) | \(byFate[$0]?.logs ?? 0) | \(byFate[$0]?.wrong ?? 0) |" }.joined(separator: "\n"))

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
func wellBuiltShapes(runs: Int, _ audit: Audited) throws -> String {
  var rows: [String] = []
  var errors = 0
  var loud = 0
  for (index, shape) in AppShape.wellBuilt.enumerated() {
    Report.progress(shape.name)
    var alarms: [String: Int] = [:]
    var warned = 0
    for run in 0..<runs {
      var crowd = Crowd()
      crowd.sigma = [0.6, 0.9, 1.5][run % 3]
      crowd.users = [200, 400, 800][(run / 3) % 3]
      crowd.activity = min(1, 6000 / (Double(crowd.users) * shape.meanSessions))
      let lives = Lives(shape, crowd, seed: UInt64(index * 1000 + run + 1))
      let wrong: [Audited.Finding]
      do {
        wrong = try audit.findings(lives.log, map: shape.map()).filter(\.isAlarm)
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
    rows.append("| \(shape.name) | \(warned) of \(runs) | \(alarms.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")) |")
  }
  return """
    ## Well-built apps of \(AppShape.wellBuilt.count) kinds

    \(errors) errors; \(loud) kinds have warnings in more than one of 20 runs. Target: none and none.

    | app | runs with an alarm | alarms |
    |---|--:|---|
    \(rows.joined(separator: "\n"))

    """
}
