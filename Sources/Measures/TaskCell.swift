import NavigationModel
import Statistics

/// The counts of one declared task.
package struct TaskCell: MergeableCell {
  private var successShare = UserShare()
  private var directShare = UserShare()
  private var indirectCount = UserCount()
  private var indirectSessionCount = SessionCount()
  /// The sessions with the most going back, and those with the longest completed tries.
  package private(set) var indirectExamples = Examples()
  package private(set) var longestExamples = Examples()
  /// Completed tries by the S and N of lostness.
  private var lengths = KeyedCells<Length, Amount>()
  /// Lost tries over completed ones, by R − 1: which one applies depends on the shortest way.
  private var lost = [RatioSums](repeating: RatioSums(), count: Tasks.longestLeast)
  /// Users and sessions by the smallest R with which none of their tries is lost.
  private var userCriticals: [Int] = []
  private var sessionCriticals: [Int] = []
  /// Users and sessions by their first choices, with counts.
  private var userChoices = KeyedCells<Choices, Amount>()
  private var sessionChoices = KeyedCells<Choices, Amount>()
  private var choiceExamples = KeyedCells<FirstChoice, Examples>()
  private var ways = ShortestWays()
  /// Completed tries that passed a screen between start and goal.
  package private(set) var passed = KeyedCells<Name, Frequency>()

  package init() {}

  struct Length: Hashable, Codable, Sendable {
    let steps: Int
    let screens: Int
  }

  // MARK: - Counting

  mutating func giveUp(_ session: Session) { successShare.add(false, session) }

  mutating func add(_ completed: CompletedTry, _ session: Session) {
    successShare.add(true, session)
    directShare.add(completed.returns == 0, session)
    if completed.returns > 0 {
      indirectCount.add(session)
      indirectSessionCount.add(session)
    }
    lengths[adding: Length(steps: completed.steps, screens: completed.screens)].count += 1
    choiceExamples[adding: completed.choice].add(session)
  }

  mutating func addWay(_ completed: CompletedTry, _ steps: ArraySlice<Step>) {
    ways.add(steps, usesKeptState: completed.usesKeptState)
  }

  mutating func pass(_ screen: Name, _ session: Session) {
    passed[adding: screen].add(session)
  }

  mutating func finishSession(_ session: Session, critical: Int, steps: Int, returns: Int, choices: Tally<FirstChoice>) {
    sessionCriticals.count(at: critical)
    longestExamples.add(session, score: steps)
    if returns > 0 { indirectExamples.add(session, score: returns) }
    sessionChoices[adding: Choices(choices)].count += 1
  }

  mutating func finishUser(criticals: [Int], choices: Tally<FirstChoice>) {
    let tries = criticals.reduce(0, +)
    var isLost = tries
    for least in 1...Tasks.longestLeast {
      if least < criticals.count { isLost -= criticals[least] } else { isLost = 0 }
      lost[least - 1].add(y: isLost, n: tries)
    }
    userCriticals.count(at: (criticals.lastIndex { $0 > 0 }) ?? 1)
    userChoices[adding: Choices(choices)].count += 1
  }

  package mutating func merge(_ other: TaskCell) {
    successShare.merge(other.successShare)
    directShare.merge(other.directShare)
    indirectCount.merge(other.indirectCount)
    indirectSessionCount.merge(other.indirectSessionCount)
    indirectExamples.merge(other.indirectExamples)
    longestExamples.merge(other.longestExamples)
    lengths.merge(other.lengths)
    for (index, sums) in other.lost.enumerated() where index < lost.count { lost[index].merge(sums) }
    userCriticals.add(other.userCriticals)
    sessionCriticals.add(other.sessionCriticals)
    userChoices.merge(other.userChoices)
    sessionChoices.merge(other.sessionChoices)
    choiceExamples.merge(other.choiceExamples)
    ways.merge(other.ways)
    passed.merge(other.passed)
  }

  // MARK: - Results

  /// Completed tries over all tries, and completed tries without going back over all completed ones.
  package var success: RatioSums { successShare.sums }
  package var direct: RatioSums { directShare.sums }
  package var completed: Int { direct.sumN }
  /// Users and sessions with a completed try that went back.
  package var indirectUsers: Int { indirectCount.users }
  package var indirectSessions: Int { indirectSessionCount.sessions }

  /// The shortest ways that anybody took. Those that rely on a tab's kept state count only if there are no others.
  package var shortestWays: ShortestWays { ways }

  /// Lost tries over completed ones, if the shortest way has `least` screens.
  package func lost(least: Int) -> RatioSums { lost[clipped(least) - 1] }

  /// Users and sessions with a lost try.
  package func lostUsers(least: Int) -> Int { userCriticals.dropFirst(clipped(least) + 1).reduce(0, +) }
  package func lostSessions(least: Int) -> Int { sessionCriticals.dropFirst(clipped(least) + 1).reduce(0, +) }

  private func clipped(_ least: Int) -> Int { min(max(least, 1), Tasks.longestLeast) }

  /// The median lostness of the completed tries.
  package func medianLostness(least: Int) -> Double? {
    let values = lengths.pairs.compactMap { length, amount in
      lostness(steps: length.steps, different: length.screens, least: least).map { (value: $0, count: amount.count) }
    }
    return nearestRank(.median, ofHistogram: values.sorted { $0.value < $1.value })
  }

  /// Steps of completed tries beyond the shortest way: each costs a tap.
  package func extraTaps(least: Int) -> Int {
    lengths.pairs.reduce(0) { $0 + max(0, $1.0.steps - least) * $1.1.count }
  }

  /// First choices for which `isRight` holds, over all completed tries.
  package func firstChoices(where isRight: (FirstChoice) -> Bool) -> RatioSums {
    var sums = RatioSums()
    for (choices, amount) in userChoices.pairs {
      let (right, all) = choices.count(where: isRight)
      for _ in 0..<amount.count { sums.add(y: right, n: all) }
    }
    return sums
  }

  /// Users and sessions with a first choice for which `isRight` does not hold.
  package func wrongFirstChoices(where isRight: (FirstChoice) -> Bool) -> (users: Int, sessions: Int, examples: Examples) {
    func count(_ cells: KeyedCells<Choices, Amount>) -> Int {
      cells.pairs.reduce(0) { sum, pair in
        let (right, all) = pair.0.count(where: isRight)
        return sum + (right < all ? pair.1.count : 0)
      }
    }
    var examples = Examples()
    for (choice, some) in choiceExamples.pairs where !isRight(choice) { examples.merge(some) }
    return (count(userChoices), count(sessionChoices), examples)
  }

  /// All first choices with counts, unordered.
  package var choices: [FirstChoice: Int] {
    userChoices.pairs.reduce(into: [:]) { counts, pair in
      for entry in pair.0.entries { counts[entry.choice, default: 0] += entry.count * pair.1.count }
    }
  }
}
