import Measures
import NavigationModel
import Statistics

/// An entry that stands in another container on the later side of a comparison: what the earlier side predicted, and
/// what was observed (ThePlan.md, *Did it work?*).
public struct MovedEntry: Sendable {
  public enum Verdict: String, Sendable {
    case asPredicted = "as predicted"
    case less, more
    case inconclusive

    /// - Parameter users: on the smaller side.
    init(predicted: Estimate?, observed: Estimate?, users: Int) {
      guard let predicted, let observed, users >= MovedEntry.fewestUsers else {
        self = .inconclusive
        return
      }
      if observed.interval.high < predicted.interval.low {
        self = .less
      } else if predicted.interval.high < observed.interval.low {
        self = .more
      } else {
        // Compatible with the prediction and with no effect at all.
        self = observed.interval.contains(0) ? .inconclusive : .asPredicted
      }
    }
  }

  public enum Kind: String, Sendable {
    /// Into the bar, out of it, or from one hidden container to another.
    case promote, demote, move
    /// All promotions and demotions together.
    case all
  }

  /// A figure on both sides.
  public typealias Sides = (before: Double?, after: Double?)

  public let name: String
  /// `bar`, `More` or the menu; empty for all moves together.
  public let containerBefore: String
  public let containerAfter: String
  public let kind: Kind
  /// Taps per 100 sessions that the move would have saved on the earlier side. Nil for moves between hidden containers.
  public let predicted: Estimate?
  /// Navigation taps per use: the opening of the list or menu, the choice, and the steps to where people stayed.
  public var tapsPerUse: Sides = (nil, nil)
  /// After − before.
  public var tapsPerUseChange: Estimate?
  /// Taps per 100 sessions that the change of taps per use saves at the use of the earlier side: comparable with
  /// ``predicted``.
  public let observed: Estimate?
  /// Uses per 100 sessions, which change when people find an entry more easily.
  public var usesPer100Sessions: Sides = (nil, nil)
  public var users = (before: 0, after: 0)
  /// The share of the users of each side.
  public var shareOfUsers: Sides = (nil, nil)
  /// Uses after, per 100 sessions, by the time since the user's first session there (``NewnessOfLayout``).
  public var usesByNewness: [Double?] = NewnessOfLayout.firstDays.map { _ in nil }
  /// Nil if nothing was predicted.
  public let verdict: Verdict?

  /// The fewest users on a side for a verdict.
  public static let fewestUsers = 30

  /// The moved entries of two sides, by name, then all of them together if there are several.
  ///
  /// An entry has moved if, on every platform on which three users or more of each side chose it, most of its users
  /// chose it in another container, which at most a fifth of its users before had chosen. Otherwise another mix of
  /// platforms or users would look like a move.
  package static func all(before: Measures, after: Measures, _ sums: ComparisonSums, _ names: Names) -> [MovedEntry] {
    let old = MainContainers(before.moves)
    let new = MainContainers(after.moves)
    let moved = names.ordered(old.names.intersection(new.names)).compactMap { name -> MovedEntry? in
      let moves = Set(
        old.platforms(name).intersection(new.platforms(name)).map { platform in
          old.move(of: name, to: new, on: platform)
        })
      guard moves.count == 1, let move = moves.first ?? nil, let uses = sums.uses(of: name) else { return nil }
      return MovedEntry(name, from: move[0], to: move[1], uses, before: before, after: after, sums, names)
    }
    let counted = moved.filter { $0.kind != .move }
    return counted.count < 2 ? moved : moved + [MovedEntry(all: counted, before: before, names)]
  }

  private init(
    _ entry: Name, from: Entry.Container, to: Entry.Container, _ uses: EntryUses, before: Measures, after: Measures,
    _ sums: ComparisonSums, _ names: Names
  ) {
    name = names[entry]
    containerBefore = from.label(names)
    containerAfter = to.label(names)
    if to == .bar {
      kind = .promote
    } else {
      kind = from == .bar ? .demote : .move
    }
    let moves = before.moves
    predicted =
      kind == .move
      ? nil : moves.number(of: Entry(entry, in: from)).flatMap { moves.whole.saving([($0, 1)]).estimate() }?.per100
    let sessions = (before: moves.whole.sessions, after: after.moves.whole.sessions)
    func per100(_ count: Int, _ sessions: Int) -> Double? {
      sessions > 0 ? 100 * Double(count) / Double(sessions) : nil
    }
    tapsPerUse = (uses.taps.second.mean, uses.taps.first.mean)
    tapsPerUseChange = uses.tapsPerUseChange
    usesPer100Sessions = (per100(uses.usesBefore, sessions.before), per100(uses.usesAfter, sessions.after))
    observed = usesPer100Sessions.before.flatMap { use in uses.tapsPerUseChange.map { $0.times(-use) } }
    users = (uses.usersBefore, uses.usersAfter)
    func share(_ users: Int, _ all: Int) -> Double? { all > 0 ? Double(users) / Double(all) : nil }
    shareOfUsers = (share(users.before, sums.usersBefore), share(users.after, sums.usersAfter))
    usesByNewness = zip(uses.usesByNewness, sums.sessionsByNewness).map { per100($0, $1) }
    verdict =
      kind == .move ? nil : Verdict(predicted: predicted, observed: observed, users: min(users.before, users.after))
  }

