import NavigationModel
import Statistics

/// How long people take to choose from each menu. For each distinct time, it keeps what users add to the share of
/// choices that take longer: so each such share has an interval, and memory depends on the number of distinct times.
package struct ChoiceTimes: Measure, Summed {
  /// The difference, at a time, between the share of choices that take longer and that of choices that take at least as
  /// long.
  private struct Slower: Summed {
    /// Users whose first such choice this is, and choices.
    var users = 0
    var sumY = 0
    var sumYY = 0
    var sumYN = 0

    static let fields = Fields<Self>(\.users, \.sumY, \.sumYY, \.sumYN)
  }

  package struct Sum: Summed {
    /// Users with timed choices, and their choices: Σn, Σn², and max n of a user.
    private var users = 0
    private var sumN = 0
    private var sumNN = 0
    private var mostN = Largest()
    /// By the code of the time from opening to choice (``CountedTime``).
    private var slower = SumsByKey<UInt16, Slower>()
    private var pending: [UInt16] = []
    private var user = UInt32.max
    /// The sessions with the slowest choices; the score is in milliseconds.
    package private(set) var examples = Examples()

    package init() {}

    mutating func add(_ duration: Int64, _ session: Session) {
      if session.user != user {
        finishUser()
        user = session.user
      }
      pending.append(CountedTime(microseconds: duration).rawValue)
      examples.add(session, size: Int(duration / 1000))
    }

    package mutating func finish() {
      finishUser()
      user = .max
      examples.finish()
    }

    private mutating func finishUser() {
      if pending.isEmpty { return }
      let n = pending.count
      users += 1
      sumN += n
      sumNN += n * n
      mostN.add(n)
      // The slowest first: the y-th adds 2y − 1 to y².
      for (index, time) in pending.sorted(by: >).enumerated() {
        if index == 0 { slower[adding: time].users += 1 }
        slower[adding: time].sumY += 1
        slower[adding: time].sumYY += 2 * index + 1
        slower[adding: time].sumYN += n
      }
      pending.removeAll(keepingCapacity: true)
    }

    static let fields = Fields<Self>(\.users, \.sumN, \.sumNN, \.mostN, \.slower, \.examples)

    package var count: Int { sumN }

    /// Choices that take longer than `seconds`, over all timed choices. O(distinct times).
    package func longer(than seconds: Double) -> RatioSums {
      let all = sums(seconds)
      return RatioSums(
        users: users, sumY: all.sumY, sumN: sumN, sumYY: all.sumYY, sumYN: all.sumYN, sumNN: sumNN, maxN: mostN.number)
    }

    /// Users with a choice that takes longer than `seconds`. O(distinct times).
    package func users(longerThan seconds: Double) -> Int { sums(seconds).users }

    private func sums(_ seconds: Double) -> Slower {
      let limit = seconds * 1000
      return slower.pairs.reduce(into: Slower()) { all, entry in
        if Double(CountedTime(rawValue: entry.0).milliseconds) > limit { all.merge(entry.1) }
      }
    }

    /// The nearest-rank quantile in seconds; nil without times. O(distinct times).
    package func seconds(_ quantile: Quantile) -> Double? {
      nearestRank(
        quantile, ofHistogram: slower.pairs.map { (value: $0.0, count: $0.1.sumY) }.sorted { $0.value < $1.value }
      )
      .map { CountedTime(rawValue: $0).seconds }
    }
  }

  /// By menu and platform: choices by people.
  private var sums = SumsByKey<NamePair, Sum>()
  /// By menu, on all platforms: who has two of them is one person.
  private var all = SumsByName<Sum>()
  private var platformsLeftOut: Set<Name> = []

  /// By menu. O(menus on platforms).
  package var byMenu: SumsByName<Sum> {
    if platformsLeftOut.isEmpty { return all }
    return sums.pairs.reduce(into: SumsByName()) { all, pair in
      if !platformsLeftOut.contains(pair.0.second) { all[adding: pair.0.first].merge(pair.1) }
    }
  }

  mutating func leaveOut(_ platforms: Set<Name>) { platformsLeftOut = platforms }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences
    where occurrence.kind == .menuSelect && occurrence.duration >= 0 && occurrence.maker == .person {
      sums[adding: NamePair(occurrence.container, session.segment.platform)].add(occurrence.duration, session)
      all[adding: occurrence.container].add(occurrence.duration, session)
    }
  }

  static let fields = Fields<Self>(\.sums, \.all)
}

package struct MenuPlatforms: Measure, Summed {
  package private(set) var opens = SumsByKey<NamePair, CountWithExamples>()
  /// Users with a session on each platform; unknown if the log gives none.
  package private(set) var platforms = SumsByName<UserCount>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let platform = session.segment.platform
    platforms[adding: platform].add(session)
    for occurrence in path.occurrences where occurrence.kind == .menuOpen {
      opens[adding: NamePair(occurrence.container, platform)].add(session)
    }
  }

  static let fields = Fields<Self>(\.opens, \.platforms)
}
