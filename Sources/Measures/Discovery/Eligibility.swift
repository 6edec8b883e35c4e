import NavigationModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who could have used a tab, an item, a menu or a gesture: users with a session in which the app may have had it (Measures.md).
///
/// A cell (platform, app version, variant, device) of 30 users or more in which nobody used something is *out* if that is unlikely to be chance: with the
/// share p of users elsewhere, (1 − p)ⁿ < 0.001. The app map's `entries` take precedence. *Eligible* users have a session in a cell that
/// is not out. For a tab, a user who was shown bars is eligible if one of them had it, or the user used it, whatever the cells.
package struct Eligibility: Sendable {
  /// Smaller cells are never out.
  package static let fewestUsersOfCell = 30
  /// A cell is out if the probability that nobody in it would use the subject is below this.
  package static let slimChance = 0.001
  /// Users whose set of cells is not among this many most frequent sets are eligible for everything.
  package static let mostSets = 4096

  private let users: CellUsers
  /// For each subject, its users by the set of cells in which they used it.
  private let uses: [Discovery.Subject: [(set: UInt32, users: Int)]]
  private let usersBySessions: Histogram
  /// By set.
  private let usersBySet: [Int]
  /// Whether a set of cells is one of the most frequent ones.
  private let isFrequent: [Bool]
  /// By the number of a cell, the sets that it is in.
  private let setsByCell: [[Int]]
  /// The cells that are out, by subject, if any. None for subjects that nobody used.
  private var out: [Discovery.Subject: Set<AppCell>] = [:]
  /// The tabs that somebody used and the app map says nothing of: who was shown bars is eligible for those in them.
  private var tabsByList: Set<Name> = []
  /// The tabs of each list that was shown.
  private var tabsInList: [Name: Set<Name>] = [:]

  init(_ users: CellUsers, _ declared: DeclaredEntries, names: Names) {
    self.init(users, names)
    let byCell = users.usersByCell
    for (subject, uses) in uses {
      let known = declared.outCells(of: subject, among: users.cells)
      let cells = known ?? Self.outCells(uses, users, byCell)
      if !cells.isEmpty { out[subject] = cells }
      if subject.kind == .tab, known == nil { tabsByList.insert(subject.name) }
    }
  }

  /// The eligibility of the users of a part of `whole`: the same cells are out.
  init(_ users: CellUsers, in whole: Eligibility, names: Names) {
    self.init(users, names)
    out = whole.out
    tabsByList = whole.tabsByList
  }

  private init(_ users: CellUsers, _ names: Names) {
    self.users = users
    uses = users.usesBySubject
    usersBySessions = users.usersBySessions.reduce(into: Histogram()) { $0.merge($1) }
    usersBySet = users.usersBySessions.map { $0.count(from: 0) }
    isFrequent = Self.areFrequent(usersBySet, users, names)
    for list in Set(users.shown.keys.lazy.flatMap(\.lists.elements)) { tabsInList[list] = Set(names.tabs(in: list).compactMap { names.name($0) }) }
    setsByCell = users.sets.indices.reduce(into: [[Int]](repeating: [], count: users.cells.count)) { sets, set in
      for cell in users.sets[set] { sets[Int(cell)].append(set) }
    }
  }

  private static func areFrequent(_ counts: [Int], _ users: CellUsers, _ names: Names) -> [Bool] {
    guard users.sets.count > mostSets else { return Array(repeating: true, count: users.sets.count) }
    // Ties are broken by the text of the cells, which does not depend on the run.
    let ranks = users.cells.map { (names.rank($0.platform), names.rank($0.appVersion), names.rank($0.variant), names.rank($0.device)) }
    let order = users.cells.indices.sorted { ranks[$0] < ranks[$1] }
    var positions = [Int](repeating: 0, count: order.count)
    for (index, cell) in order.enumerated() { positions[cell] = index }
    let keys = users.sets.map { set in set.map { positions[Int($0)] }.sorted() }
    let sorted = counts.indices.sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : keys[$0].lexicographicallyPrecedes(keys[$1]) }
    var isFrequent = [Bool](repeating: false, count: counts.count)
    for set in sorted.prefix(mostSets) { isFrequent[set] = true }
    return isFrequent
  }

  /// The large cells in which nobody used something, although uses were expected.
  private static func outCells(_ uses: [(set: UInt32, users: Int)], _ users: CellUsers, _ byCell: [Int]) -> Set<AppCell> {
    var isUsed = [Bool](repeating: false, count: users.cells.count)
    var usersInLarge = 0
    for use in uses {
      var isInLarge = false
      for cell in users.sets[Int(use.set)] where byCell[Int(cell)] >= fewestUsersOfCell {
        isUsed[Int(cell)] = true
        isInLarge = true
      }
      if isInLarge { usersInLarge += use.users }
    }
    let unused = byCell.indices.filter { byCell[$0] >= fewestUsersOfCell && !isUsed[$0] }
    guard usersInLarge > 0, let largest = unused.map({ byCell[$0] }).max() else { return [] }
    // Skip if it cannot matter: the number of users in all cells is at least that in the largest one.
    let fewest = byCell.indices.reduce(0) { isUsed[$1] ? max($0, byCell[$1]) : $0 }
    guard isSlim(Double(usersInLarge) / Double(fewest + 1), largest) else { return [] }
    var all = 0
    for (set, bySessions) in zip(users.sets, users.usersBySessions) where set.contains(where: { isUsed[Int($0)] }) { all += bySessions.count(from: 0) }
    let share = Double(usersInLarge) / Double(all + 1)
    return Set(unused.filter { isSlim(share, byCell[$0]) }.map { users.cells[$0] })
  }

  /// Whether (1 − p)ⁿ is below ``slimChance``.
  private static func isSlim(_ share: Double, _ users: Int) -> Bool { pow(max(0, 1 - share), Double(users)) < slimChance }

  // MARK: - Queries

  /// The cells that are out for a subject.
  package func outCells(of subject: Discovery.Subject) -> Set<AppCell> { out[subject] ?? [] }

  package func isOut(_ subject: Discovery.Subject, of cell: AppCell) -> Bool { out[subject]?.contains(cell) ?? false }

  /// The users with at least `sessions` sessions, in any cell, who could have used the subject.
  package func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int = 1) -> Int {
    eligibleUsers(of: subject, withSessions: sessions, out: out[subject] ?? [])
  }

  /// The same, where platforms in which nobody used the subject are out too, however small their cells, if that is unlikely to be chance.
  /// - Parameter platforms: all of them.
  package func eligibleUsersOfPlatforms(with subject: Discovery.Subject, withSessions sessions: Int, _ all: [PlatformCells]) -> Int {
    let used = usersByCell(of: subject).keys
    let platforms = Set(used.map(\.platform))
    let isUsed: (PlatformCells) -> Bool = { platforms.contains($0.platform) }
    let several = platforms.count > 1 ? self.users(in: Set(all.lazy.filter(isUsed).flatMap(\.cells))) : all.first(where: isUsed)?.users ?? 0
    let users = (uses[subject] ?? []).reduce(0) { $0 + $1.users }
    var out = out[subject] ?? []
    for platform in all where !isUsed(platform) {
      // The others have fewer users.
      guard Self.isSlim(Double(users) / Double(several + 1), platform.users) else { break }
      out.formUnion(platform.cells)
    }
    return eligibleUsers(of: subject, withSessions: sessions, out: out)
  }

  /// The cells of a platform.
  package struct PlatformCells: Sendable {
    let platform: Name
    let cells: [AppCell]
    let users: Int
  }

  /// Those with the most users first.
  package var platforms: [PlatformCells] {
    Dictionary(grouping: cells, by: \.platform).map { PlatformCells(platform: $0, cells: $1, users: users(in: Set($1))) }
      .sorted { $0.users > $1.users }
  }

  private func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int, out: Set<AppCell>) -> Int {
    let all = usersBySessions.count(from: sessions)
    let eligible = sets(with: out).reduce(all) { eligible, set in
      isFrequent[set] && cells(of: set).allSatisfy(out.contains) ? eligible - users.usersBySessions[set].count(from: sessions) : eligible
    }
    return eligible + change(ofEligible: subject, withSessions: sessions, isIn: { set in !isFrequent[set] || !cells(of: set).allSatisfy(out.contains) })
  }

  /// The change of a number of eligible users by what users were shown: of those who were shown bars, the ones with the tab in one of them, or who used it,
  /// instead of the ones whose cells have it.
  /// - Parameter isIn: whether the users of a set of cells were taken for eligible.
  private func change(
    ofEligible subject: Discovery.Subject, withSessions sessions: Int, among isMeant: (Int) -> Bool = { _ in true }, isIn: (Int) -> Bool
  ) -> Int {
    guard subject.kind == .tab, tabsByList.contains(subject.name) else { return 0 }
    return users.shown.reduce(0) { change, entry in
      let (key, set) = (entry.key, Int(entry.key.set))
      guard isMeant(set), !key.tab.isKnown || key.tab == subject.name else { return change }
      let isShown = key.lists.elements.contains { tabsInList[$0]?.contains(subject.name) ?? false }
      let users = entry.value.count(from: sessions)
      // Users of the tab are among all users of the key.
      if key.tab.isKnown { return isShown ? change : change + users }
      return change + (isShown ? users : 0) - (isIn(set) ? users : 0)
    }
  }

  /// For each subject, the users with a session in one of `cells` in which they could have used it.
  package func eligibleUsers(of subjects: [Discovery.Subject], in cells: Set<AppCell>) -> [Int] {
    let all = users(in: cells)
    return subjects.map { subject in
      let out = outCells(of: subject).intersection(cells)
      return sets(with: out).reduce(all) { eligible, set in
        self.cells(of: set).contains { cells.contains($0) && !out.contains($0) } ? eligible : eligible - usersBySet[set]
      }
        + change(
          ofEligible: subject, withSessions: 1, among: { set in self.cells(of: set).contains(where: cells.contains) },
          isIn: { set in self.cells(of: set).contains { cells.contains($0) && !out.contains($0) } })
    }
  }

  /// The users with a session in one of `cells`.
  package func users(in cells: Set<AppCell>) -> Int { sets(with: cells).reduce(0) { $0 + usersBySet[$1] } }

  /// The users who used the subject, by the cells in which they did; only cells with any.
  package func usersByCell(of subject: Discovery.Subject) -> [AppCell: Int] {
    var byCell: [AppCell: Int] = [:]
    for use in uses[subject] ?? [] {
      for cell in users.sets[Int(use.set)] { byCell[users.cells[Int(cell)], default: 0] += use.users }
    }
    return byCell
  }

  /// All cells, unordered.
  package var cells: [AppCell] { users.cells }

  private func cells(of set: Int) -> some Sequence<AppCell> { users.sets[set].lazy.map { users.cells[Int($0)] } }

  /// The sets with at least one of some cells.
  private func sets(with cells: Set<AppCell>) -> Set<Int> {
    cells.reduce(into: []) { sets, cell in
      if let number = users.number(of: cell) { sets.formUnion(setsByCell[number]) }
    }
  }
}

