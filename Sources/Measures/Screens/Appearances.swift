import NavigationModel
import Statistics

/// How people go from screen to screen, without levels: what can be said of a log that shows only the appearances of screens.
///
/// A *visit* is a step to another screen than the one before it in its part.
package struct Appearances: Measure, Summed {
  /// The longest of the two stays in the middle of a back-and-forth, microseconds.
  package static let longestStay: Int64 = 10_000_000

  package struct Sum: Summed {
    /// Of the visits with a visit before and after them: those that were passed between two visits of one and the same screen.
    package fileprivate(set) var glances = ShareWithExamples()
    /// Of the same visits: those that were passed between two different screens.
    package fileprivate(set) var passings = ShareWithExamples()
    /// Of all visits: the last of their part.
    package fileprivate(set) var ends = ShareWithExamples()
    /// Users with two sessions or more who came here, and those of them who ended two sessions or more here.
    package fileprivate(set) var returning = 0
    package fileprivate(set) var finishing = 0
    /// Users with three sessions or more who came here, and those of them who did so in their first session only.
    package fileprivate(set) var regulars = 0
    package fileprivate(set) var newcomers = 0
    /// Of those with two sessions or more: those who came here only in a first session that the log calls the first ever (`app_open` `via: first`).
    package fileprivate(set) var openers = 0

    static let fields =
      Fields<Self>(\.glances, \.passings, \.ends) + Fields<Self>(counts: \.returning, \.finishing, \.regulars, \.newcomers, \.openers)

    /// Whether people are done here: half of those who come again end sessions here again.
    package var isGoal: Bool { returning > 0 && finishing * 2 >= returning }

    /// Whether people see it when they are new, and never again: 95% of 30 users or more with three sessions, or of 5 with two where the log says who is new.
    package var isFirstRun: Bool { regulars >= 30 && newcomers * 20 >= regulars * 19 || returning >= 5 && openers * 20 >= returning * 19 }
  }

  package private(set) var sums = SumsByName<Sum>()
  /// The visits that lead on, by the screen and the next one.
  package private(set) var next = NextScreens()
  /// Sessions with A B A B, both stays in the middle short, by the two screens.
  package private(set) var pairs = SumsByKey<Unordered<Name>, ShareOfSessions>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  private var sessions = 0
  private var backAndForths = Tally<Unordered<Name>>()
  private var visited = Tally<Name>()
  private var ended = Tally<Name>()
  /// The screens of the first session, and whether the app was opened for the first time in it.
  private var first: [Name] = []
  private var isNew = false

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard counts.hasSteps else { return }
    sessions += 1
    var found: [Unordered<Name>] = []
    var here: [Name] = []
    var ends: [Name] = []
    let steps = path.steps
    var visits: [Int] = []
    var index = 0
    while index < steps.count {
      let part = steps[index].part
      visits.removeAll(keepingCapacity: true)
      while index < steps.count, steps[index].part == part {
        if visits.last.map({ steps[$0].screen != steps[index].screen }) ?? true { visits.append(index) }
        index += 1
      }
      for position in visits.indices {
        let step = steps[visits[position]]
        let isLast = position + 1 == visits.count
        sums[adding: step.screen].ends.add(isLast, session)
        if !here.contains(step.screen) { here.append(step.screen) }
        if isLast, !ends.contains(step.screen) { ends.append(step.screen) }
        next.visit(step.screen)
        guard !isLast else { continue }
        let after = steps[visits[position + 1]].screen
        next.follow(step.screen, after, session)
        guard position > 0 else { continue }
        let before = steps[visits[position - 1]].screen
        sums[adding: step.screen].glances.add(step.isPassed && before == after, session)
        sums[adding: step.screen].passings.add(step.isPassed && before != after, session)
      }
      for position in visits.indices.dropFirst(3) {
        let (second, third) = (visits[position - 2], visits[position - 1])
        let (one, other) = (steps[third].screen, steps[second].screen)
        guard steps[visits[position - 3]].screen == one, steps[visits[position]].screen == other, steps[second].isShort, steps[third].isShort
        else { continue }
        let pair = Unordered([one, other])
        if !found.contains(pair) { found.append(pair) }
      }
    }
    for pair in found {
      backAndForths[adding: pair] += 1
      pairs[adding: pair].note(session)
    }
    for name in here { visited[adding: name] += 1 }
    if sessions == 1 { (first, isNew) = (here, counts.isFirstOpen) }
    for name in ends { ended[adding: name] += 1 }
  }

  mutating func finishUser() {
    next.finishUser()
    if sessions > 0 {
      all.add(y: 0, n: sessions)
      for (pair, count) in backAndForths.pairs { pairs[adding: pair].add(count, of: sessions) }
    }
    if sessions > 1 {
      for (name, count) in visited.pairs {
        sums[adding: name].returning += 1
        if isNew, count == 1, first.contains(name) { sums[adding: name].openers += 1 }
      }
      for (name, count) in ended.pairs where count > 1 { sums[adding: name].finishing += 1 }
    }
    if sessions > 2 {
      for (name, count) in visited.pairs {
        sums[adding: name].regulars += 1
        guard count == 1, first.contains(name) else { continue }
        sums[adding: name].newcomers += 1
      }
    }
    first.removeAll(keepingCapacity: true)
    backAndForths.removeAll()
    visited.removeAll()
    ended.removeAll()
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums, \.next, \.pairs, \.all)

  /// Sessions with this back-and-forth over all sessions with steps.
  package func share(_ sum: ShareOfSessions) -> RatioSums { RatioSums(sum.some, among: all) }

  package var visits: Int { sums.pairs.reduce(0) { $0 + $1.1.ends.share.sumN } }
}

extension Step {
  fileprivate var isShort: Bool { dwell >= 0 && dwell <= Appearances.longestStay }
}
