import Measures
import NavigationModel
import Statistics

/// Two groups of entries that sessions, and users, hardly ever combine: two apps in one (ThePlan.md, *Other changes*).
public struct Split: Sendable {
  /// The minimum share of sessions in each group, and the maximum share that crosses.
  static let leastShare = 0.3
  static let mostCrossing = 0.05
  /// Up to this many entries, all divisions into two groups are tried; with more, entries that are often used together
  /// are merged first.
  static let mostDealtOut = 12

  /// The names of the entries of each group, in order. The larger group comes first.
  public let groups: [[String]]
  /// The share of the sessions that use only one group.
  public let shares: [Double]
  /// The share of sessions with entries of both groups. Its interval is never too narrow: only the total of crossings
  /// is known, not who crosses how often.
  public let crossingSessions: Estimate
  /// The share of users with entries of both groups in all of their sessions, and their number.
  public let crossingUsers: Estimate
  public let users: Int

  /// Nil if the entries do not fall into two groups.
  init?(_ used: EntrySets, _ names: Names) {
    guard !used.isOverfull, used.entries.count > 1 else { return nil }
    let sets = used.sets.sorted { $0.key < $1.key }
    let sessions = sets.reduce(0) { $0 + $1.value.sessions }
    guard let group = Self.bestGroup(used, sets.map { ($0.key, $0.value.sessions) }, names) else { return nil }
    func lies(_ set: UInt64, in group: UInt64) -> Bool { set & ~group == 0 }
    func crosses(_ set: UInt64) -> Bool { set & group != 0 && set & ~group != 0 }
    let all: UInt64 = used.entries.count == 64 ? .max : 1 << UInt64(used.entries.count) - 1
    var sides = [group, all & ~group].map { side in
      (side: side, sessions: sets.reduce(0) { $0 + (lies($1.key, in: side) ? $1.value.sessions : 0) })
    }
    if sides[0].sessions < sides[1].sessions { sides.swapAt(0, 1) }
    let crossing = sets.reduce(0) { $0 + (crosses($1.key) ? $1.value.sessions : 0) }
    let users = sets.reduce(0) { $0 + $1.value.users }
    let usersCrossing = sets.reduce(0) { $0 + (crosses($1.key) ? $1.value.users : 0) }
    let most = sets.map(\.value.mostSessionsOfUser).max() ?? 0
    // Σy² is at most Σy · max n, and Σy·n at least 0.
    let sums = MeanSums(
      users: users, sumY: Int128(crossing), sumN: Int128(sessions), sumYY: Int128(crossing) * Int128(most), sumYN: 0,
      sumNN: Int128(sets.reduce(0) { $0 + $1.value.squaredSessionsOfUsers }), maxN: most)
    guard sessions > 0, let crossingSessions = sums.estimate(),
      let ofUsers = wilson(successes: usersCrossing, of: users)
    else { return nil }
    shares = sides.map { Double($0.sessions) / Double(sessions) }
    groups = sides.map { side in
      names.ordered(
        Set(used.entries.enumerated().filter { side.side & 1 << UInt64($0.offset) != 0 }.map(\.element.name))
      ).map { names[$0] }
    }
    self.crossingSessions = Estimate(value: crossingSessions.value, interval: crossingSessions.interval.cut(to: 0...1))
    crossingUsers = Estimate(value: Double(usersCrossing) / Double(users), interval: ofUsers)
    self.users = usersCrossing
    guard shares.allSatisfy({ $0 >= Self.leastShare }), self.crossingSessions.interval.high <= Self.mostCrossing,
      crossingUsers.value <= Self.mostCrossing
    else { return nil }
  }

  /// The group of entries, as a set, with the fewest sessions that cross to the rest, if enough sessions are on either
  /// side.
  private static func bestGroup(_ used: EntrySets, _ sets: [(set: UInt64, sessions: Int)], _ names: Names) -> UInt64? {
    // By name and container, so that the numbering of entries does not matter.
    let order = used.entries.indices.sorted { one, other in
      let a = used.entries[one]
      let b = used.entries[other]
      return (names.rank(a.name), a.container.label(names)) < (names.rank(b.name), b.container.label(names))
    }
    var clusters = order.map { UInt64(1) << UInt64($0) }
    func together(_ one: UInt64, _ other: UInt64) -> Double {
      var both = 0
      var either = (0, 0)
      for (set, sessions) in sets {
        if set & one != 0, set & other != 0 { both += sessions }
        if set & one != 0 { either.0 += sessions }
        if set & other != 0 { either.1 += sessions }
      }
      return both == 0 ? 0 : Double(both) / Double(min(either.0, either.1))
    }
    while clusters.count > mostDealtOut {
      var best = (one: 0, other: 1, share: -1.0)
      for one in clusters.indices {
        for other in clusters.indices where other > one {
          let share = together(clusters[one], clusters[other])
          if share > best.share { best = (one, other, share) }
        }
      }
      clusters[best.one] |= clusters[best.other]
      clusters.remove(at: best.other)
    }
    // Sessions by the clusters that they use, then by those to which they are confined.
    var confined = [Int](repeating: 0, count: 1 << clusters.count)
    for (set, sessions) in sets {
      confined[clusters.indices.reduce(0) { set & clusters[$1] != 0 ? $0 | 1 << $1 : $0 }] += sessions
    }
    let unused = confined[0]
    for cluster in clusters.indices {
      for some in confined.indices where some & 1 << cluster != 0 { confined[some] += confined[some ^ 1 << cluster] }
    }
    let all = confined.count - 1
    let sessions = confined[all]
    var best: (clusters: Int, crossing: Int)?
    // The last cluster stays on the other side, so that each division is tried once.
    for some in 1..<max(confined.count / 2, 1) {
      let inside = confined[some] - unused
      let outside = confined[all ^ some]
      guard Double(min(inside, outside)) >= leastShare * Double(sessions) else { continue }
      let crossing = sessions - inside - outside
      if crossing < best?.crossing ?? .max { best = (some, crossing) }
    }
    return best.map { best in
      clusters.indices.reduce(0) { best.clusters & 1 << $1 != 0 ? $0 | clusters[$1] : $0 }
    }
  }
}
