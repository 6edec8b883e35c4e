import NavigationModel
import Statistics

/// Which entries are used together, by the same session and the same user: two separate groups may be two apps in one
/// (ThePlan.md, *Other changes*).
package struct EntrySets: Measure, Summed {
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

  /// Sets of entries, as bits.
  struct Kept: Sendable {
    fileprivate var entries = KeyList<Entry>()
    fileprivate var sets: [UInt64: Sum] = [:]
  }

  /// The used entries. Their indices are their bits in the sets.
  package var entries: [Entry] { bounded.kept.entries.keys }
  package var sets: [UInt64: Sum] { bounded.kept.sets }
  package var isOverfull: Bool { bounded.isOverfull }
  private var bounded = Bounded<Self>()

  private var usedByUser: UInt64 = 0
  private var sessions = 0

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var used: UInt64 = 0
    bounded.add { kept in
      used = kept.add(path)
      if used != 0 { kept.sets[used, default: Sum()].sessions += 1 }
    }
    guard used != 0 else { return }
    usedByUser |= used
    sessions += 1
  }

  mutating func finishUser() {
    let used = usedByUser
    let sessions = sessions
    if used != 0 { bounded.add { $0.sets[used, default: Sum()].add(sessions: sessions) } }
    usedByUser = 0
    self.sessions = 0
  }

  static let fields = Fields<Self>(\.bounded)
}

extension EntrySets: Bounding {
  static func isTooMuch(_ kept: Kept) -> Bool { kept.entries.count > mostEntries || kept.sets.count > mostSets }
}

extension EntrySets.Kept: Mergeable {
  /// Adds the entries that a session used; returns their bits.
  fileprivate mutating func add(_ path: Reconstruction) -> UInt64 {
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
    }
    return used
  }

  /// The bit of an entry, which is added if it is new; none for those that are too many.
  private mutating func bit(of entry: Entry) -> UInt64 {
    let index = entries.number(adding: entry)
    return index < EntrySets.mostEntries ? 1 << UInt64(index) : 0
  }

  mutating func merge(_ other: Self) {
    let bits = other.entries.keys.map { bit(of: $0) }
    for (set, sum) in other.sets {
      var own: UInt64 = 0
      for (index, bit) in bits.enumerated() where set & 1 << UInt64(index) != 0 { own |= bit }
      sets[own, default: .init()].merge(sum)
    }
  }
}

extension EntrySets.Kept: BinaryCodable {
  init(from decoder: BinaryDecoder) throws {
    for entry in try decoder.decode([Entry].self) { _ = entries.number(adding: entry) }
    let keys = try decoder.decode([UInt64].self)
    let sums = try decoder.decode([EntrySets.Sum].self)
    let known = entries.count
    guard known <= EntrySets.mostEntries, keys.count == sums.count,
      keys.allSatisfy({ known == 64 || $0 >> UInt64(known) == 0 })
    else { throw BinaryError.invalid }
    sets = Dictionary(zip(keys, sums)) { one, _ in one }
  }

  func encode(to encoder: BinaryEncoder) throws {
    let entries = self.entries.keys
    let order = try encoder.order(of: entries)
    let ordered = sets.map { set, sum in
      (
        set: order.enumerated().reduce(0 as UInt64) { $0 | (set >> UInt64($1.element) & 1) << UInt64($1.offset) },
        sum: sum
      )
    }.sorted { $0.set < $1.set }
    try encoder.encode(order.map { entries[$0] })
    try encoder.encode(ordered.map(\.set))
    try encoder.encode(ordered.map(\.sum))
  }
}
