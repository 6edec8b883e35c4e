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
/// A cell (platform, app version, variant) of 30 users or more in which nobody used something is *out* if that is unlikely to be chance: with the
/// share p of users elsewhere, (1 − p)ⁿ < 0.001. The app map's `entries` take precedence. *Eligible* users have a session in a cell that
/// is not out.
public struct Eligibility: Sendable {
  /// Smaller cells are never out.
  public static let fewestUsersOfCell = 30
  /// A cell is out if the probability that nobody in it would use the subject is below this.
  public static let slimChance = 0.001
  /// Users whose set of cells is not among this many most frequent sets are eligible for everything.
  public static let mostSets = 4096

  private let users: CellUsers
  private let allUsers: Int
  /// Whether a set of cells is one of the most frequent ones.
  private let isFrequent: [Bool]
  /// The cells that are out, by subject, if any. None for subjects that nobody used.
  private let out: [Discovery.Subject: Set<AppCell>]
  init(_ users: CellUsers, _ declared: DeclaredEntries, names: Names) {
    self.users = users
    allUsers = users.usersBySessions.reduce(0) { $0 + $1.reduce(0, +) }
    isFrequent = Self.frequent(users, names)
    let uses = users.usesBySubject
    let byCell = users.usersByCell
    var out: [Discovery.Subject: Set<AppCell>] = [:]
    for (subject, uses) in uses {
      let cells = declared.outCells(of: subject, among: users.cells) ?? Self.outCells(uses, users, byCell)
      if !cells.isEmpty { out[subject] = cells }
    }
    self.out = out
  }

  /// The eligibility of the users of a part of `whole`: the same cells are out.
  init(_ users: CellUsers, in whole: Eligibility, names: Names) {
    self.users = users
    allUsers = users.usersBySessions.reduce(0) { $0 + $1.reduce(0, +) }
    isFrequent = Self.frequent(users, names)
    out = whole.out
  }

  private static func frequent(_ users: CellUsers, _ names: Names) -> [Bool] {
    guard users.sets.count > mostSets else { return Array(repeating: true, count: users.sets.count) }
    let counts = users.usersBySessions.map { $0.reduce(0, +) }
    // Ties are broken by the text of the cells, which does not depend on the run.
    let ranks = users.cells.map { (names.rank($0.platform), names.rank($0.appVersion), names.rank($0.variant)) }
    let order = users.cells.indices.sorted { ranks[$0] < ranks[$1] }
    var places = [Int](repeating: 0, count: order.count)
    for (place, cell) in order.enumerated() { places[cell] = place }
    let keys = users.sets.map { set in set.map { places[Int($0)] }.sorted() }
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
    for (set, bySessions) in zip(users.sets, users.usersBySessions) where set.contains(where: { isUsed[Int($0)] }) { all += bySessions.reduce(0, +) }
    let share = Double(usersInLarge) / Double(all + 1)
    return Set(unused.filter { isSlim(share, byCell[$0]) }.map { users.cells[$0] })
  }

  /// Whether (1 − p)ⁿ is below ``slimChance``.
  private static func isSlim(_ share: Double, _ users: Int) -> Bool { pow(max(0, 1 - share), Double(users)) < slimChance }

  // MARK: - Queries

  /// The cells that are out for a subject.
  public func outCells(of subject: Discovery.Subject) -> Set<AppCell> { out[subject] ?? [] }

  public func isOut(_ subject: Discovery.Subject, of cell: AppCell) -> Bool { out[subject]?.contains(cell) ?? false }

  /// The users with at least `sessions` sessions, in any cell, who could have used the subject.
  public func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int = 1) -> Int {
    let out = outNumbers(of: subject)
    if out.isEmpty, sessions <= 1 { return allUsers }
    return users.sets.indices.reduce(0) { sum, set in
      let isEligible = out.isEmpty || !isFrequent[set] || users.sets[set].contains { !out.contains($0) }
      return isEligible ? sum + users.usersBySessions[set].dropFirst(sessions).reduce(0, +) : sum
    }
  }

  /// The users with a session in one of `cells` in which they could have used the subject.
  public func eligibleUsers(of subject: Discovery.Subject, in cells: Set<AppCell>) -> Int { users(in: cells.subtracting(outCells(of: subject))) }

  /// The users with a session in one of `cells`.
  public func users(in cells: Set<AppCell>) -> Int {
    let numbers = numbers(of: cells)
    return users.sets.indices.reduce(0) { sum, set in
      users.sets[set].contains { numbers.contains($0) } ? sum + users.usersBySessions[set].reduce(0, +) : sum
    }
  }

  /// The users who used the subject in one of `cells`.
  public func users(of subject: Discovery.Subject, in cells: Set<AppCell>) -> Int {
    let numbers = numbers(of: cells)
    return (users.usesBySubject[subject] ?? []).reduce(0) { sum, use in
      users.sets[Int(use.set)].contains { numbers.contains($0) } ? sum + use.users : sum
    }
  }

  /// All cells, unordered.
  public var cells: [AppCell] { users.cells }

  private func outNumbers(of subject: Discovery.Subject) -> Set<UInt32> { out[subject].map { numbers(of: $0) } ?? [] }

  private func numbers(of cells: Set<AppCell>) -> Set<UInt32> {
    Set(users.cells.indices.lazy.filter { cells.contains(users.cells[$0]) }.map { UInt32($0) })
  }
}
