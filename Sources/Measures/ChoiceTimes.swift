import NavigationModel
import Statistics

/// How long people take to choose from each menu. For each distinct time, it keeps what users add to the share of choices that take longer:
/// so each such share has an interval, and memory depends on the number of distinct times.
package struct ChoiceTimes: Measure {
  /// The difference, at a time, between the share of choices that take longer and that of choices that take at least as long.
  private struct Slower: MergeableCell {
    /// Users whose first such choice this is, and choices.
    var users = 0
    var sumY = 0
    var sumYY = 0
    var sumYN = 0

    mutating func merge(_ other: Slower) {
      users += other.users
      sumY += other.sumY
      sumYY += other.sumYY
      sumYN += other.sumYN
    }
  }

  package struct Cell: MergeableCell {
    /// Users with timed choices, and their choices: Σn, Σn², and max n of a user.
    private var users = 0
    private var sumN = 0
    private var sumNN = 0
    private var maxN = 0
    /// By the code of the time from opening to choice (``CountedTime``).
    private var slower = KeyedCells<UInt16, Slower>()
    /// The times of the current user.
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
    }

    private mutating func finishUser() {
      if pending.isEmpty { return }
      let n = pending.count
      users += 1
      sumN += n
      sumNN += n * n
      maxN = max(maxN, n)
      // The slowest first: the y-th adds 2y − 1 to y².
      for (index, time) in pending.sorted(by: >).enumerated() {
        if index == 0 { slower[adding: time].users += 1 }
        slower[adding: time].sumY += 1
        slower[adding: time].sumYY += 2 * index + 1
        slower[adding: time].sumYN += n
      }
      pending.removeAll(keepingCapacity: true)
    }

    /// All sessions were observed.
    mutating func finish() {
      finishUser()
      user = .max
    }

    /// - Parameter slowest: the longest time of the session, microseconds.
    mutating func addExample(_ session: Session, slowest: Int64) { examples.add(session, score: Int(slowest / 1000)) }

    package mutating func merge(_ other: Cell) {
      users += other.users
      sumN += other.sumN
      sumNN += other.sumNN
      maxN = max(maxN, other.maxN)
      slower.merge(other.slower)
      examples.merge(other.examples)
    }

    /// Timed choices.
    package var count: Int { sumN }

    /// Choices that take longer than `seconds`, over all timed choices. O(distinct times).
    package func longer(than seconds: Double) -> RatioSums {
      let all = sums(seconds)
      return RatioSums(users: users, sumY: all.sumY, sumN: sumN, sumYY: all.sumYY, sumYN: all.sumYN, sumNN: sumNN, maxN: maxN)
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
      nearestRank(quantile, ofHistogram: slower.pairs.map { (value: $0.0, count: $0.1.sumY) }.sorted { $0.value < $1.value })
        .map { CountedTime(rawValue: $0).seconds }
    }

    private enum CodingKeys: CodingKey { case users, sumN, sumNN, maxN, slower, examples }
  }

  /// By menu.
  package private(set) var cells = NameCells<Cell>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var slowest: [(menu: Name, time: Int64)] = []
    for occurrence in path.occurrences where occurrence.kind == .menuSelect && occurrence.duration >= 0 {
      cells[adding: occurrence.container].add(occurrence.duration, session)
      if let index = slowest.firstIndex(where: { $0.menu == occurrence.container }) {
        slowest[index].time = max(slowest[index].time, occurrence.duration)
      } else {
        slowest.append((occurrence.container, occurrence.duration))
      }
    }
    for (menu, time) in slowest { cells[adding: menu].addExample(session, slowest: time) }
  }

  package mutating func finish() { cells.update { $0.finish() } }

  package mutating func merge(_ other: ChoiceTimes) { cells.merge(other.cells) }
}

extension Measures {
  package var choiceTimes: ChoiceTimes { self[ChoiceTimes.self] }
}
