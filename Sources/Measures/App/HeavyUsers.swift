import NavigationModel

/// For each figure that is a share of rows, the user with the most rows: a robot or a kiosk may dominate it.
package struct HeavyUsers: Measure, Summed {
  static var isForRules: Bool { false }

  package static let figures: [Figure] = [.deeperThan5, .backShare, .moreToll, .menuAbandonment]
  private static let quantities = figures.compactMap(\.parts).map { (y: $0.numerator.index, n: $0.denominator.index) }

  package struct Sum: Mergeable, BinaryRecord {
    /// All rows, and the counted ones.
    package private(set) var n = 0
    package private(set) var y = 0
    package private(set) var users = 0
    /// The user with the most rows; on ties, the first pseudonym.
    package private(set) var user = Pseudonym(rawValue: 0)
    package private(set) var userN = 0
    package private(set) var userY = 0

    package static let form = BinaryForm(
      Self.init(n:y:users:user:userN:userY:), \.n, \.y, \.users, \.user, \.userN, \.userY)

    mutating func add(user: Pseudonym, y: Int, n: Int) {
      guard n > 0 else { return }
      users += 1
      self.y += y
      self.n += n
      lead(user, y, n)
    }

    package mutating func merge(_ other: Sum) {
      users += other.users
      y += other.y
      n += other.n
      lead(other.user, other.userY, other.userN)
    }

    private mutating func lead(_ user: Pseudonym, _ y: Int, _ n: Int) {
      if n > userN || n == userN && n > 0 && user < self.user { (self.user, userY, userN) = (user, y, n) }
    }
  }

  /// By the index in ``figures``.
  package private(set) var sums = [Sum](repeating: Sum(), count: figures.count)

  private var user: Pseudonym?
  private var rows = [(y: Int, n: Int)](repeating: (0, 0), count: figures.count)

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    user = session.pseudonym
    for (index, quantity) in Self.quantities.enumerated() {
      rows[index].y += counts.amounts[quantity.y]
      rows[index].n += counts.amounts[quantity.n]
    }
  }

  mutating func finishUser() {
    guard let user else { return }
    for index in sums.indices {
      sums[index].add(user: user, y: rows[index].y, n: rows[index].n)
      rows[index] = (0, 0)
    }
    self.user = nil
  }

  static let fields = Fields<Self>(\.sums)
  var isValid: Bool { sums.count == Self.figures.count }
}

/// `push` and `back` steps by platform and app version, to detect an SDK or a release that loses one of them. What
/// happens in modal screens is left aside: they are closed in ways of their own, which say nothing of the others.
package struct PlatformMoves: Measure, Summed {
  static var isForRules: Bool { false }

  package struct Sum: Summed {
    package internal(set) var sessions = 0
    /// Those that a step of their part at the same level or above follows: people came back up.
    package internal(set) var pushes = 0
    /// Those that people came back up from by a step back, or by one that says nothing of a way up.
    package internal(set) var unexplained = 0
    /// The levels that steps back closed: `to_root` closes all that it leaves.
    package internal(set) var backs = 0

    static let fields = Fields<Self>(counts: \.sessions, \.pushes, \.unexplained, \.backs)

    /// Leaves out pushes of screens that nobody sees.
    package func without(_ redirections: Int) -> Sum {
      var sum = self
      sum.pushes = max(0, pushes - redirections)
      sum.unexplained = max(0, unexplained - redirections)
      return sum
    }

    fileprivate mutating func add(pushes: Int, unexplained: Int, backs: Int) {
      sessions += 1
      self.pushes += pushes
      self.unexplained += unexplained
      self.backs += backs
    }
  }

  /// By platform and app version.
  package private(set) var sums = SumsByKey<NamePair, Sum>()
  /// Pushes that another push follows at once, by platform and version, and by screen.
  package private(set) var redirections = SumsByKey<Pair<NamePair, Name>, Int>()
  /// Of the current part, by section: the pushes whose screens are still open, as the heights that they led to, which
  /// rise.
  private var open = Reused<Section, [Int]>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard !path.steps.isEmpty else { return }
    let key = NamePair(session.segment.platform, session.segment.appVersion)
    var pushes = 0
    var backs = 0
    // From the end: the least height of the stack in the part's later steps.
    var part = UInt32.max
    var least = Int.max
    for index in path.steps.indices.reversed() {
      let step = path.steps[index]
      let height = path.stacks.height(afterStep: index)
      if step.part != part { (part, least) = (step.part, .max) }
      if step.kind == .push, !step.modal.isKnown, height >= least {
        pushes += 1
        if path.isRedirection(at: index) { redirections[adding: Pair(key, step.screen)] += 1 }
      }
      if step.kind == .back, !path.wasModal(before: index) { backs += path.levelsClosed(at: index) }
      least = min(least, height)
    }
    sums[adding: key].add(pushes: pushes, unexplained: unexplainedPushes(path), backs: backs)
  }

  /// By platform and app version, without pushes of screens that nobody sees.
  package func sums(without transparent: Set<Name>) -> SumsByKey<NamePair, Sum> {
    if transparent.isEmpty { return sums }
    var left: [NamePair: Int] = [:]
    for (key, count) in redirections.pairs where transparent.contains(key.second) {
      left[key.first, default: 0] += count
    }
    return sums.pairs.reduce(into: .init()) { $0[adding: $1.0] = $1.1.without(left[$1.0] ?? 0) }
  }

  package func byPlatform(without transparent: Set<Name>) -> SumsByName<Sum> {
    sums(without: transparent).pairs.reduce(into: .init()) { $0[adding: $1.0.first].merge($1.1) }
  }

  /// The pushes after which people came up in the section, but not by selecting its tab again, choosing it from a list,
  /// or another way that is logged.
  private mutating func unexplainedPushes(_ path: Reconstruction) -> Int {
    var count = 0
    var section = 0
    for index in path.steps.indices {
      let step = path.steps[index]
      let isFirst = index == 0 || path.steps[index - 1].part != step.part
      if isFirst { open.removeAll() }
      let height = path.stacks.height(afterStep: index)
      if isFirst || path.steps[index - 1].section != step.section { section = open.number(adding: step.section) }
      let isUnexplained = (step.kind == .back || step.kind == .push) && !path.wasModal(before: index)
      while let last = open[section].last, last >= height {
        open[section].removeLast()
        if isUnexplained { count += 1 }
      }
      if step.kind == .push, !step.modal.isKnown { open[section].append(height) }
    }
    return count
  }

  static let fields = Fields<Self>(\.sums, \.redirections)
}

extension Reconstruction {
  /// The levels that a step back closed.
  fileprivate func levelsClosed(at index: Int) -> Int {
    guard index > 0, steps[index - 1].part == steps[index].part, steps[index - 1].section == steps[index].section else {
      return 1
    }
    return max(1, stacks.height(afterStep: index - 1) - stacks.height(afterStep: index))
  }

  /// Whether the step before this one, in its part, was in a modal screen.
  fileprivate func wasModal(before index: Int) -> Bool {
    index > 0 && steps[index - 1].part == steps[index].part && steps[index - 1].modal.isKnown
  }
}

/// Unmapped events, by their name in the log.
package struct OtherEvents: Measure, Summed {
  static var isForRules: Bool { false }

  package private(set) var sums = SumsByName<Frequency>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for word in path.otherEvents { sums[adding: word].add(session) }
  }

  static let fields = Fields<Self>(\.sums)
}
