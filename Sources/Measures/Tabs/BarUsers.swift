import NavigationModel

/// Which tabs the same people use: users with three sessions or more by their set of tabs, with the fields of their
/// first session; and for each pair of tabs the users who selected one of them only in sessions before those of the
/// other.
///
/// People who never share a bar are told apart by these sums: couriers and customers, two brands, languages whose
/// labels are logged.
package struct BarUsers: Measure {
  /// Users with fewer sessions have not met the whole bar.
  package static let fewestSessions = 3
  /// With more different keys than this the fields are dropped; with more sets or pairs of tabs nothing is known.
  package static let mostKeys = 4096
  /// A user of more tabs than this names something else by them.
  package static let mostTabs = 32

  package struct Key: MixedHash, BinaryRecord {
    /// The fields of the first session; of the whole segment only the platform, once there were too many keys.
    package fileprivate(set) var segment: Segment
    package let tabs: Unordered<Name>
    /// The menus that they opened, the More list among them, and the gestures that they made; none once there were too
    /// many keys.
    package fileprivate(set) var controls: Unordered<Name>

    package static let form = BinaryForm(Self.init(segment:tabs:controls:), \.segment, \.tabs, \.controls)

    package var bits: UInt64 { tabs.bits.mixed(with: controls.bits).mixed(with: segment.bits) }
  }

  package struct PairSum: Summed {
    package fileprivate(set) var users = 0
    /// Those of them with all sessions of the one before all of the other, and the reverse.
    package fileprivate(set) var before = 0
    package fileprivate(set) var after = 0

    static let fields = Fields<Self>(\.users, \.before, \.after)
  }

  struct Kept: Sendable {
    fileprivate(set) var users: [Key: Int] = [:]
    fileprivate(set) var hasFields = true
    /// By two tabs, unordered.
    fileprivate(set) var pairs = SumsByKey<NamePair, PairSum>()
  }

  package var users: [Key: Int] { bounded.kept.users }
  package var hasFields: Bool { bounded.kept.hasFields && !isOverfull }
  package var isOverfull: Bool { bounded.isOverfull }
  private var bounded = Bounded<Self>()

  private var first = Segment()
  private var sessions = 0
  /// The tabs used, with the first and the last session.
  private var spans = SumsByKey<Name, (first: Int, last: Int)>()
  private var controls = NameList()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if bounded.isOverfull { return }
    if sessions == 0 { first = session.segment }
    sessions += 1
    for use in counts.uses {
      switch use.kind {
      case .menu, .gesture: _ = controls.number(adding: use.name)
      case .moreItem: _ = controls.number(adding: .more)
      case .tab, .menuItem: break
      }
    }
    for use in counts.uses where use.kind == .tab && use.name != .unnamed {
      let number = spans.number(adding: use.name, as: (sessions, sessions))
      spans[number: number].last = sessions
    }
  }

  mutating func finishUser() {
    if 1...Self.mostTabs ~= spans.count { addUser() }
    sessions = 0
    spans.removeAll()
    controls.removeAll()
  }

  private mutating func addUser() {
    let tabs = spans.keys
    let spans = spans.values
    let key =
      sessions >= Self.fewestSessions
      ? Key(segment: first, tabs: Unordered(tabs), controls: Unordered(controls.keys)) : nil
    bounded.add { kept in
      for (number, tab) in tabs.enumerated() {
        for other in 0..<number { kept.add(tab, spans[number], tabs[other], spans[other]) }
      }
      if let key { kept.add(key, 1) }
    }
  }

  package mutating func merge(_ other: BarUsers) { bounded.merge(other.bounded) { $0.merge($1) } }

  /// Whether nearly all users of both tabs used one of them only before the other: it was renamed or replaced.
  package func areInSuccession(_ one: Name, _ other: Name) -> Bool {
    bounded.kept.pairs[.unordered(one, other)]?.isSuccession ?? false
  }

  /// For each tab that is in succession with others, these.
  package var successions: [Name: [Name]] {
    bounded.kept.pairs.pairs.filter(\.1.isSuccession).reduce(into: [:]) { tabs, pair in
      tabs[pair.0.first, default: []].append(pair.0.second)
      tabs[pair.0.second, default: []].append(pair.0.first)
    }
  }
}

extension BarUsers: Bounding {
  static var nothing: Kept { Kept() }
  static func isTooMuch(_ kept: Kept) -> Bool { kept.users.count > mostKeys || kept.pairs.count > mostKeys }
}

extension BarUsers.Kept {
  fileprivate mutating func add(
    _ one: Name, _ span: (first: Int, last: Int), _ other: Name, _ otherSpan: (first: Int, last: Int)
  ) {
    let isInOrder = one.rawValue < other.rawValue
    let pair = NamePair.unordered(one, other)
    let (a, b) = isInOrder ? (span, otherSpan) : (otherSpan, span)
    pairs[adding: pair].users += 1
    if a.last < b.first { pairs[adding: pair].before += 1 } else if b.last < a.first { pairs[adding: pair].after += 1 }
  }

  /// Adds users, without their fields once there are too many of these.
  fileprivate mutating func add(_ key: BarUsers.Key, _ count: Int) {
    var key = key
    if !hasFields { key.dropFields() }
    users[key, default: 0] += count
    if hasFields, users.count > BarUsers.mostKeys { dropFields() }
  }

  private mutating func dropFields() {
    hasFields = false
    users = users.reduce(into: [:]) { users, entry in
      var key = entry.key
      key.dropFields()
      users[key, default: 0] += entry.value
    }
  }

  fileprivate mutating func merge(_ other: Self) {
    if !other.hasFields, hasFields { dropFields() }
    for (key, count) in other.users { add(key, count) }
    pairs.merge(other.pairs)
  }
}

extension BarUsers.Key {
  fileprivate mutating func dropFields() {
    var segment = Segment()
    segment.platform = self.segment.platform
    self.segment = segment
    controls = Unordered([])
  }
}

extension BarUsers {
  package init(from decoder: BinaryDecoder) throws {
    var kept = Kept()
    kept.users = try decoder.decode()
    kept.hasFields = try decoder.decode()
    let isOverfull: Bool = try decoder.decode()
    // The order is by name number, which differs here.
    for (pair, sum) in try decoder.decode(SumsByKey<NamePair, PairSum>.self).pairs {
      let own = NamePair.unordered(pair.first, pair.second)
      kept.pairs[adding: own].merge(own == pair ? sum : sum.reversed)
    }
    bounded = Bounded(kept, isOverfull: isOverfull)
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(users)
    try encoder.encode(hasFields)
    try encoder.encode(isOverfull)
    var ranked = SumsByKey<NamePair, PairSum>()
    for (pair, sum) in bounded.kept.pairs.pairs {
      let isInOrder = encoder.names.rank(pair.first) < encoder.names.rank(pair.second)
      ranked[adding: isInOrder ? pair : NamePair(pair.second, pair.first)] = isInOrder ? sum : sum.reversed
    }
    try encoder.encode(ranked)
  }
}

extension BarUsers.PairSum {
  fileprivate var isSuccession: Bool { users >= 10 && max(before, after) * 20 >= users * 19 }

  fileprivate var reversed: Self {
    var sum = self
    swap(&sum.before, &sum.after)
    return sum
  }
}
