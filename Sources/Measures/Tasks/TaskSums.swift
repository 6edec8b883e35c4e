import NavigationModel
import Statistics

/// The counts of one declared task.
package struct TaskSums: Summed {
  private var successShare = UserShare()
  private var directShare = UserShare()
  private var indirect = UsersAndSessions()
  /// The sessions with the most going back, and those with the longest completed tries.
  package private(set) var indirectExamples = Examples()
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
  private var ways = ShortestWays()
  /// Completed tries that passed a screen between start and goal.
  package private(set) var passed = SumsByKey<Name, Frequency>()

  package init() {}

  // MARK: - Counting

  mutating func giveUp(_ session: Session) { successShare.add(false, session) }

  mutating func add(_ completed: CompletedTry, _ session: Session) {
    successShare.add(true, session)
    directShare.add(completed.returns == 0, session)
    if completed.returns > 0 {
      indirect.add(session)
      indirectExamples.add(session, size: completed.returns)
    }
    longestExamples.add(session, size: completed.steps)
    lengths[adding: PathLength(steps: completed.steps, screens: completed.screens)] += 1
    choiceExamples[adding: completed.choice].add(session)
  }

  mutating func addWay(_ completed: CompletedTry, _ steps: ArraySlice<Step>) {
    ways.add(steps, usesKeptState: completed.usesKeptState)
  }

  mutating func pass(_ screen: Name, _ session: Session) {
    passed[adding: screen].add(session)
  }

  mutating func finishSession(critical: Int, choices: Tally<FirstChoice>) {
    sessionCriticals.count(at: critical)
    sessionChoices[adding: Choices(choices)] += 1
  }

  mutating func finishUser(criticals: [Int], choices: Tally<FirstChoice>) {
    let tries = criticals.reduce(0, +)
    var isLost = tries
    for least in 1...Tasks.longestLeast {
      if least < criticals.count { isLost -= criticals[least] } else { isLost = 0 }
      lost[least - 1].add(y: isLost, n: tries)
    }
    userCriticals.count(at: (criticals.lastIndex { $0 > 0 }) ?? 1)
    userChoices[adding: Choices(choices)] += 1
  }

  package static let fields =
    Fields<Self>(\.successShare, \.directShare, \.indirect, \.indirectExamples, \.longestExamples, \.choiceExamples, \.passed)
    + Fields<Self>(\.lengths, \.lost, \.userCriticals, \.sessionCriticals, \.userChoices, \.sessionChoices, \.ways)
  package var isValid: Bool { lost.count == Tasks.longestLeast }

  // MARK: - Results

  /// Completed tries over all tries, and completed tries without going back over all completed ones.
  package var success: RatioSums { successShare.sums }
  package var direct: RatioSums { directShare.sums }
  package var completed: Int { direct.sumN }
  /// Users and sessions with a completed try that went back.
  package var indirectUsers: Int { indirect.users }
  package var indirectSessions: Int { indirect.sessions }

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
      lostness(steps: length.steps, different: length.screens, least: least).map { (value: $0, count: amount) }
    }
    return nearestRank(.median, ofHistogram: values.sorted { $0.value < $1.value })
  }

  /// Steps of completed tries beyond the shortest way: each costs a tap.
  package func extraTaps(least: Int) -> Int {
    lengths.pairs.reduce(0) { $0 + max(0, $1.0.steps - least) * $1.1 }
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
  package func wrongFirstChoices(where isRight: (FirstChoice) -> Bool) -> (users: Int, sessions: Int, examples: Examples) {
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
      for entry in pair.0.elements { counts[entry.choice, default: 0] += entry.count * pair.1 }
    }
  }
}

/// How often a first choice was made in a session, or by a user.
struct ChoiceCount: OrderedInRun, BinaryRecord {
  let choice: FirstChoice
  let count: Int

  static let form = BinaryForm(Self.init(choice:count:), \.choice, \.count)
  func precedes(_ other: ChoiceCount) -> Bool { choice.precedes(other.choice) }
}

/// The first choices of one user or session.
typealias Choices = Unordered<ChoiceCount>

extension Choices {
  init(_ tally: Tally<FirstChoice>) { self.init(tally.pairs.map { ChoiceCount(choice: $0, count: $1) }) }

  func count(where isRight: (FirstChoice) -> Bool) -> (right: Int, all: Int) {
    elements.reduce((0, 0)) { ($0.0 + (isRight($1.choice) ? $1.count : 0), $0.1 + $1.count) }
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

extension FirstChoice {
  /// An order of numbers, not of texts.
  func precedes(_ other: FirstChoice) -> Bool {
    if screen != other.screen { return screen.rawValue < other.screen.rawValue }
    if section != other.section {
      return (section.kind.rawValue, section.name.rawValue, section.item.rawValue)
        < (other.section.kind.rawValue, other.section.name.rawValue, other.section.item.rawValue)
    }
    return !changesSection && other.changesSection
  }
}
