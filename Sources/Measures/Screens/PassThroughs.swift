import NavigationModel
import Statistics

/// The visits of screens, and those that lead on, by the next screen.
package struct NextScreens: Summed {
  package struct Sum: Summed {
    /// Visits of all users (n).
    fileprivate(set) var visits = RatioSums()
    /// The earliest sessions with a visit that leads on.
    package fileprivate(set) var examples = Examples()
    fileprivate(set) var ends = Ends()

    static let fields = Fields<Self>(\.visits, \.examples, \.ends)
  }

  /// How visits end, modal ones included.
  struct Ends: Summed {
    fileprivate(set) var visits = 0
    /// Those left by `to_root` or `modal_close`, or over more than one level to the root, or the last of their part.
    fileprivate(set) var completed = 0
    /// Pushes that another push follows at once.
    fileprivate(set) var redirected = 0

    static let fields = Fields<Self>(counts: \.visits, \.completed, \.redirected)
    static let isPlain = true
  }

  /// Visits that lead to a next screen (y) of all visits (n), over users with any such visit.
  fileprivate struct Lead: Summed {
    private(set) var users = 0
    private(set) var y = 0
    private var yy = 0
    private var yn = 0

    mutating func add(y: Int, n: Int) {
      users += 1
      self.y += y
      yy += y * y
      yn += y * n
    }

    /// The same of all visits, over all users.
    func share(of visits: RatioSums) -> RatioSums {
      RatioSums(
        users: visits.users, sumY: y, sumN: visits.sumN, sumYY: yy, sumYN: yn, sumNN: visits.sumNN, maxN: visits.maxN)
    }

    static let fields = Fields<Self>(counts: \.users, \.y, \.yy, \.yn)
    static let isPlain = true
  }

  package private(set) var sums = SumsByName<Sum>()
  /// By the screen and the next one.
  private var followers = SumsByKey<NamePair, Lead>()

  /// Of the current user: visits by the number of the screen in ``sums``, and those that lead on, by the number of
  /// their pair in ``followers``.
  private var visits: [Int] = []
  private var visited: [Int] = []
  private var leading: [Int] = []
  private var led: [Int] = []

  /// The number of a screen, for what follows.
  mutating func number(of screen: Name) -> Int {
    let number = sums.number(adding: screen)
    if number == visits.count { visits.append(0) }
    return number
  }

  mutating func visit(_ screen: Int) {
    if visits[screen] == 0 { visited.append(screen) }
    visits[screen] += 1
  }

  mutating func follow(_ screen: Int, _ next: Name, _ session: Session) {
    let pair = followers.number(adding: NamePair(sums.keys[screen], next))
    if pair == leading.count { leading.append(0) }
    if leading[pair] == 0 { led.append(pair) }
    leading[pair] += 1
    sums[number: screen].examples.add(session)
  }

  fileprivate mutating func end(_ screen: Int, _ note: (inout Ends) -> Void) { note(&sums[number: screen].ends) }

  mutating func finishUser() {
    for pair in led {
      let screen = sums.number(of: followers.keys[pair].first)
      followers[number: pair].add(y: leading[pair], n: screen.map { visits[$0] } ?? 0)
      leading[pair] = 0
    }
    led.removeAll(keepingCapacity: true)
    for screen in visited {
      sums[number: screen].visits.add(y: 0, n: visits[screen])
      visits[screen] = 0
    }
    visited.removeAll(keepingCapacity: true)
  }

  static let fields = Fields<Self>(\.sums, \.followers)

  /// Visits of a screen that lead to another one.
  func count(from screen: Name, to next: Name) -> Int { followers[NamePair(screen, next)]?.y ?? 0 }

  /// The visits that lead on, by the screen and the next one.
  var counts: [NamePair: Int] { Dictionary(followers.pairs.map { ($0, $1.y) }) { $0 + $1 } }

  /// By screen, to how many others one visit in a hundred or more leads.
  var followersOfScreens: [Name: Int] {
    followers.pairs.reduce(into: [:]) { numbers, pair in
      if pair.1.y * 100 >= sums[pair.0.first]?.visits.sumN ?? 0 { numbers[pair.0.first, default: 0] += 1 }
    }
  }

  /// For each screen, the next screen of most visits (ties: the first in text order), and these over all visits.
  package func mostTaken(_ names: Names) -> [(screen: Name, next: Name, users: Int, share: RatioSums)] {
    var best: [Name: (next: Name, sum: Lead)] = [:]
    for (pair, sum) in followers.pairs {
      if let present = best[pair.first] {
        if present.sum.y > sum.y || present.sum.y == sum.y && names.rank(present.next) < names.rank(pair.second) {
          continue
        }
      }
      best[pair.first] = (pair.second, sum)
    }
    return names.ordered(best.keys).compactMap { screen in
      guard let (next, sum) = best[screen], let all = sums[screen] else { return nil }
      return (screen, next, sum.users, sum.share(of: all.visits))
    }
  }
}

