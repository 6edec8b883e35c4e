import NavigationModel

/// Users by their set of cells (``AppCell``), by the set of cells in which they used something, and by the lists of tabs that they were shown: enough to
/// derive who could have used it (Measures.md).
///
/// The sums merge in any order. Each set is stored once; most apps have a few dozen.
package struct CellUsers: Sendable {
  /// A set of cells, by its number in ``sets``.
  struct Use: MixedHash, Sendable {
    let subject: Discovery.Subject
    let set: UInt32

    var bits: UInt64 { subject.bits ^ UInt64(set) << 40 }
  }

  /// Users who were shown bars: by the set of all of their cells and by the lists, ordered by number. With a tab: those of them who used it.
  struct Shown: Hashable, Sendable {
    let set: UInt32
    let lists: [Name]
    var tab = Name.unknown
  }

  /// All cells that occurred.
  package var cells: [AppCell] { list.keys }
  private var list = KeyList<AppCell>()
  /// Sets of cells, as ascending indices into ``cells``.
  private(set) var sets: [[UInt32]] = []
  private var setNumbers: [[UInt32]: UInt32] = [:]
  /// For each set, the users with exactly these cells, by number of sessions.
  private(set) var usersBySessions: [Histogram] = []
  /// The users of a subject, by the set of the cells in which they used it.
  private var uses: [Use: Int] = [:]
  /// The users who were shown bars, and those of them who used each tab, by number of sessions.
  private(set) var shown: [Shown: Histogram] = [:]

  package init() {}

  mutating func number(adding cell: AppCell) -> UInt32 { UInt32(truncatingIfNeeded: list.number(adding: cell)) }

  /// The index of a cell in ``cells``.
  func number(of cell: AppCell) -> Int? { list.number(of: cell) }

  /// - Parameter cells: ascending.
  mutating func number(ofSet cells: [UInt32]) -> UInt32 {
    if let number = setNumbers[cells] { return number }
    let number = UInt32(sets.count)
    setNumbers[cells] = number
    sets.append(cells)
    usersBySessions.append(Histogram())
    return number
  }

  /// Adds a user with sessions in each cell of a set.
  mutating func add(userWith sessions: Int, set: UInt32, users: Int = 1) { usersBySessions[Int(set)].count(sessions, users) }

  /// Adds a user who used something in exactly the cells of a set.
  mutating func add(userOf subject: Discovery.Subject, set: UInt32, users: Int = 1) { uses[Use(subject: subject, set: set), default: 0] += users }

  /// Adds a user who was shown bars.
  /// - Parameters:
  ///   - lists: not empty.
  ///   - tabs: what the user selected.
  mutating func add(userShown lists: some Sequence<Name>, using tabs: some Sequence<Name>, sessions: Int, set: UInt32) {
    let lists = lists.sorted { $0.rawValue < $1.rawValue }
    shown[Shown(set: set, lists: lists), default: Histogram()].count(sessions)
    for tab in tabs { shown[Shown(set: set, lists: lists, tab: tab), default: Histogram()].count(sessions) }
  }

  package mutating func merge(_ other: CellUsers) {
    let theirCells = other.cells.map { number(adding: $0) }
    let theirSets = other.sets.map { set in number(ofSet: set.map { theirCells[Int($0)] }.sorted()) }
    for (set, users) in zip(theirSets, other.usersBySessions) { usersBySessions[Int(set)].merge(users) }
    for (use, users) in other.uses { add(userOf: use.subject, set: theirSets[Int(use.set)], users: users) }
    for (key, users) in other.shown {
      shown[Shown(set: theirSets[Int(key.set)], lists: key.lists, tab: key.tab), default: Histogram()].merge(users)
    }
  }

  /// For each subject, its users by the set of cells in which they used it.
  var usesBySubject: [Discovery.Subject: [(set: UInt32, users: Int)]] {
    uses.reduce(into: [:]) { $0[$1.key.subject, default: []].append(($1.key.set, $1.value)) }
  }

  /// The users with a session in each cell, in the order of ``cells``.
  var usersByCell: [Int] {
    var users = [Int](repeating: 0, count: cells.count)
    for (set, bySessions) in zip(sets, usersBySessions) {
      let count = bySessions.count(from: 0)
      for cell in set { users[Int(cell)] += count }
    }
    return users
  }
}

extension CellUsers: Codable {
  private enum CodingKeys: CodingKey { case cells, sets, usersBySessions, uses, shown }

  private struct CodedUse: Codable {
    let subject: Discovery.Subject
    let set: UInt32
    let users: Int
  }

  private struct CodedShown: Codable {
    let set: UInt32
    let lists: [Name]
    let tab: Name
    let users: Histogram
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for cell in try container.decode([AppCell].self, forKey: .cells) { _ = number(adding: cell) }
    for set in try container.decode([[UInt32]].self, forKey: .sets) {
      guard set.allSatisfy({ $0 < UInt32(cells.count) }) else { throw BinaryError.invalid }
      _ = number(ofSet: set)
    }
    let users = try container.decode([Histogram].self, forKey: .usersBySessions)
    guard users.count == sets.count else { throw BinaryError.invalid }
    usersBySessions = users
    for use in try container.decode([CodedUse].self, forKey: .uses) {
      guard use.set < UInt32(sets.count) else { throw BinaryError.invalid }
      add(userOf: use.subject, set: use.set, users: use.users)
    }
    for coded in try container.decode([CodedShown].self, forKey: .shown) {
      guard coded.set < UInt32(sets.count) else { throw BinaryError.invalid }
      // The order is by name number, which differs here.
      let lists = coded.lists.sorted { $0.rawValue < $1.rawValue }
      shown[Shown(set: coded.set, lists: lists, tab: coded.tab), default: Histogram()].merge(coded.users)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    let cellOrder = try encoder.order(of: cells)
    let cellNumbers = Self.numbers(in: cellOrder)
    let renumbered = sets.map { set in set.map { cellNumbers[Int($0)] }.sorted() }
    let setOrder = renumbered.indices.sorted { renumbered[$0].lexicographicallyPrecedes(renumbered[$1]) }
    let setNumbers = Self.numbers(in: setOrder)
    try encoder.encode(cellOrder.map { cells[$0] })
    try encoder.encode(setOrder.map { renumbered[$0] })
    try encoder.encode(setOrder.map { usersBySessions[$0] })
    let uses = uses.map { CodedUse(subject: $0.key.subject, set: setNumbers[Int($0.key.set)], users: $0.value) }
    try encoder.encode(count: uses.count) { try encoder.encode(uses[$0]) }
    let shown = shown.map { key, users in
      CodedShown(set: setNumbers[Int(key.set)], lists: key.lists.sorted { encoder.names.rank($0) < encoder.names.rank($1) }, tab: key.tab, users: users)
    }
    try encoder.encode(count: shown.count) { try encoder.encode(shown[$0]) }
  }

  /// The rank of each index in an order.
  private static func numbers(in order: [Int]) -> [UInt32] {
    var numbers = [UInt32](repeating: 0, count: order.count)
    for (index, number) in order.enumerated() { numbers[number] = UInt32(index) }
    return numbers
  }
}
