import NavigationModel

/// Which tabs the same people use: users with three sessions or more by their set of tabs, with the fields of their first session; and for each pair of
/// tabs the users who selected one of them only in sessions before those of the other.
///
/// People who never share a bar are told apart by these sums: couriers and customers, two brands, languages whose labels are logged.
package struct BarUsers: Measure {
  /// Users with fewer sessions have not met the whole bar.
  package static let fewestSessions = 3
  /// With more different keys than this the fields are dropped; with more sets or pairs of tabs nothing is known.
  package static let mostKeys = 4096
  /// A user of more tabs than this names something else by them.
  package static let mostTabs = 32

  package struct Key: Hashable, Sendable, Codable {
    /// The fields of the first session; of the whole segment only the platform, once there were too many keys.
    package fileprivate(set) var segment: Segment
    /// In a fixed order.
    package let tabs: [Name]
  }

  package struct Pair: Hashable, Sendable, Codable {
    package let one: Name
    package let other: Name

    package init(one: Name, other: Name) {
      self.one = one
      self.other = other
    }
  }

  package struct PairCell: MergeableCell {
    /// Users of both.
    package fileprivate(set) var users = 0
    /// Those of them with all sessions of the one before all of the other, and the reverse.
    package fileprivate(set) var before = 0
    package fileprivate(set) var after = 0

    package init() {}

    package mutating func merge(_ other: PairCell) {
      users += other.users
      before += other.before
      after += other.after
    }
  }

  package private(set) var users: [Key: Int] = [:]
  package private(set) var hasFields = true
  package private(set) var isOverfull = false
  private var pairs = KeyedCells<Pair, PairCell>()

  private var first = Segment()
  private var sessions = 0
  private var tabs = KeyList<Name>()
  private var spans: [(first: Int, last: Int)] = []

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if isOverfull { return }
    if sessions == 0 { first = session.segment }
    sessions += 1
    for use in counts.uses where use.kind == .tab && use.name != .unnamed {
      let number = tabs.number(adding: use.name)
      if number == spans.count { spans.append((sessions, sessions)) } else { spans[number].last = sessions }
    }
  }

  package mutating func finishUser() {
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
      var key = Key(segment: first, tabs: tabs.keys.sorted { $0.rawValue < $1.rawValue })
      if !hasFields { key.dropFields() }
      users[key, default: 0] += 1
    }
    dropIfOverfull()
  }

  private mutating func add(_ one: Name, _ span: (first: Int, last: Int), _ other: Name, _ otherSpan: (first: Int, last: Int)) {
    let isInOrder = one.rawValue < other.rawValue
    let pair = isInOrder ? Pair(one: one, other: other) : Pair(one: other, other: one)
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
    pairs = KeyedCells()
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
    guard let cell = pairs[one.rawValue < other.rawValue ? Pair(one: one, other: other) : Pair(one: other, other: one)] else { return false }
    return cell.users >= 10 && max(cell.before, cell.after) * 20 >= cell.users * 19
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
  private enum CodingKeys: CodingKey { case users, hasFields, isOverfull, pairs }

  private struct CodedUsers: Codable {
    let key: Key
    let users: Int
  }

  private struct CodedPair: Codable {
    let pair: Pair
    let cell: PairCell
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for coded in try container.decode([CodedUsers].self, forKey: .users) {
      // The order is by name number, which differs here.
      users[Key(segment: coded.key.segment, tabs: coded.key.tabs.sorted { $0.rawValue < $1.rawValue }), default: 0] += coded.users
    }
    hasFields = try container.decode(Bool.self, forKey: .hasFields)
    isOverfull = try container.decode(Bool.self, forKey: .isOverfull)
    for coded in try container.decode([CodedPair].self, forKey: .pairs) {
      if coded.pair.one.rawValue < coded.pair.other.rawValue {
        pairs[adding: coded.pair].merge(coded.cell)
      } else {
        pairs[adding: Pair(one: coded.pair.other, other: coded.pair.one)].merge(coded.cell.reversed)
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    func rank(_ name: Name) -> UInt32 { encoder.names.rank(name) }
    let users = users.map { CodedUsers(key: Key(segment: $0.key.segment, tabs: $0.key.tabs.sorted { rank($0) < rank($1) }), users: $0.value) }
    try encoder.encode(count: users.count) { try encoder.encode(users[$0]) }
    try encoder.encode(hasFields)
    try encoder.encode(isOverfull)
    let pairs = pairs.pairs.map { pair, cell in
      rank(pair.one) < rank(pair.other)
        ? CodedPair(pair: pair, cell: cell) : CodedPair(pair: Pair(one: pair.other, other: pair.one), cell: cell.reversed)
    }
    try encoder.encode(count: pairs.count) { try encoder.encode(pairs[$0]) }
  }
}

extension BarUsers.PairCell {
  fileprivate var reversed: Self {
    var cell = self
    swap(&cell.before, &cell.after)
    return cell
  }
}

extension Measures {
  package var barUsers: BarUsers { self[BarUsers.self] }
}
