import NavigationModel

/// What one user did with the entries, in all sessions or in those of a build.
struct MovingUser: Sendable {
  struct Use: Sendable {
    let entry: UInt32
    var choices = 0
    var openedFor = 0
    /// Parts of sessions that begin on it.
    var landings = 0
    /// Choices that are the last step of their part.
    var endings = 0
    /// x: the taps that the entry would have saved in another container.
    var taps = 0
  }

  /// Sessions with steps.
  var sessions = 0
  private var list = KeyList<UInt32>()
  private(set) var uses: [Use] = []

  mutating func removeAll() {
    sessions = 0
    list.removeAll()
    uses.removeAll(keepingCapacity: true)
  }

  /// What the user did with an entry.
  subscript(entry: UInt32) -> Use {
    get { list.number(of: entry).map { uses[$0] } ?? Use(entry: entry) }
    _modify {
      let index = index(adding: entry)
      yield &uses[index]
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

  mutating func merge(_ other: MovingUser) {
    sessions += other.sessions
    for use in other.uses {
      let index = index(adding: use.entry)
      uses[index].choices += use.choices
      uses[index].openedFor += use.openedFor
      uses[index].landings += use.landings
      uses[index].endings += use.endings
      uses[index].taps += use.taps
    }
  }

  private mutating func index(adding entry: UInt32) -> Int {
    let index = list.number(adding: entry)
    if index == uses.count { uses.append(Use(entry: entry)) }
    return index
  }
}

/// On which days hidden entries were chosen: an outage or a season fills few days.
package struct ChoiceDays: Measure, Summed {
  package static var isForRules: Bool { false }

  /// With more different keys than this, nothing is kept.
  package static let mostKeys = 1 << 16

  private struct EntryDay: Hashable, BinaryRecord {
    let entry: Entry
    /// UTC, since 1970.
    let day: Int

    static let form = BinaryForm(Self.init(entry:day:), \.entry, \.day)
  }

  private var sums = SumsByKey<EntryDay, Int>()
  private var isOverfull = false

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if isOverfull { return }
    let day = Int(session.start.flooredDivision(by: 86_400_000_000).0)
    for use in counts.uses {
      switch use.kind {
      case .moreItem: sums[adding: EntryDay(entry: Entry(use.name, in: .more), day: day)] += 1
      case .menuItem: sums[adding: EntryDay(entry: Entry(use.name, in: .menu(use.container)), day: day)] += 1
      case .tab, .menu, .gesture: break
      }
    }
    dropSurplus()
  }

  package mutating func dropSurplus() {
    isOverfull = isOverfull || sums.count > Self.mostKeys
    if isOverfull { sums = SumsByKey() }
  }

  package static let fields = Fields<Self>(\.isOverfull, \.sums)

  /// The choices of an entry by day, the most first; empty if they are not known.
  package func choices(of entry: Entry) -> [Int] { sums.pairs.filter { $0.0.entry == entry }.map(\.1).sorted(by: >) }
}

extension Measures {
  package var choiceDays: ChoiceDays { self[ChoiceDays.self] }
}
