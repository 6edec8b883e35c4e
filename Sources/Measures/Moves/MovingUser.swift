import NavigationModel

/// What one user did with the entries, in all sessions or in those of a build.
struct MovingUser: Reusable {
  /// `landings` are parts of sessions that begin on the entry, `endings` choices that are the last step that the user
  /// made in their part, `actions` those that lead to the screen that was there before, `taps` (x) those that the entry
  /// would have saved in another container.
  struct Use: Sendable {
    let entry: UInt32
    var choices = 0
    var openedFor = 0
    var landings = 0
    var endings = 0
    var actions = 0
    var taps = 0

    mutating func add(_ effect: EntryEffects.Effect) {
      taps += effect.taps
      if effect.isChoice { choices += 1 }
      if effect.isOpenedFor { openedFor += 1 }
      if effect.isChoice, effect.isEnding { endings += 1 }
      if effect.isAction { actions += 1 }
    }

    mutating func merge(_ other: Use) {
      choices += other.choices
      openedFor += other.openedFor
      landings += other.landings
      endings += other.endings
      actions += other.actions
      taps += other.taps
    }
  }

  var sessions = 0
  private var byEntry = SumsByKey<UInt32, Use>()
  var uses: [Use] { byEntry.values }

  mutating func empty() {
    sessions = 0
    byEntry.removeAll()
  }

  subscript(entry: UInt32) -> Use {
    get { byEntry[entry] ?? Use(entry: entry) }
    _modify {
      let number = byEntry.number(adding: entry, as: Use(entry: entry))
      yield &byEntry[number: number]
    }
  }

  /// The uses, without the taps of those that would save or cost more than this many.
  func uses(withAtMost taps: Int) -> [Use] {
    guard uses.contains(where: { $0.taps.magnitude > taps }) else { return uses }
    return uses.map { use in
      var use = use
      if use.taps.magnitude > taps { use.taps = 0 }
      return use
    }
  }

  /// Appends the own uses of the entries of some uses, as ``uses(withAtMost:)`` has them.
  func append(usesOf others: [Use], withAtMost taps: Int, to uses: inout [Use]) {
    for other in others {
      var use = self[other.entry]
      if use.taps.magnitude > taps { use.taps = 0 }
      uses.append(use)
    }
  }

  /// - Parameter entry: the number of the entry as which a use of another counts.
  mutating func merge(_ other: MovingUser, as entry: (UInt32) -> UInt32 = { $0 }) {
    sessions += other.sessions
    for use in other.uses { self[entry(use.entry)].merge(use) }
  }
}

/// On which days hidden entries were chosen: an outage or a season fills few days.
package struct ChoiceDays: Measure, Summed {
  static var isForRules: Bool { false }

  /// With more different keys than this, nothing is kept.
  package static let mostKeys = 1 << 16

  /// By the entry and the day on which the session started, since 1970.
  private var sums = Bounded<Self>()
  /// Whether choices that come with the opening of their list are left out.
  private var leavesOutOpening = false

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    sums.add { sums in
      func add(_ use: Discovery.Subject, _ maker: Maker) {
        switch use.kind {
        case .moreItem: sums[adding: Pair(Entry(use.name, in: .more, by: maker), session.day)] += 1
        case .menuItem: sums[adding: Pair(Entry(use.name, in: .menu(use.container), by: maker), session.day)] += 1
        case .tab, .menu, .gesture: break
        }
      }
      for use in counts.uses { add(use, .person) }
      for (use, maker) in counts.usesOfApp { add(use, maker) }
    }
  }

  static let fields = Fields<Self>(\.sums)

  mutating func leaveOut(hasOpening: Bool) { leavesOutOpening = !hasOpening }

  /// The choices of each entry by day, in order of the days; empty if they are not known.
  package var byEntry: [Entry: [(day: Int, count: Int)]] {
    var counts: [Entry: [Int: Int]] = [:]
    for (key, count) in sums.kept.pairs where key.first.maker == .person || !leavesOutOpening {
      counts[key.first.made(by: .person), default: [:]][key.second, default: 0] += count
    }
    return counts.mapValues { $0.sorted { $0.key < $1.key }.map { (day: $0.key, count: $0.value) } }
  }

  /// The shortest run of days, since 1970, that holds a share of the choices of an entry, and the number of days before
  /// with a choice; nil without choices.
  /// - Parameter choices: by day, in order of the days.
  package static func busiest(_ choices: [(day: Int, count: Int)], share: Double) -> (
    days: ClosedRange<Int>, daysBefore: Int
  )? {
    let needed = Int((Double(choices.reduce(0) { $0 + $1.count }) * share).rounded(.up))
    var best: (first: Int, last: Int)?
    var (first, sum) = (0, 0)
    for last in choices.indices {
      sum += choices[last].count
      while sum - choices[first].count >= needed {
        sum -= choices[first].count
        first += 1
      }
      let length = choices[last].day - choices[first].day
      if sum >= needed, best.map({ length < choices[$0.last].day - choices[$0.first].day }) ?? true {
        best = (first, last)
      }
    }
    guard let best, needed > 0 else { return nil }
    return (choices[best.first].day...choices[best.last].day, best.first)
  }
}

extension ChoiceDays: Bounding {
  static func isTooMuch(_ kept: SumsByKey<Pair<Entry, Int>, Int>) -> Bool { kept.count > mostKeys }
}
