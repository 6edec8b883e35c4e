import Harness
import Simulation

/// What comparisons of two sides say.
private struct Verdicts {
  /// Comparisons that were made, and those of them that claim something.
  var all = 0
  var claiming = 0
  /// How many claim something of each measure.
  var metrics: [String: Int] = [:]

  /// - Parameters:
  ///   - metrics: the measures that matter, whether they are better, worse or only changed; empty: all that are better
  ///     or worse.
  ///   - sides: draws the logs of both sides.
  init(
    pairs: Int, of metrics: [String] = [], _ audit: Audited, sides: (_ pair: Int) -> (before: [UInt8], after: [UInt8])
  ) throws {
    for pair in 0..<pairs {
      let (before, after) = sides(pair)
      guard let verdicts = try audit.verdicts(before, after) else { continue }
      let claims = verdicts.filter { metric, verdict in
        let isClaim = verdict == "better" || verdict == "worse"
        return metrics.isEmpty ? isClaim : metrics.contains(metric) && (isClaim || verdict == "changed")
      }
      all += 1
      if !claims.isEmpty { claiming += 1 }
      for metric in Set(claims.map(\.metric)) { self.metrics[metric, default: 0] += 1 }
    }
  }
}

/// Comparisons of logs that do not differ: how often a measure is judged better or worse.
func comparisons(pairs: Int, _ audit: Audited) throws -> String {
  var rows: [String] = []
  var metrics: [String: Int] = [:]
  func add(
    _ study: String, _ users: Int, sigma: Double = 0.9, hasRobot: Bool = false,
    sides: (_ pair: Int) -> (before: [UInt8], after: [UInt8])
  ) throws {
    progress("\(study), \(users) users, σ \(sigma)\(hasRobot ? ", a robot" : "")")
    let verdicts = try Verdicts(pairs: pairs, audit, sides: sides)
    let all = verdicts.all
    let claiming = verdicts.claiming
    for (metric, count) in verdicts.metrics {
      metrics[metric + (study == "A/A" ? "" : " (\(study))"), default: 0] += count
    }
    rows.append(
      """
      | \(study) | \(users) | \(sigma) | \(hasRobot ? "yes" : "no") | \(claiming) of \(all) | \
      \(percent(claiming, of: all)) | \(pairs - all) |
      """
    )
  }
  for users in [100, 300, 1000] {
    for sigma in [0.9, 1.5] {
      for hasRobot in [false, true] {
        try add("A/A", users, sigma: sigma, hasRobot: hasRobot) { pair in
          let seed = UInt64(users * 100_000 + Int(sigma * 10) * 1000 + pair * 2 + (hasRobot ? 1 : 0))
          func side(_ seed: UInt64) -> [UInt8] {
            var log = comparedLog(users, seed: seed) { _, population in population.sigma = sigma }
            if hasRobot { log.apply(.robot(.monkeys), seed: seed) }
            return log.events.log
          }
          return (side(seed), side(~seed))
        }
      }
    }
  }
  for users in [300, 1000] {
    try add("Simpson", users) { pair in
      let seed = UInt64(9_000_000 + users + pair * 2)
      return (mixed(users, isAfter: false, seed: seed), mixed(users, isAfter: true, seed: ~seed))
    }
  }
  return """
    ## Comparisons of what does not differ

    A/A: both sides are drawn from one population. Simpson: what people of a kind do is the same on both sides, but \
    the mix changes (new users 30 to 50%, \
    tablets 10 to 30%, Android 50 to 59%). Target: a measure is better or worse in at most 8% of runs.

    | study | users a side | σ | robot | runs with better or worse | share | refused |
    |---|--:|--:|---|--:|--:|--:|
    \(rows.joined(separator: "\n"))

    | measure | runs |
    |---|--:|
    \(metrics.ranked.map { "| `\($0.key)` | \($0.value) |" }.joined(separator: "\n"))

    """
}

/// One side of a comparison in which only the mix of people differs; new people, tablets and Android have other habits
/// than the rest.
private func mixed(_ users: Int, isAfter: Bool, seed: UInt64) -> [UInt8] {
  comparedLog(users, seed: seed) { app, population in
    population.groupEffect = 0.6
    population.new = isAfter ? 0.5 : 0.3
    let tablets = isAfter ? 0.3 : 0.1
    let android = isAfter ? 0.59 : 0.5
    app.platforms = [("ios", 1 - android), ("android", android)].flatMap { platform, share in
      [.init(platform, weight: share * (1 - tablets)), .init(platform, device: "tablet", weight: share * tablets)]
    }
  }.events.log
}

