import NavigationModel

/// A combination of platform, app version, variant and device, each possibly unknown: sessions in which users saw the
/// same app.
package struct AppBuild: MixedHash, BinaryRecord {
  package let platform: Name
  package let appVersion: Name
  package let variant: Name
  package let device: Name

  package static let form = BinaryForm(
    Self.init(platform:appVersion:variant:device:), \.platform, \.appVersion, \.variant, \.device)

  package var bits: UInt64 {
    platform.bits.mixed(with: appVersion.bits).mixed(with: variant.bits).mixed(with: device.bits)
  }
}

extension AppBuild {
  package init(_ segment: Segment) {
    self.init(
      platform: segment.platform, appVersion: segment.appVersion, variant: segment.variant, device: segment.device)
  }
}

/// Users by their set of builds (``AppBuild``), by the set of builds in which they used something, and by the lists of
/// tabs that they were shown: enough to derive who could have used it (OutputFiles.md).
///
/// The sums merge in any order. Each set is stored once; most apps have a few dozen.
package struct BuildUsers: Sendable {
  /// Users who were shown bars: by the set of all of their builds and by the lists. With a tab: those of them who used
  /// it.
  struct Shown: MixedHash, BinaryRecord {
    let set: UInt32
    let lists: Unordered<Name>
    var tab = Name.unknown

    static let form = BinaryForm(Self.init(set:lists:tab:), \.set, \.lists, \.tab)

    var bits: UInt64 { lists.bits.mixed(with: tab.bits).mixed(with: set.bits) }
  }

  package var builds: [AppBuild] { list.keys }
  private var list = KeyList<AppBuild>()
  /// Sets of builds, as ascending indices into ``builds``.
  private(set) var sets: [[UInt32]] = []
  private var setNumbers: [[UInt32]: UInt32] = [:]
  /// For each set, the users with exactly these builds, by number of sessions.
  private(set) var usersBySessions: [Histogram] = []
  /// The users of a subject, by the number of the set of the builds in which they used it.
  private var uses: [Pair<Discovery.Subject, UInt32>: Int] = [:]
  /// The users who were shown bars, and those of them who used each tab, by number of sessions.
  private(set) var shown: [Shown: Histogram] = [:]

  mutating func number(adding build: AppBuild) -> UInt32 { UInt32(truncatingIfNeeded: list.number(adding: build)) }

  func number(of build: AppBuild) -> Int? { list.number(of: build) }

  /// - Parameter builds: ascending.
  mutating func number(ofSet builds: [UInt32]) -> UInt32 {
    if let number = setNumbers[builds] { return number }
    let number = UInt32(sets.count)
    setNumbers[builds] = number
    sets.append(builds)
    usersBySessions.append(Histogram())
    return number
  }

  /// Adds a user with sessions in each build of a set.
  mutating func add(userWith sessions: Int, set: UInt32, users: Int = 1) {
    usersBySessions[Int(set)].count(sessions, users)
  }

  /// Adds a user who used something in exactly the builds of a set.
  mutating func add(userOf subject: Discovery.Subject, set: UInt32, users: Int = 1) {
    uses[Pair(subject, set), default: 0] += users
  }

  /// Adds a user who was shown bars, at least one, and selected some tabs.
  mutating func add(userShown lists: some Sequence<Name>, using tabs: some Sequence<Name>, sessions: Int, set: UInt32) {
    let lists = Unordered(Array(lists))
    shown[Shown(set: set, lists: lists), default: Histogram()].count(sessions)
    for tab in tabs { shown[Shown(set: set, lists: lists, tab: tab), default: Histogram()].count(sessions) }
  }

  package mutating func merge(_ other: BuildUsers) {
    let theirCells = other.builds.map { number(adding: $0) }
    let theirSets = other.sets.map { set in number(ofSet: set.map { theirCells[Int($0)] }.sorted()) }
    for (set, users) in zip(theirSets, other.usersBySessions) { usersBySessions[Int(set)].merge(users) }
    for (use, users) in other.uses { add(userOf: use.first, set: theirSets[Int(use.second)], users: users) }
    for (key, users) in other.shown {
      shown[Shown(set: theirSets[Int(key.set)], lists: key.lists, tab: key.tab), default: Histogram()].merge(users)
    }
  }

  /// For each subject, its users by the set of builds in which they used it.
  var usesBySubject: [Discovery.Subject: [(set: UInt32, users: Int)]] {
    uses.reduce(into: [:]) { $0[$1.key.first, default: []].append(($1.key.second, $1.value)) }
  }

  /// The users with a session in each build, in the order of ``builds``.
  var usersByBuild: [Int] {
    var users = [Int](repeating: 0, count: builds.count)
    for (set, bySessions) in zip(sets, usersBySessions) {
      let count = bySessions.count(from: 0)
      for build in set { users[Int(build)] += count }
    }
    return users
  }
}

extension BuildUsers: Mergeable, BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    for build in try decoder.decode([AppBuild].self) { _ = number(adding: build) }
    for set in try decoder.decode([[UInt32]].self) {
      guard set.allSatisfy({ $0 < UInt32(builds.count) }) else { throw BinaryError.invalid }
      _ = number(ofSet: set)
    }
    let users = try decoder.decode([Histogram].self)
    guard users.count == sets.count else { throw BinaryError.invalid }
    usersBySessions = users
    uses = try decoder.decode()
    shown = try decoder.decode()
    guard uses.keys.allSatisfy({ $0.second < sets.count }), shown.keys.allSatisfy({ $0.set < sets.count }) else {
      throw BinaryError.invalid
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let cellOrder = try encoder.order(of: builds)
    let cellNumbers = cellOrder.ranks
    let renumbered = sets.map { set in set.map { cellNumbers[Int($0)] }.sorted() }
    let setOrder = renumbered.indices.sorted { renumbered[$0].lexicographicallyPrecedes(renumbered[$1]) }
    let setNumbers = setOrder.ranks
    try encoder.encode(cellOrder.map { builds[$0] })
    try encoder.encode(setOrder.map { renumbered[$0] })
    try encoder.encode(setOrder.map { usersBySessions[$0] })
    try encoder.encode(Dictionary(uniqueKeysWithValues: uses.map { (Pair($0.first, setNumbers[Int($0.second)]), $1) }))
    try encoder.encode(
      Dictionary(
        uniqueKeysWithValues: shown.map { (Shown(set: setNumbers[Int($0.set)], lists: $0.lists, tab: $0.tab), $1) }))
  }
}

extension [Int] {
  /// The rank of each index in an order of all of them.
  var ranks: [UInt32] {
    var ranks = [UInt32](repeating: 0, count: count)
    for (rank, index) in enumerated() { ranks[index] = UInt32(rank) }
    return ranks
  }
}