  /// The promotions and demotions together: predicted from the sums of the builds, which have the products of effects;
  /// observed as the sum of the entries, taken for independent.
  private init(all moved: [MovedEntry], before: Measures, _ names: Names) {
    name = ""
    containerBefore = ""
    containerAfter = ""
    kind = .all
    let moves = before.moves
    let sums = moves.halves.values.reduce(into: MoveSums()) { $0.merge($1) }
    let numbers = moves.entries.enumerated().filter { _, entry in
      moved.contains {
        $0.name.isSame(as: names[entry.name]) && $0.containerBefore.isSame(as: entry.container.label(names))
      }
    }.map { (entry: UInt32($0.offset), weight: 1) }
    predicted = sums.saving(numbers).estimate()?.per100
    let found = moved.compactMap(\.observed)
    observed = found.count == moved.count ? Estimate(sumOfIndependent: found) : nil
    verdict = Verdict(
      predicted: predicted, observed: observed, users: moved.map { min($0.users.before, $0.users.after) }.min() ?? 0)
  }
}

/// Where the users of each platform choose each entry.
private struct MainContainers {
  private var users: [Name: [Name: [Entry.Container: Int]]] = [:]
  /// The fewest users of a container.
  private static let fewestUsers = 3
  /// The largest share of an entry's users that its new container may have had before.
  private static let mostBefore = 0.2

  init(_ moves: Moves) {
    for (half, sums) in moves.halves {
      for (number, entry) in sums.entries.pairs where entry.users > 0 {
        let chosen = moves.entries[Int(number)]
        users[chosen.name, default: [:]][half.first.platform, default: [:]][chosen.container, default: 0] += entry.users
      }
    }
  }

  var names: Set<Name> { Set(users.keys) }

  /// The platforms on which an entry is chosen by enough users.
  func platforms(_ name: Name) -> Set<Name> {
    Set(users[name, default: [:]].filter { $0.value.values.contains { $0 >= Self.fewestUsers } }.keys)
  }

  /// From where and to where an entry moved on a platform; nil if it did not.
  func move(of name: Name, to later: MainContainers, on platform: Name) -> [Entry.Container]? {
    guard let from = main(name, platform), let to = later.main(name, platform), from != to else { return nil }
    let containers = users[name]?[platform] ?? [:]
    let share = Double(containers[to] ?? 0) / Double(max(containers.values.reduce(0, +), 1))
    return share <= Self.mostBefore ? [from, to] : nil
  }

  /// The container with the most users; nil if two have as many, or fewer than three chose the entry there.
  private func main(_ name: Name, _ platform: Name) -> Entry.Container? {
    let ranked = (users[name]?[platform] ?? [:]).sorted { $0.value > $1.value }
    guard let first = ranked.first, first.value >= Self.fewestUsers, ranked.count < 2 || ranked[1].value < first.value
    else { return nil }
    return first.key
  }
}

extension EntryUses {
  /// After − before. Where every use of a side took the same taps, the error is that of the other side.
  fileprivate var tapsPerUseChange: Estimate? {
    if let change = taps.change() { return change }
    guard let after = taps.first.estimate(), let before = taps.second.estimate() else { return nil }
    return Estimate(sumOfIndependent: [after, before.times(-1)])
  }
}

extension Estimate {
  fileprivate func times(_ factor: Double) -> Estimate {
    let low = interval.low * factor
    let high = interval.high * factor
    return Estimate(value: value * factor, interval: Interval(low: min(low, high), high: max(low, high)))
  }

  /// Sums of squares of half widths, as for independent normal errors.
  fileprivate init(sumOfIndependent parts: [Estimate]) {
    let value = parts.reduce(0) { $0 + $1.value }
    func reach(_ side: (Estimate) -> Double) -> Double { parts.reduce(0) { $0 + side($1) * side($1) }.squareRoot() }
    self.init(
      value: value,
      interval: Interval(
        low: value - reach { $0.value - $0.interval.low }, high: value + reach { $0.interval.high - $0.value }))
  }
}