/// Where and when entries exist, according to the app map's `entries`.
struct DeclaredEntries: Sendable {
  private let entries: [String: AppMap.EntryScope]
  private let names: Names

  init(_ map: AppMap, _ names: Names) {
    entries = Dictionary(map.entries.map { ($0.name, $0) }) { first, _ in first }
    self.names = names
  }

  /// The cells in which an entry does not exist; nil if the map does not mention it.
  ///
  /// Versions are compared by number; `since` and `until` are inclusive. A session with unknown version, platform or variant may have the entry.
  func outCells(of subject: Discovery.Subject, among cells: [AppCell]) -> Set<AppCell>? {
    guard !entries.isEmpty, let entry = entries[names[subject.name]] else { return nil }
    return Set(cells.filter { !mayHave(entry, $0) })
  }

  private func mayHave(_ entry: AppMap.EntryScope, _ cell: AppCell) -> Bool {
    if cell.appVersion.isKnown {
      let version = VersionNumber(names[cell.appVersion])
      if let since = entry.since, version < VersionNumber(since) { return false }
      if let until = entry.until, VersionNumber(until) < version { return false }
    }
    let platform = names[cell.platform].lowercased()
    if cell.platform.isKnown, !entry.platforms.isEmpty, !entry.platforms.contains(where: { $0.lowercased() == platform }) { return false }
    return !cell.variant.isKnown || entry.variants.isEmpty || entry.variants.contains(names[cell.variant])
  }
}
