import NavigationModel
import Statistics

/// The ways of drawn users from one screen to another.
///
/// A way from A to B begins with a step that leads to A, or at the start of a part, and ends where the user first gets
/// to B: at most ``length`` steps later, and without a further step to A between. So each step to A begins at most one
/// way to each other screen.
struct Ways {
  static let length = 6
  /// The most screens between that are listed for a pair.
  private static let mostThrough = 5

  /// The most pairs of screens: random paths have as many as there are steps.
  private static let mostPairs = 3000

  /// A pair of screens, and the positions of the ends.
  private typealias Way = (pair: Int32, from: Int32, to: Int32)

  /// The pairs of screens between which at least ``DrawnParts/leastUsers`` took a way.
  private struct Pair {
    let from: Int32
    let to: Int32
    var steps = [Int](repeating: 0, count: Ways.length + 1)
    /// Coded as in ``CountedTime``, sorted.
    var times: [UInt16] = []
    var directTimes: [UInt16] = []
    var through: [Through] = []
  }

  private typealias Through = (screen: Int32, ways: Int, userCount: UserCount)
  /// The ways of a pair over all starts, by user.
  private typealias Sums = (ways: RatioSums, direct: RatioSums)

  private let parts: DrawnParts
  private var pairs: [Pair] = []
  private var ways: [Way] = []
  /// For each part, where its ways are in ``ways``.
  private var ranges: [Range<Int>] = []

  init(_ parts: DrawnParts) {
    self.parts = parts
    findWays()
    describePairs()
  }

  // MARK: - Counting

  private mutating func findWays() {
    var list = KeyList<NamePair>()
    var users: [UserCount] = []
    var all: [Way] = []
    all.reserveCapacity(parts.screens.count * 5)
    for part in parts.parts {
      let first = all.count
      for from in part.positions {
        let start = parts.screens[from]
        for to in (from + 1)..<max(from + 1, min(from + 1 + Self.length, part.positions.upperBound)) {
          let screen = parts.screens[to]
          if screen == start { break }
          if parts.screens[(from + 1)..<to].contains(screen) { continue }
          let pair = list.number(adding: NamePair(Name(rawValue: UInt32(start)), Name(rawValue: UInt32(screen))))
          if pair == users.count { users.append(UserCount()) }
          users[pair].add(user: part.user)
          all.append((Int32(pair), Int32(from), Int32(to)))
        }
      }
      ranges.append(first..<all.count)
    }
    keep(list.keys, users, of: all)
  }

  /// Keeps the ways of pairs that enough users took: ``DrawnParts/leastUsers``, or so many that no more than
  /// ``mostPairs`` pairs are left.
  private mutating func keep(_ keys: [NamePair], _ users: [UserCount], of all: [Way]) {
    let counts = users.map(\.users).sorted(by: >)
    let enough =
      counts.count > Self.mostPairs ? max(DrawnParts.leastUsers, counts[Self.mostPairs] + 1) : DrawnParts.leastUsers
    var numbers = [Int32](repeating: -1, count: keys.count)
    for (index, key) in keys.enumerated() where users[index].users >= enough {
      numbers[index] = Int32(pairs.count)
      pairs.append(Pair(from: Int32(key.first.rawValue), to: Int32(key.second.rawValue)))
    }
    ways.reserveCapacity(all.count)
    for part in ranges.indices {
      let first = ways.count
      for way in all[ranges[part]] where numbers[Int(way.pair)] >= 0 {
        ways.append((numbers[Int(way.pair)], way.from, way.to))
      }
      ranges[part] = first..<ways.count
    }
  }

  private mutating func describePairs() {
    for way in ways {
      let steps = Int(way.to - way.from)
      pairs[Int(way.pair)].steps[steps] += 1
      guard let time = parts.time(from: Int(way.from), to: Int(way.to)) else { continue }
      let code = CountedTime(microseconds: time * 1000).rawValue
      pairs[Int(way.pair)].times.append(code)
      if steps == 1 { pairs[Int(way.pair)].directTimes.append(code) }
    }
    countThrough()
    for index in pairs.indices {
      pairs[index].times.sort()
      pairs[index].directTimes.sort()
    }
  }

