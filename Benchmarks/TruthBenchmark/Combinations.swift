import Laboratory

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
    let combination = Combination(seed: isDrawn ? seed &+ UInt64(number) : UInt64(number) &* 7919 &+ 3)
    let lives = combination.lives()
    let judged = lives.figures.judged
    let allowed = Set(judged.flaws + judged.near + combination.shape.structuralFlaws)
    let findings: [Audited.Finding]
    do {
      findings = try audit.findings(lives.log, map: combination.shape.map())
    } catch let error as BenchmarkError {
      failures.append("- not analyzed: \(combination.words) (seed \(combination.seed)): \(error)")
      continue
    }
    let wrong = findings.filter { $0.isAlarm && !allowed.contains($0.about) }
    for words in combination.stories.map(\.words) + combination.fates.map(\.description)
      + (combination.stories.isEmpty && combination.fates.isEmpty ? ["nothing"] : [])
    {
      byFate[words, default: (0, 0)].logs += 1
      if !wrong.isEmpty { byFate[words, default: (0, 0)].wrong += 1 }
    }
    guard !wrong.isEmpty else { continue }
    if isDrawn { isFalse.drawn += 1 } else { isFalse.fixed += 1 }
    for rule in Set(wrong.map(\.rule)) { byRule[rule, default: 0] += 1 }
    rows.append("- \(combination.words) (seed \(combination.seed)): \(wrong.map { "`\($0.rule)` \($0.severity) *\($0.subject)*" }.joined(separator: ", "))")
  }
  let drawn = count / 2
  let all = isFalse.fixed + isFalse.drawn
  return """
    ## False errors and warnings in real life

    \(all) of \(count) logs (\(Report.percent(all, of: count))) have an error or a warning that the truth contradicts; target: at most 5%. \
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
