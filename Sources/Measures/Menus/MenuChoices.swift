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
    /// The sessions with the slowest choices; the score is in milliseconds.
    package fileprivate(set) var examples = Examples()

    package init() {}

    /// - Parameter times: those of a user, the slowest first.
    fileprivate mutating func addUser(_ times: ArraySlice<OwnTime>) {
      users += 1
      sumN += times.count
      sumNN += times.count * times.count
      mostN.add(times.count)
      // The y-th adds 2y − 1 to y².
      for (index, own) in times.enumerated() {
        let number = slower.number(adding: own.time)
        if index == 0 { slower[number: number].users += 1 }
        slower[number: number].sumY += 1
        slower[number: number].sumYY += 2 * index + 1
        slower[number: number].sumYN += times.count
      }
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

  /// A choice of the current user: its menu and platform by their number in ``sums``, and its time.
  fileprivate typealias OwnTime = (place: Int, time: UInt16)

  /// By menu and platform: choices of people on one platform, and the examples of all.
  private var sums = SumsByKey<NamePair, Sum>()
  /// Those of people on several platforms, by menu and platform; and by menu, as one person.
  private var parted = SumsByKey<NamePair, Sum>()
  private var joined = SumsByName<Sum>()
  private var platformsLeftOut: Set<Name> = []
  private var pending: [OwnTime] = []

  /// By menu. O(distinct times of all menus).
  package var byMenu: SumsByName<Sum> {
    var all = platformsLeftOut.isEmpty ? joined : SumsByName()
    for some in platformsLeftOut.isEmpty ? [sums] : [sums, parted] {
      for (place, sum) in some.pairs where !platformsLeftOut.contains(place.second) {
        all[adding: place.first].merge(sum)
      }
    }
    return all
  }

  mutating func leaveOut(_ platforms: Set<Name>) { platformsLeftOut = platforms }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences
    where occurrence.kind == .menuSelect && occurrence.duration >= 0 && occurrence.maker == .person {
      let place = sums.number(adding: NamePair(occurrence.container, session.segment.platform))
      pending.append((place, CountedTime(microseconds: occurrence.duration).rawValue))
      sums[number: place].examples.add(session, size: Int(occurrence.duration / 1000))
    }
  }

  mutating func finishUser() {
    guard let first = pending.first else { return }
    let platform = sums.keys[first.place].second
    if pending.allSatisfy({ sums.keys[$0.place].second == platform }) {
      forEachGroup {
        $0.place
      } add: { sums, place, times in
        sums.sums[number: place].addUser(times)
      }
    } else {
      forEachGroup {
        $0.place
      } add: { sums, place, times in
        sums.parted[adding: sums.sums.keys[place]].addUser(times)
      }
      let keys = sums.keys
      forEachGroup {
        Int(keys[$0.place].first.rawValue)
      } add: { sums, _, times in
        sums.joined[adding: keys[times[times.startIndex].place].first].addUser(times)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Calls `add` with the choices of each group, the slowest first.
  private mutating func forEachGroup(
    _ group: (OwnTime) -> Int, add: (inout Self, Int, ArraySlice<OwnTime>) -> Void
  ) {
    var times = pending
    times.sort { (group($0), $1.time) < (group($1), $0.time) }
    var start = 0
    while start < times.count {
      let own = group(times[start])
      let end = times[start...].firstIndex { group($0) != own } ?? times.count
      add(&self, own, times[start..<end])
      start = end
    }
  }

  static let fields = Fields<Self>(\.sums, \.parted, \.joined)
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