  /// Counts the screens between the ends of the ways, pair by pair.
  private mutating func countThrough() {
    // The place of each screen in `through`; -1 if it has none.
    var slots = [Int32](repeating: -1, count: parts.names.count)
    // The ways by pair, in the order of the users.
    var ends = [Int](repeating: 0, count: pairs.count + 1)
    for way in ways { ends[Int(way.pair) + 1] += 1 }
    for index in pairs.indices { ends[index + 1] += ends[index] }
    var next = ends
    var order = [(way: Int32, user: UInt32)](repeating: (0, 0), count: ways.count)
    for (part, range) in ranges.enumerated() {
      for index in range {
        order[next[Int(ways[index].pair)]] = (Int32(index), parts.parts[part].user)
        next[Int(ways[index].pair)] += 1
      }
    }
    for pair in pairs.indices {
      var through: [Through] = []
      for (index, user) in order[ends[pair]..<ends[pair + 1]] {
        let way = ways[Int(index)]
        let between = Int(way.from) + 1..<Int(way.to)
        for position in between {
          let screen = parts.screens[position]
          if parts.screens[between.lowerBound..<position].contains(screen) { continue }
          if slots[Int(screen)] < 0 {
            slots[Int(screen)] = Int32(through.count)
            through.append((screen, 0, UserCount()))
          }
          through[Int(slots[Int(screen)])].ways += 1
          through[Int(slots[Int(screen)])].userCount.add(user: user)
        }
      }
      for one in through { slots[Int(one.screen)] = -1 }
      pairs[pair].through = through.filter { $0.userCount.users >= DrawnParts.leastUsers }
    }
  }

  /// The ways of each pair in some of the sessions, and the steps to each screen, as rows of their users.
  private func sums(in scope: DrawnParts.Scope) -> (pairs: [Sums], starts: [RatioSums]) {
    var sums = [Sums](repeating: (RatioSums(), RatioSums()), count: pairs.count)
    var starts = [RatioSums](repeating: RatioSums(), count: parts.names.count)
    // Of the current user.
    var counts = [(ways: Int32, direct: Int32)](repeating: (0, 0), count: pairs.count)
    var steps = [Int32](repeating: 0, count: parts.names.count)
    var (ofPairs, ofScreens): ([Int32], [Int32]) = ([], [])
    func finishUser() {
      for pair in ofPairs {
        let n = Int(steps[Int(pairs[Int(pair)].from)])
        let count = counts[Int(pair)]
        sums[Int(pair)].ways.add(y: Int(count.ways), n: n)
        if count.direct > 0 { sums[Int(pair)].direct.add(y: Int(count.direct), n: n) }
        counts[Int(pair)] = (0, 0)
      }
      for screen in ofScreens {
        starts[Int(screen)].add(y: 0, n: Int(steps[Int(screen)]))
        steps[Int(screen)] = 0
      }
      ofPairs.removeAll(keepingCapacity: true)
      ofScreens.removeAll(keepingCapacity: true)
    }
    var user = UInt32.max
    for (index, part) in parts.parts.enumerated() where scope.contains(part) {
      if part.user != user {
        finishUser()
        user = part.user
      }
      for position in part.positions {
        let screen = parts.screens[position]
        if steps[Int(screen)] == 0 { ofScreens.append(screen) }
        steps[Int(screen)] += 1
      }
      for way in ways[ranges[index]] {
        let pair = Int(way.pair)
        if counts[pair].ways == 0 { ofPairs.append(way.pair) }
        counts[pair].ways += 1
        if way.to - way.from == 1 { counts[pair].direct += 1 }
      }
    }
    finishUser()
    return (sums, starts)
  }

  private typealias Row = (scope: DrawnParts.Scope, pair: Pair, sums: Sums, starts: RatioSums)