/// The log of one side: of an app with tabs, a menu and levels, so that every measure has something to count.
private func comparedLog(_ users: Int, seed: UInt64, _ change: (inout SimulatedApp, inout Population) -> Void)
  -> SimulatedLog
{
  var app = SimulatedApp.random(seed: 5)
  var population = Population()
  population.users = users
  population.prefix = "p\(seed % 1_000_003)-"
  change(&app, &population)
  return SimulatedLog(app, population, seed: seed)
}

/// What makes the later side of a comparison differ.
private struct Cause {
  let name: String
  /// The measures that a true effect moves, some in no better direction; empty if the app is the same.
  var metrics: [String] = []
  var app: (inout SimulatedApp) -> Void = { _ in }
  var population: (inout Population) -> Void = { _ in }
  /// Events that were missing in the log of the earlier side.
  var isMissing: (LoggedEvent) -> Bool = { _ in false }
}

/// Comparisons of sides that differ in something other than the app, and of sides whose app differs.
func causes(pairs: Int, seed: UInt64, _ audit: Audited) throws -> String {
  let cases: [Cause] = [
    Cause(name: "people come twice as often", population: { $0.activity *= 2 }),
    Cause(name: "ways back by swipe are logged from now on", isMissing: { $0.event == "back" && $0.via == "swipe" }),
    Cause(
      name: "ways back are logged on iOS from now on", isMissing: { $0.event == "back" && $0.segment.platform == "ios" }
    ),
    Cause(name: "other weeks", population: { $0.start += 60 * 86_400_000 }),
    Cause(
      name: "half of the people more go back step by step", metrics: ["back_share", "back_chain_sessions"],
      app: { ($0.behavior.climbs, $0.behavior.reselect) = ($0.behavior.climbs + 0.5, 0) }),
    Cause(
      name: "menus are left without a choice more often", metrics: ["menu_abandonment"],
      app: { for index in $0.menus.indices { $0.menus[index].abandoned += 0.25 } }),
    Cause(
      name: "more people use what the menu holds", metrics: ["menu_item_reach", "menu_reach"],
      app: { $0.changeItems { $0.reach = min(1, $0.reach * 2) } }),
  ]
  var rows: [String] = []
  for (number, one) in cases.enumerated() {
    progress(one.name)
    let verdicts = try Verdicts(pairs: pairs, of: one.metrics, audit) { pair in
      var dice = Dice(seed: seed, number, pair)
      let app = appWithMenu(&dice)
      func side(isAfter: Bool) -> [UInt8] {
        var population = Population()
        population.users = 600
        population.days = 28
        population.activity = min(0.5, 4500 / (600 * app.behavior.sessions))
        population.prefix = isAfter ? "a" : "b"
        var changed = app
        if isAfter {
          one.app(&changed)
          one.population(&population)
        }
        var log = SimulatedLog(changed, population, seed: dice.bits())
        if !isAfter { log.events.removeAll(where: one.isMissing) }
        // Some teams log no more of a way back than that it was taken.
        if pair % 2 == 1 { log.events.changeEach { if $0.event == "back" { ($0.screen, $0.via) = (nil, nil) } } }
        return log.events.log
      }
      return (side(isAfter: false), side(isAfter: true))
    }
    let all = verdicts.all
    let claiming = verdicts.claiming
    let list = verdicts.metrics.ranked.prefix(6).map { "`\($0.key)` \($0.value)" }.joined(separator: ", ")
    rows.append(
      """
      | \(one.name) | \(!one.metrics.isEmpty ? "at least 80%" : "at most 5%") | \(claiming) of \(all) \
      (\(percent(claiming, of: all))) | \(list) |
      """
    )
  }
  return """
    ## Comparisons, and what else changes

    The share of comparisons with a measure that is better or worse; of true effects, the measure that they move \
    (changed, where neither direction is better). \
    Random apps with a menu, 600 users a side; in every other pair, a way back names no screen and no gesture. \
    Seed \(seed).

    | what changes | target | better or worse | measures |
    |---|---|--:|---|
    \(rows.joined(separator: "\n"))

    """
}

/// A random app with a menu on all platforms.
private func appWithMenu(_ dice: inout Dice) -> SimulatedApp {
  while true {
    var app = SimulatedApp.random(seed: dice.bits())
    guard !app.menus.isEmpty else { continue }
    for index in app.menus.indices { app.menus[index].platforms = [] }
    return app
  }
}
