import NavigationModel
import Statistics

/// Deep visits, by screen: example sessions, and the visits for which a shortcut on the root would have skipped some
/// levels.
package struct DeepVisits: Measure, Summed {
  package struct Sum: Summed {
    /// Visits reached by `push` steps straight from the root, with every screen above left within five seconds.
    package internal(set) var directVisits = 0
    /// The levels between the root and those visits: a shortcut on the root would save a tap for each.
    package internal(set) var sparedTaps = 0
    /// The earliest sessions with a visit this deep.
    package internal(set) var examples = Examples()

    static let fields = Fields<Self>(\.directVisits, \.sparedTaps, \.examples)
  }

  package private(set) var sums = SumsByName<Sum>()

  private var leastDepth = RuleLevel.deep.defaultValue

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    leastDepth = declared?.levels.deep ?? leastDepth
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    // Whether the steps so far lead straight down from a root.
    var isStraight = false
    for index in steps.indices {
      let step = steps[index]
      isStraight = step.depth == 1 || isStraight && step.goesOn(from: steps[index - 1])
      guard step.depth >= leastDepth, step.kind.isForward else { continue }
      sums[adding: step.screen].examples.add(session)
      if isStraight, step.depth > 1 {
        sums[adding: step.screen].directVisits += 1
        sums[adding: step.screen].sparedTaps += Int(step.depth) - 2
      }
    }
  }

  static let fields = Fields<Self>(\.sums)
}

extension Step {
  /// Whether it is a `push` one level down from a step whose screen was only passed.
  fileprivate func goesOn(from above: Step) -> Bool {
    kind == .push && part == above.part && depth == above.depth + 1 && modal == above.modal && above.isPassed
  }
}

/// The visits of screens, and those that lead on, by the next screen.
package struct NextScreens: Summed {
  package struct Sum: Summed {
    /// Visits of all users (n).
    fileprivate(set) var visits = RatioSums()
    /// The earliest sessions with a visit that leads on.
    package fileprivate(set) var examples = Examples()

    static let fields = Fields<Self>(\.visits, \.examples)
  }

  package private(set) var sums = SumsByName<Sum>()
  /// By the screen and the next one: visits that lead to that (y) of all visits (n), over users with any such visit.
  private var followers = SumsByKey<NamePair, RatioSums>()

  /// Of the current user: visits by screen, and those that lead on, by the number of their pair in ``followers``.
  private var visits = NameTally()
  private var leading: [Int] = []
  private var led: [Int] = []

  mutating func visit(_ screen: Name) { visits[adding: screen] += 1 }

  mutating func follow(_ screen: Name, _ next: Name, _ session: Session) {
    let pair = followers.number(adding: NamePair(screen, next))
    if pair == leading.count { leading.append(0) }
    if leading[pair] == 0 { led.append(pair) }
    leading[pair] += 1
    sums[adding: screen].examples.add(session)
  }

  mutating func finishUser() {
    for pair in led {
      followers[number: pair].add(y: leading[pair], n: visits[followers.keys[pair].first] ?? 0)
      leading[pair] = 0
    }
    led.removeAll(keepingCapacity: true)
    for (name, count) in visits.pairs { sums[adding: name].visits.add(y: 0, n: count) }
    visits.removeAll()
  }

  static let fields = Fields<Self>(\.sums, \.followers)

  /// Visits of a screen that lead to another one.
  func count(from screen: Name, to next: Name) -> Int { followers[NamePair(screen, next)]?.sumY ?? 0 }

  /// For each screen, the next screen of most visits (ties: the first in text order), and these over all visits.
  package func mostTaken(_ names: Names) -> [(screen: Name, next: Name, users: Int, share: RatioSums)] {
    var best: [Name: (next: Name, sum: RatioSums)] = [:]
    for (pair, sum) in followers.pairs {
      if let present = best[pair.first] {
        let (old, new) = (present.sum.sumY, sum.sumY)
        if old > new || old == new && names.rank(present.next) < names.rank(pair.second) { continue }
      }
      best[pair.first] = (pair.second, sum)
    }
    return names.ordered(best.keys).compactMap { screen in
      guard let (next, sum) = best[screen], let all = sums[screen] else { return nil }
      return (screen, next, sum.users, RatioSums(sum, among: all.visits))
    }
  }
}

/// Screens that lead on: the visits of a screen that are followed by a `push`, by the screen pushed. Modal visits are
/// left out.
package struct PassThroughs: Measure, Summed {
  package private(set) var next = NextScreens()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].kind != .modal {
      let step = steps[index]
      next.visit(step.screen)
      if index + 1 < steps.count, steps[index + 1].kind == .push, steps[index + 1].part == step.part {
        next.follow(step.screen, steps[index + 1].screen, session)
      }
    }
  }

  mutating func finishUser() { next.finishUser() }
  static let fields = Fields<Self>(\.next)
}
