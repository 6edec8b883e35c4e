import Harness
import Simulation

/// Comparisons of logs that do not differ: how often a measure is judged better or worse.
func comparisons(pairs: Int, _ audit: Audited) throws -> String {
  var rows: [String] = []
  var metrics: [String: Int] = [:]
  for users in [100, 300, 1000] {
    for sigma in [0.9, 1.5] {
      for hasRobot in [false, true] {
        Report.progress("A/A, \(users) users, σ \(sigma)\(hasRobot ? ", a robot" : "")")
        var judged = 0
        var refused = 0
        for pair in 0..<pairs {
          let seed = UInt64(users * 100_000 + Int(sigma * 10) * 1000 + pair * 2 + (hasRobot ? 1 : 0))
          let before = population(users: users, sigma: sigma, seed: seed, hasRobot: hasRobot)
          let after = population(users: users, sigma: sigma, seed: ~seed, hasRobot: hasRobot)
          guard let verdicts = try audit.verdicts(before, after) else {
            refused += 1
            continue
          }
          let different = verdicts.filter { $0.verdict == "better" || $0.verdict == "worse" }
          if !different.isEmpty { judged += 1 }
          for one in different { metrics[one.metric, default: 0] += 1 }
        }
        rows.append(
          "| A/A | \(users) | \(sigma) | \(hasRobot ? "yes" : "no") | \(judged) of \(pairs - refused) | \(Report.percent(judged, of: pairs - refused)) | \(refused) |"
        )
      }
    }
  }
  for users in [300, 1000] {
    var judged = 0
    var refused = 0
    for pair in 0..<pairs {
      let seed = UInt64(9_000_000 + users + pair * 2)
      guard let verdicts = try audit.verdicts(mixed(users, isAfter: false, seed: seed), mixed(users, isAfter: true, seed: ~seed)) else {
        refused += 1
        continue
      }
      let different = verdicts.filter { $0.verdict == "better" || $0.verdict == "worse" }
      if !different.isEmpty { judged += 1 }
      for one in different { metrics["\(one.metric) (Simpson)", default: 0] += 1 }
    }
    rows.append("| Simpson | \(users) | 0.9 | no | \(judged) of \(pairs - refused) | \(Report.percent(judged, of: pairs - refused)) | \(refused) |")
  }
  return """
    ## Comparisons of what does not differ

    A/A: both sides are drawn from one population. Simpson: what people of a kind do is the same on both sides, but the mix changes (new users 30 to 50%, \
    tablets 10 to 30%, Android 50 to 59%). Target: a measure is better or worse in at most 8% of runs.

    | study | users a side | σ | robot | runs with better or worse | share | refused |
    |---|--:|--:|---|--:|--:|--:|
    \(rows.joined(separator: "\n"))

    | measure | runs |
    |---|--:|
    \(metrics.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "| `\($0.key)` | \($0.value) |" }.joined(separator: "\n"))

    """
}

/// What makes the later side of a comparison differ.
private struct Cause {
  let name: String
  /// The measures that a true effect moves, some in no better direction; empty if the app is the same.
  var metrics: [String] = []
  var app: (inout SimulatedApp) -> Void = { _ in }
  var population: (inout Population) -> Void = { _ in }
  /// What was missing in the log of the earlier side.
  var before: (inout SimulatedLog) -> Void = { _ in }
}