  func table(_ scope: MeasureScope) -> Table {
    var rows: [Row] = []
    for part in parts.scopes(scope.names) {
      let (sums, starts) = sums(in: part)
      for (pair, own) in zip(pairs, sums) where own.ways.users >= DrawnParts.leastUsers {
        rows.append((part, pair, own, starts[Int(pair.from)]))
      }
    }
    func isWhole(_ row: Row) -> Bool { row.scope.platform == nil && row.scope.appVersion == nil }
    func seconds(_ row: Row, _ codes: [UInt16]) -> Double? {
      guard isWhole(row), let rank = Quantile.median.rank(among: codes.count) else { return nil }
      return CountedTime(rawValue: codes[rank - 1]).seconds
    }
    return TableDefinition<Row>(
      "ways",
      """
      One row for each pair of screens between which at least three drawn users took a way of at most six steps; \
      with more than 3,000 such pairs, those of the most users.
      """,
      DrawnParts.Scope.columns(scope.names) { $0.scope } + [
        .key(.from, "The screen where the way begins; (start) for the beginning of a part of a session.") {
          text($0.pair.from, scope.names)
        },
        .key(.to, "The screen where it ends; (end) for the end of a part of a session.") {
          text($0.pair.to, scope.names)
        },
        .count(.starts, "Steps of drawn users to the screen where it begins.") { $0.starts.sumN },
        .count(.ways, "Those that got to the other screen within six steps, before another step to the first one.") {
          $0.sums.ways.sumY
        },
        .users(.users, "Users with such a way.") { $0.sums.ways.users },
        .shareByUser(.share, "The ways over the starts.") { RatioSums($0.sums.ways, among: $0.starts) },
        .count(.direct, "The ways of one step.", basis: "direct_users") { $0.sums.direct.sumY },
        .users(.directUsers, "Users with a way of one step.") { $0.sums.direct.users },
        .shareByUser(.directShare, "The ways of one step over the starts.", basis: "direct_users") {
          RatioSums($0.sums.direct, among: $0.starts)
        },
        .quantile(.stepsMedian, "Median number of steps; only of all platforms and versions.", in: nil) {
          isWhole($0) ? nearestRank(.median, ofCounts: $0.pair.steps) : nil
        },
        .measure(
          .timeMedian, "Median time from the first screen to the last, seconds; only of all platforms and versions.",
          in: .seconds
        ) {
          seconds($0, $0.pair.times)
        },
        .measure(
          .directTimeMedian, "The same for the ways of one step: the stay on the first screen.", in: .seconds,
          basis: "direct_users"
        ) { seconds($0, $0.pair.directTimes) },
      ]
    ).table(rows)
  }

  func throughTable(_ scope: MeasureScope) -> Table {
    typealias Row = (pair: Pair, through: Through)
    let rows = pairs.flatMap { pair -> [Row] in
      // Ties in the order of the names.
      pair.through.sorted {
        ($1.ways, scope.names.rank(parts.names[Int($0.screen)])) < (
          $0.ways, scope.names.rank(parts.names[Int($1.screen)])
        )
      }
      .prefix(Self.mostThrough).map { (pair, $0) }
    }
    return TableDefinition<Row>(
      "ways_through",
      """
      One row for each of the up to five screens that the ways between two screens lead through most often, if at \
      least three drawn users took such ways.
      """,
      [
        .key(.from, "The screen where the ways begin; (start) for the beginning of a part of a session.") {
          text($0.pair.from, scope.names)
        },
        .key(.to, "The screen where they end; (end) for the end of a part of a session.") {
          text($0.pair.to, scope.names)
        },
        .key(.through, "A screen between.") { text($0.through.screen, scope.names) },
        .count(.ways, "The ways that lead through it.") { $0.through.ways },
        .users(.users, "Users with such a way.") { $0.through.userCount.users },
      ]
    ).table(rows)
  }

  private func text(_ screen: Int32, _ names: Names) -> String {
    switch Int(screen) {
    case DrawnParts.start: "(start)"
    case DrawnParts.end: "(end)"
    default: names[parts.names[Int(screen)]]
    }
  }
}
