import Laboratory

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

/// One side of an A/A comparison: other people of the same kind.
private func population(users: Int, sigma: Double, seed: UInt64, hasRobot: Bool) -> [UInt8] {
  var crowd = Crowd()
  crowd.users = users
  crowd.sigma = sigma
  crowd.prefix = "p\(seed % 1_000_003)-"
  var lives = Lives(shape, crowd, seed: seed)
  if hasRobot { lives.suffer(.robot(.monkeys), seed: seed) }
  return lives.log
}

/// One side of a comparison in which only the mix of people differs; new people, tablets and Android have other habits than the rest.
private func mixed(_ users: Int, isAfter: Bool, seed: UInt64) -> [UInt8] {
  var crowd = Crowd()
  crowd.users = users
  crowd.prefix = "p\(seed % 1_000_003)-"
  crowd.groupEffect = 0.6
  crowd.new = isAfter ? 0.5 : 0.3
  var shape = shape
  let tablets = isAfter ? 0.3 : 0.1
  let android = isAfter ? 0.59 : 0.5
  shape.devices = []
  for (platform, share) in [("ios", 1 - android), ("android", android)] {
    shape.devices.append(.init(platform, weight: share * (1 - tablets)))
    shape.devices.append(.init(platform, "tablet", weight: share * tablets))
  }
  return Lives(shape, crowd, seed: seed).log
}

/// The app of all comparisons: tabs, a menu and levels, so that every measure has something to count.
private var shape: AppShape { AppShape.random(seed: 5) }
