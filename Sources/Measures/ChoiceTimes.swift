import NavigationModel
import Statistics

/// How long people take to choose from each menu, with the times of one user kept together: so that any share of slow choices has its interval.
public struct ChoiceTimes: Measure {
  public struct Cell: MergeableCell {
    /// Microseconds from the opening to the choice, user by user. Longer ones are cut to an hour and a bit.
    @Packed private var times: [UInt32] = []
    /// How many of the times each user has, in the same order.
    @Packed private var counts: [UInt32] = []
    private var user = UInt32.max
    /// The sessions with the slowest choices; the score is in milliseconds.
    public private(set) var examples = Examples()

    public init() {}

    mutating func add(_ duration: Int64, _ session: Session) {
      if session.user != user {
        user = session.user
        counts.append(0)
      }
      counts[counts.count - 1] += 1
      times.append(UInt32(clamping: duration))
    }

    /// - Parameter slowest: the longest time of the session, microseconds.
    mutating func addExample(_ session: Session, slowest: Int64) { examples.add(session, score: Int(slowest / 1000)) }

    public mutating func merge(_ other: Cell) {
      times.append(contentsOf: other.times)
      counts.append(contentsOf: other.counts)
      user = .max
      examples.merge(other.examples)
    }

    /// Choices of which the time is known.
    public var count: Int { times.count }

    /// Choices that take longer than `seconds`, over all of which the time is known. O(choices).
    public func longer(than seconds: Double) -> RatioSums { sums(seconds).sums }

    /// Users with a choice that takes longer than `seconds`. O(choices).
    public func users(longerThan seconds: Double) -> Int { sums(seconds).users }

    private func sums(_ seconds: Double) -> (sums: RatioSums, users: Int) {
      var sums = RatioSums()
      var users = 0
      var start = 0
      for count in counts {
        let own = times[start..<(start + Int(count))]
        let slow = own.count { Double($0) > seconds * 1e6 }
        sums.add(y: slow, n: own.count)
        if slow > 0 { users += 1 }
        start += Int(count)
      }
      return (sums, users)
    }

    /// The nearest-rank quantile in seconds, or nil without times. O(choices).
    public func seconds(_ quantile: Quantile) -> Double? {
      guard let place = quantile.place(among: times.count) else { return nil }
      var values = times
      return Double(selected(place, in: &values)) / 1e6
    }

    private enum CodingKeys: String, CodingKey { case times, counts, examples }
  }

  /// By menu.
  public private(set) var cells = NameCells<Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    var slowest: [(menu: Name, time: Int64)] = []
    for occurrence in path.occurrences where occurrence.kind == .menuSelect && occurrence.duration >= 0 {
      cells[adding: occurrence.container].add(occurrence.duration, session)
      if let place = slowest.firstIndex(where: { $0.menu == occurrence.container }) {
        slowest[place].time = max(slowest[place].time, occurrence.duration)
      } else {
        slowest.append((occurrence.container, occurrence.duration))
      }
    }
    for (menu, time) in slowest { cells[adding: menu].addExample(session, slowest: time) }
  }

  public mutating func merge(_ other: ChoiceTimes) { cells.merge(other.cells) }
}
