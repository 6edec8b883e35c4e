import NavigationModel
import Statistics

package struct TaskSums: Summed {
  private var successShare = UserShare()
  private var directShare = UserShare()
  /// The sessions with the longest completed tries.
  package private(set) var longestExamples = Examples()
  /// Completed tries by the S and N of lostness.
  private var lengths = SumsByKey<PathLength, Int>()
  /// Lost tries over completed ones, by R − 1: which one applies depends on the shortest way.
  private var lost = [RatioSums](repeating: RatioSums(), count: Tasks.longestLeast)
  /// Users and sessions by the smallest R with which none of their tries is lost.
  private var userCriticals: [Int] = []
  private var sessionCriticals: [Int] = []
  /// Users and sessions by their first choices, with counts.
  private var userChoices = SumsByKey<Choices, Int>()
  private var sessionChoices = SumsByKey<Choices, Int>()
  private var choiceExamples = SumsByKey<FirstChoice, Examples>()
  /// The shortest ways that anybody took. Those that rely on a tab's kept state count only if there are no others.
  package private(set) var shortestWays = ShortestWays()
  /// Completed tries that passed a screen between start and goal.
  package private(set) var passed = SumsByKey<Name, Frequency>()

  /// The completed tries of the current user, by the smallest R with which they are not lost, and their first choices.
  private var criticals: [Int] = []
  private var choicesOfUser: Choices = [:]
  /// Of the current session: the largest of these R, and the first choices.
  private var critical = 0
  private var choicesOfSession: Choices = [:]

  // MARK: - Counting

  /// Adds a try.
  /// - Parameters:
  ///   - goal: nil if it was abandoned.
  ///   - seen: scratch memory for the different screens.
  mutating func add(_ path: Reconstruction, from start: Int, to goal: Int?, seen: inout Set<Name>, _ session: Session) {
    guard let goal else { return successShare.add(false, session) }
    seen.removeAll(keepingCapacity: true)
    seen.insert(path.steps[start].screen)
    // Whether a step went back, except from modal screens; and whether a tab came back with more than its root, so that
    // the way relies on earlier steps.
    var isDirect = true
    var usesKeptState = false
    var first = goal
    for index in (start + 1)...goal {
      let step = path.steps[index]
      seen.insert(step.screen)
      if step.kind == .tab, step.depth > 1 { usesKeptState = true }
      if path.isModalAside(index) { continue }
      first = min(first, index)
      if !step.kind.isForward { isDirect = false }
    }
    successShare.add(true, session)
    directShare.add(isDirect, session)
    let steps = goal - start + 1
    longestExamples.add(session, size: steps)
    lengths[adding: PathLength(steps, seen.count)] += 1
    shortestWays.add(path.steps[start...goal], usesKeptState: usesKeptState)
    let from = path.steps[start]
    let to = path.steps[first]
    let choice = FirstChoice(screen: to.screen, section: to.section, changesSection: to.section != from.section)
    choiceExamples[adding: choice].add(session)
    choicesOfUser[choice, default: 0] += 1
    choicesOfSession[choice, default: 0] += 1
    let least = criticalLeast(steps: steps, different: seen.count)
    criticals.count(at: least)
    critical = max(critical, least)
    for screen in seen where screen != from.screen && screen != path.steps[goal].screen {
      passed[adding: screen].add(session)
    }
  }

  /// The smallest R, up to the limit, with which a try is not lost: it is lost with all smaller ones. The limit plus
  /// one if it is always lost.
  private func criticalLeast(steps: Int, different: Int) -> Int {
    (1...min(Tasks.longestLeast, different)).first { !isLost(steps: steps, different: different, least: $0) } ?? Tasks
      .longestLeast + 1
  }

  mutating func finishSession() {
    guard critical > 0 else { return }
    sessionCriticals.count(at: critical)
    sessionChoices[adding: choicesOfSession] += 1
    critical = 0
    choicesOfSession = [:]
  }

  mutating func finishUser() {
    guard !criticals.isEmpty else { return }
    let tries = criticals.reduce(0, +)
    var isLost = tries
    for least in 1...Tasks.longestLeast {
      if least < criticals.count { isLost -= criticals[least] } else { isLost = 0 }
      lost[least - 1].add(y: isLost, n: tries)
    }
    userCriticals.count(at: (criticals.lastIndex { $0 > 0 }) ?? 1)
    userChoices[adding: choicesOfUser] += 1
    criticals.removeAll(keepingCapacity: true)
    choicesOfUser = [:]
  }

  static let fields =
    Fields<Self>(\.successShare, \.directShare, \.longestExamples, \.choiceExamples, \.passed)
    + Fields<Self>(
      \.lengths, \.lost, \.userCriticals, \.sessionCriticals, \.userChoices, \.sessionChoices, \.shortestWays)
  var isValid: Bool { lost.count == Tasks.longestLeast }

  // MARK: - Results

  /// Completed tries over all tries, and completed tries without going back over all completed ones.
  package var success: RatioSums { successShare.sums }
  package var direct: RatioSums { directShare.sums }
  package var completed: Int { direct.sumN }

  /// Lost tries over completed ones, if the shortest way has `least` screens.
  package func lost(least: Int) -> RatioSums { lost[clipped(least) - 1] }

  /// Users and sessions with a lost try.
  package func lostUsers(least: Int) -> Int { userCriticals.dropFirst(clipped(least) + 1).reduce(0, +) }
  package func lostSessions(least: Int) -> Int { sessionCriticals.dropFirst(clipped(least) + 1).reduce(0, +) }

  private func clipped(_ least: Int) -> Int { min(max(least, 1), Tasks.longestLeast) }

  /// The median lostness of the completed tries.
  package func medianLostness(least: Int) -> Double? {
    let values = lengths.pairs.compactMap { length, amount in
      lostness(steps: length.first, different: length.second, least: least).map { (value: $0, count: amount) }
    }
    return nearestRank(.median, ofHistogram: values.sorted { $0.value < $1.value })
  }

  /// Steps of completed tries beyond the shortest way: each costs a tap.
  package func extraTaps(least: Int) -> Int {
    lengths.pairs.reduce(0) { $0 + max(0, $1.0.first - least) * $1.1 }
  }

  /// First choices for which `isRight` holds, over all completed tries.
  package func firstChoices(where isRight: (FirstChoice) -> Bool) -> RatioSums {
    var sums = RatioSums()
    for (choices, amount) in userChoices.pairs {
      let (right, all) = choices.count(where: isRight)
      for _ in 0..<amount { sums.add(y: right, n: all) }
    }
    return sums
  }

  /// Users and sessions with a first choice for which `isRight` does not hold.
  package func wrongFirstChoices(where isRight: (FirstChoice) -> Bool) -> (
    users: Int, sessions: Int, examples: Examples
  ) {
    func count(_ sums: SumsByKey<Choices, Int>) -> Int {
      sums.pairs.reduce(0) { sum, pair in
        let (right, all) = pair.0.count(where: isRight)
        return sum + (right < all ? pair.1 : 0)
      }
    }
    var examples = Examples()
    for (choice, some) in choiceExamples.pairs where !isRight(choice) { examples.merge(some) }
    return (count(userChoices), count(sessionChoices), examples)
  }

  /// All first choices with counts, unordered.
  package var choices: [FirstChoice: Int] {
    userChoices.pairs.reduce(into: [:]) { counts, pair in
      for (choice, count) in pair.0 { counts[choice, default: 0] += count * pair.1 }
    }
  }
}

/// The first choices of one user or session, with counts.
typealias Choices = [FirstChoice: Int]

extension Choices {
  func count(where isRight: (FirstChoice) -> Bool) -> (right: Int, all: Int) {
    reduce((0, 0)) { ($0.0 + (isRight($1.key) ? $1.value : 0), $0.1 + $1.value) }
  }
}

/// The first choice of a try: where the first step after the start led, ignoring modal screens.
package struct FirstChoice: Hashable, BinaryRecord {
  package let screen: Name
  package let section: Section
  /// The start was in another section.
  package let changesSection: Bool

  package static let form = BinaryForm(Self.init(screen:section:changesSection:), \.screen, \.section, \.changesSection)
}