/// Screens that lead on: the visits of a screen that are followed by a `push`, by the screen pushed, and how visits are
/// left. Modal visits are left out of the former.
package struct PassThroughs: Measure, Summed {
  /// Nobody sees a screen from which the app goes on so soon, microseconds.
  package static let redirection: Int64 = 500_000

  package private(set) var next = NextScreens()
  /// Pushes that follow no visit counted in ``next``, and modal screens.
  private var others = SumsByKey<NamePair, Int>()
  /// Pushes of a page beside the way: people came back from it, and went on to another screen.
  private(set) var asides = SumsByKey<NamePair, Int>()
  /// Visits from which people go on to the same child twice or more.
  private var repeated = SumsByKey<NamePair, Int>()
  private var found = Once<StraightLines>()
  private var choices = Once<[Name: Int]>()
  private var parents = Once<[Name: Name]>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices {
      let step = steps[index]
      let isPlain = step.kind.isForward && step.kind != .modal
      let number = step.kind.isForward ? next.number(of: step.screen) : nil
      if let number, isPlain { next.visit(number) }
      let isLast = index + 1 == steps.count || steps[index + 1].part != step.part
      if let number {
        next.end(number) { ends in
          ends.visits += 1
          if isLast || path.isCompletion(at: index + 1) { ends.completed += 1 }
          if path.isRedirection(at: index) { ends.redirected += 1 }
        }
      }
      if isLast { continue }
      let after = steps[index + 1]
      if after.kind == .modal { others[adding: NamePair(step.screen, after.screen)] += 1 }
      guard after.kind == .push else { continue }
      if let number, isPlain {
        next.follow(number, after.screen, session)
      } else {
        others[adding: NamePair(step.screen, after.screen)] += 1
      }
      guard number == nil else { continue }
      let earlier = path.pushes(before: index + 1)
      if earlier.ofSame == 1 { repeated[adding: NamePair(step.screen, after.screen)] += 1 }
      if let aside = earlier.last, aside != after.screen, path.stacks.height(afterStep: index + 1) > 2 {
        asides[adding: NamePair(step.screen, aside)] += 1
      }
    }
  }

  mutating func finishUser() { next.finishUser() }
  mutating func dropSurplus() {
    found = Once()
    choices = Once()
    parents = Once()
  }

  static let fields = Fields<Self>(\.next, \.others, \.asides, \.repeated)

  /// The steps down from each screen, by both screens.
  package var children: [NamePair: Int] {
    others.pairs.reduce(into: next.counts) { $0[$1.0, default: 0] += $1.1 }
  }

  /// For each screen, the one from which most steps lead down to it; on ties none.
  /// - Complexity: found once, in O(pairs of screens).
  package var usualParents: [Name: Name] {
    parents.value {
      var most: [Name: (parent: Name?, count: Int)] = [:]
      for (pair, count) in children {
        let best = most[pair.second]?.count ?? 0
        if count > best {
          most[pair.second] = (pair.first, count)
        } else if count == best {
          most[pair.second]?.parent = nil
        }
      }
      return most.compactMapValues(\.parent)
    }
  }

  /// - Parameters:
  ///   - isFolded: whether a name stands for many screens. It must be the same each time.
  ///   - areSame: whether two names are one screen.
  /// - Complexity: found once, in O(pairs of screens).
  package func lines(isFolded: (Name) -> Bool, areSame: (Name, Name) -> Bool) -> StraightLines {
    found.value { StraightLines(self, isFolded: isFolded, areSame: areSame) }
  }

  /// Whether a screen is a list or a grid of what comes next: a tenth of its visits (`H`) lead there twice or more, or
  /// to many others.
  package func isList(_ screen: Name, of next: Name) -> Bool {
    isOfMany(next, below: screen) || choices.value { self.next.followersOfScreens }[screen] ?? 0 >= Self.manyChildren
  }

  /// Whether people who look at a screen open another one twice or more in a tenth of the visits (`H`): each time it
  /// shows another thing.
  package func isOfMany(_ screen: Name, below list: Name) -> Bool {
    (repeated[NamePair(list, screen)] ?? 0) * 10 >= max(next.sums[list]?.ends.visits ?? 0, 1)
  }

  /// People choose among so many (`H`).
  private static let manyChildren = 5
}

extension Reconstruction {
  /// Whether a step is a push, and the app pushed the next screen at once.
  func isRedirection(at index: Int) -> Bool {
    guard index + 1 < steps.count, steps[index].kind == .push, steps[index + 1].kind == .push,
      steps[index + 1].part == steps[index].part, quality.clock.length < PassThroughs.redirection
    else { return false }
    return steps[index + 1].time - steps[index].time <= PassThroughs.redirection
  }

  /// Earlier steps are not looked at.
  private static let mostSteps = 16

  /// The pushes before one in the same visit of the screen below: how many are of its screen, and the screen of the
  /// last.
  fileprivate func pushes(before push: Int) -> (ofSame: Int, last: Name?) {
    let below = stacks.below(afterStep: push)
    var ofSame = 0
    var last: Name?
    for step in (max(0, push - Self.mostSteps)..<push).reversed()
    where stacks.below(afterStep: step) == below && steps[step].kind == .push {
      if last == nil { last = steps[step].screen }
      if steps[step].screen == steps[push].screen { ofSame += 1 }
    }
    return (ofSame, last)
  }

  /// Whether a step back leaves all that was open, as at the end of a task.
  fileprivate func isCompletion(at back: Int) -> Bool {
    guard steps[back].kind == .back else { return false }
    return steps[back].isClosing
      || stacks.height(afterStep: back) == 1 && stacks.height(afterStep: back - 1) > 2
        && steps[back].section == steps[back - 1].section
  }
}