/// Comparisons of sides that differ in something other than the app, and of sides whose app differs.
func causes(pairs: Int, seed: UInt64, _ audit: Audited) throws -> String {
  let cases: [Cause] = [
    Cause(name: "people come twice as often", population: { $0.activity *= 2 }),
    Cause(name: "ways back by swipe are logged from now on", before: { log in log.events.removeAll { $0.event == "back" && $0.via == "swipe" } }),
    Cause(
      name: "ways back are logged on iOS from now on",
      before: { log in log.events.removeAll { $0.event == "back" && $0.segment.platform == "ios" } }),
    Cause(name: "other weeks", population: { $0.start += 60 * 86_400_000 }),
    Cause(
      name: "half of the people more go back step by step", metrics: ["back_share", "back_chain_sessions"],
      app: { ($0.behavior.climbs, $0.behavior.reselect) = ($0.behavior.climbs + 0.5, 0) }),
    Cause(
      name: "menus are left without a choice more often", metrics: ["menu_abandonment"],
      app: { for index in $0.menus.indices { $0.menus[index].abandoned += 0.25 } }),
    Cause(
      name: "more people use what the menu holds", metrics: ["menu_item_reach", "menu_reach"],
      app: { app in
        for menu in app.menus.indices {
          for item in app.menus[menu].items.indices { app.menus[menu].items[item].reach = min(1, app.menus[menu].items[item].reach * 2) }
        }
      }),
  ]
  var rows: [String] = []
  for (number, one) in cases.enumerated() {
    Report.progress(one.name)
    var different = 0
    var all = 0
    var metrics: [String: Int] = [:]
    for pair in 0..<pairs {
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
        if !isAfter { one.before(&log) }
        // Some teams log no more of a way back than that it was taken.
        if pair % 2 == 1 {
          for index in log.events.indices where log.events[index].event == "back" { (log.events[index].screen, log.events[index].via) = (nil, nil) }
        }
        return log.log
      }
      guard let verdicts = try audit.verdicts(side(isAfter: false), side(isAfter: true)) else { continue }
      all += 1
      let claims = verdicts.filter {
        let isClaim = $0.verdict == "better" || $0.verdict == "worse"
        return one.metrics.isEmpty ? isClaim : one.metrics.contains($0.metric) && (isClaim || $0.verdict == "changed")
      }
      if !claims.isEmpty { different += 1 }
      for metric in Set(claims.map(\.metric)) { metrics[metric, default: 0] += 1 }
    }
    let list = metrics.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6).map { "`\($0.key)` \($0.value)" }.joined(separator: ", ")
    rows.append(
      "| \(one.name) | \(!one.metrics.isEmpty ? "at least 80%" : "at most 5%") | \(different) of \(all) (\(Report.percent(different, of: all))) | \(list) |")
  }
  return """
    ## Comparisons, and what else changes

    The share of comparisons with a measure that is better or worse; of true effects, the measure that they move (changed, where neither direction is better). \
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

/// One side of an A/A comparison: other people of the same kind.
private func population(users: Int, sigma: Double, seed: UInt64, hasRobot: Bool) -> [UInt8] {
  var population = Population()
  population.users = users
  population.sigma = sigma
  population.prefix = "p\(seed % 1_000_003)-"
  var log = SimulatedLog(comparedApp, population, seed: seed)
  if hasRobot { log.apply(.robot(.monkeys), seed: seed) }
  return log.log
}

/// One side of a comparison in which only the mix of people differs; new people, tablets and Android have other habits than the rest.
private func mixed(_ users: Int, isAfter: Bool, seed: UInt64) -> [UInt8] {
  var population = Population()
  population.users = users
  population.prefix = "p\(seed % 1_000_003)-"
  population.groupEffect = 0.6
  population.new = isAfter ? 0.5 : 0.3
  var app = comparedApp
  let tablets = isAfter ? 0.3 : 0.1
  let android = isAfter ? 0.59 : 0.5
  app.platforms = []
  for (platform, share) in [("ios", 1 - android), ("android", android)] {
    app.platforms.append(.init(platform, weight: share * (1 - tablets)))
    app.platforms.append(.init(platform, device: "tablet", weight: share * tablets))
  }
  return SimulatedLog(app, population, seed: seed).log
}

/// The app of all comparisons: tabs, a menu and levels, so that every measure has something to count.
private var comparedApp: SimulatedApp { .random(seed: 5) }
