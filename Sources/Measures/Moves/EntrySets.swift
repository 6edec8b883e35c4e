import NavigationModel
import Statistics

/// Which entries are used together, by the same session and the same user: two separate groups may be two apps in one
/// (ThePlan.md, *Other changes*).
package struct EntrySets: Measure {
  static var isForRules: Bool { false }

  /// The most entries, and sets of entries, that are kept.
  package static let mostEntries = 64
  package static let mostSets = 8192

  /// Sessions and users that used exactly a set of entries. Users with their sessions: Σn and Σn².
  package struct Sum: Summed, Equatable {
    package fileprivate(set) var sessions = 0
    package fileprivate(set) var users = 0
    package fileprivate(set) var sessionsOfUsers = 0
    package fileprivate(set) var squaredSessionsOfUsers = 0
    fileprivate var most = Largest()
    package var mostSessionsOfUser: Int { most.number }

    fileprivate mutating func add(sessions: Int) {
      users += 1
      sessionsOfUsers += sessions
      squaredSessionsOfUsers += sessions * sessions
      most.add(sessions)
    }

    static let fields = Fields<Self>(\.sessions, \.users, \.sessionsOfUsers, \.squaredSessionsOfUsers, \.most)
  }

  /// The used entries. Their indices are their bits in the sets.
  package var entries: [Entry] { list.keys }
  private var list = KeyList<Entry>()
  package private(set) var sets: [UInt64: Sum] = [:]
  package private(set) var isOverfull = false

  private var usedByUser: UInt64 = 0
  private var sessions = 0

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if isOverfull { return }
    var used: UInt64 = 0
    var last: Section?
    var moreItem = Name.unknown
    for step in path.steps {
      if step.kind == .moreItem { moreItem = step.item } else if step.section == last { continue }
      last = step.section
      switch step.section.kind {
      case .tab: used |= bit(of: Entry(step.section.name, in: .bar))
      case .menuItem: used |= bit(of: Entry(step.section.item, in: .menu(step.section.name)))
      case .more: if step.kind == .moreItem { used |= bit(of: Entry(moreItem, in: .more)) }
      case .none, .link: break
      }
      if isOverfull { return }
    }
    guard used != 0 else { return }
    sets[used, default: Sum()].sessions += 1
    usedByUser |= used
    sessions += 1
    dropIfOverfull()
  }

  private mutating func bit(of entry: Entry) -> UInt64 {
    let index = list.number(adding: entry)
    if index < Self.mostEntries { return 1 << UInt64(index) }
    drop()
    return 0
  }

  private mutating func dropIfOverfull() { if sets.count > Self.mostSets { drop() } }

  private mutating func drop() {
    isOverfull = true
    list = KeyList()
    sets = [:]
    usedByUser = 0
    sessions = 0
  }

  mutating func finishUser() {
    if usedByUser != 0 {
      sets[usedByUser, default: Sum()].add(sessions: sessions)
      dropIfOverfull()
    }
    usedByUser = 0
    sessions = 0
  }

  package mutating func merge(_ other: EntrySets) {
    if isOverfull || other.isOverfull {
      drop()
      return
    }
    let bits = other.entries.map { bit(of: $0) }
    if isOverfull { return }
    for (set, sum) in other.sets {
      var own: UInt64 = 0
      for (index, bit) in bits.enumerated() where set & 1 << UInt64(index) != 0 { own |= bit }
      sets[own, default: Sum()].merge(sum)
    }
    dropIfOverfull()
  }
}

extension EntrySets {
  package init(from decoder: BinaryDecoder) throws {
    isOverfull = try decoder.decode()
    for entry in try decoder.decode([Entry].self) { _ = bit(of: entry) }
    let (keys, sums) = (try decoder.decode([UInt64].self), try decoder.decode([Sum].self))
    guard keys.count == sums.count, keys.allSatisfy({ entries.count == 64 || $0 >> UInt64(entries.count) == 0 }) else {
      throw BinaryError.invalid
    }
    sets = Dictionary(zip(keys, sums)) { one, _ in one }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let order = try encoder.order(of: entries)
    let ordered = sets.map { set, sum in
      (
        set: order.enumerated().reduce(0 as UInt64) { $0 | (set >> UInt64($1.element) & 1) << UInt64($1.offset) },
        sum: sum
      )
    }.sorted { $0.set < $1.set }
    try encoder.encode(isOverfull)
    try encoder.encode(order.map { entries[$0] })
    try encoder.encode(ordered.map(\.set))
    try encoder.encode(ordered.map(\.sum))
  }
}
