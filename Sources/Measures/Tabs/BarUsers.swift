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

  package struct Key: Hashable, BinaryRecord {
    /// The fields of the first session; of the whole segment only the platform, once there were too many keys.
    package fileprivate(set) var segment: Segment
    package let tabs: Unordered<Name>

    package static let form = BinaryForm(Self.init(segment:tabs:), \.segment, \.tabs)
  }

  package struct PairSum: Summed {
    package fileprivate(set) var users = 0
    /// Those of them with all sessions of the one before all of the other, and the reverse.
    package fileprivate(set) var before = 0
    package fileprivate(set) var after = 0

    static let fields = Fields<Self>(\.users, \.before, \.after)
  }

  package private(set) var users: [Key: Int] = [:]
  package private(set) var hasFields = true
  package private(set) var isOverfull = false
  /// By two tabs, unordered.
  private var pairs = SumsByKey<NamePair, PairSum>()

  private var first = Segment()
  private var sessions = 0
  private var tabs = KeyList<Name>()
  private var spans: [(first: Int, last: Int)] = []

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if isOverfull { return }
    if sessions == 0 { first = session.segment }
    sessions += 1
    for use in counts.uses where use.kind == .tab && use.name != .unnamed {
      let number = tabs.number(adding: use.name)
      if number == spans.count { spans.append((sessions, sessions)) } else { spans[number].last = sessions }
    }
  }

  mutating func finishUser() {
    if !tabs.keys.isEmpty, tabs.count <= Self.mostTabs { addUser() }
    sessions = 0
    tabs.removeAll()
    spans.removeAll(keepingCapacity: true)
  }

  private mutating func addUser() {
    for (number, tab) in tabs.keys.enumerated() {
      for other in 0..<number { add(tab, spans[number], tabs.keys[other], spans[other]) }
    }
    if sessions >= Self.fewestSessions {
      var key = Key(segment: first, tabs: Unordered(tabs.keys))
      if !hasFields { key.dropFields() }
      users[key, default: 0] += 1
    }
    dropIfOverfull()
  }

  private mutating func add(
    _ one: Name, _ span: (first: Int, last: Int), _ other: Name, _ otherSpan: (first: Int, last: Int)
  ) {
    let isInOrder = one.rawValue < other.rawValue
    let pair = NamePair.unordered(one, other)
    let (a, b) = isInOrder ? (span, otherSpan) : (otherSpan, span)
    pairs[adding: pair].users += 1
    if a.last < b.first { pairs[adding: pair].before += 1 } else if b.last < a.first { pairs[adding: pair].after += 1 }
  }

  private mutating func dropIfOverfull() {
    if hasFields, users.count > Self.mostKeys { dropFields() }
    guard isOverfull || users.count > Self.mostKeys || pairs.count > Self.mostKeys else { return }
    isOverfull = true
    hasFields = false
    users = [:]
    pairs = .init()
  }

  private mutating func dropFields() {
    hasFields = false
    users = users.reduce(into: [:]) { users, entry in
      var key = entry.key
      key.dropFields()
      users[key, default: 0] += entry.value
    }
  }

  package mutating func merge(_ other: BarUsers) {
    if !other.hasFields, hasFields { dropFields() }
    for (key, count) in other.users {
      var key = key
      if !hasFields { key.dropFields() }
      users[key, default: 0] += count
    }
    pairs.merge(other.pairs)
    isOverfull = isOverfull || other.isOverfull
    dropIfOverfull()
  }

  /// Whether nearly all users of both tabs used one of them only before the other: it was renamed or replaced.
  package func areInSuccession(_ one: Name, _ other: Name) -> Bool {
    guard let sum = pairs[.unordered(one, other)] else { return false }
    return sum.users >= 10 && max(sum.before, sum.after) * 20 >= sum.users * 19
  }
}

extension BarUsers.Key {
  fileprivate mutating func dropFields() {
    var segment = Segment()
    segment.platform = self.segment.platform
    self.segment = segment
  }
}

extension BarUsers {
  package init(from decoder: BinaryDecoder) throws {
    users = try decoder.decode()
    hasFields = try decoder.decode()
    isOverfull = try decoder.decode()
    // The order is by name number, which differs here.
    for (pair, sum) in try decoder.decode(SumsByKey<NamePair, PairSum>.self).pairs {
      let own = NamePair.unordered(pair.first, pair.second)
      pairs[adding: own].merge(own == pair ? sum : sum.reversed)
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(users)
    try encoder.encode(hasFields)
    try encoder.encode(isOverfull)
    var ranked = SumsByKey<NamePair, PairSum>()
    for (pair, sum) in pairs.pairs {
      let isInOrder = encoder.names.rank(pair.first) < encoder.names.rank(pair.second)
      ranked[adding: isInOrder ? pair : NamePair(pair.second, pair.first)] = isInOrder ? sum : sum.reversed
    }
    try encoder.encode(ranked)
  }
}

extension BarUsers.PairSum {
  fileprivate var reversed: Self {
    var sum = self
    swap(&sum.before, &sum.after)
    return sum
  }
}
