import NavigationModel
import Statistics

/// Two sides of a comparison, user by user: the sums from which every difference and its interval are computed.
///
/// The rows of a user on both sides are added together, so that the same users before and after are compared with
/// themselves. Nothing is kept per user: the size of this value depends on the number of measures, tabs, items and
/// screens, not on the number of users. It merges, like a ``Measure``.
package struct ComparisonSums: Sendable {
  /// Users with a session on the first side (before), on the second (after), on both.
  package private(set) var usersBefore = 0
  package private(set) var usersAfter = 0
  package private(set) var usersOnBoth = 0

  /// By the index in ``Figure/summed``: shares, or means. The first is after, the second before, so a change is after −
  /// before.
  private var shares = [PairedRatioSums](repeating: PairedRatioSums(), count: Figure.summed.count)
  private var means = [PairedMeanSums](repeating: PairedMeanSums(), count: Figure.summed.count)
  private var subjects = SumsByKey<ComparedSubject, PairedRatioSums>()
  /// By the index in ``firstSessions``: the reaches within so many first sessions of each user who has as many, and all
  /// such users, each as one row.
  private var early = [SumsByKey<ComparedSubject, PairedRatioSums>](repeating: .init(), count: firstSessions.count)
  private var regulars = [PairedRatioSums](repeating: PairedRatioSums(), count: firstSessions.count)
  private var entries = SumsByKey<Name, EntryUses>()
  /// Sessions with steps after, by ``NewnessOfLayout``.
  package private(set) var sessionsByNewness = [Int](repeating: 0, count: NewnessOfLayout.count)
  /// Every user as one row.
  private var everyone = PairedRatioSums()
  /// The same of the users on both sides alone; none if they were not asked for, or nobody is.
  private var both: [ComparisonSums] = []
  private let countsBoth: Bool

  /// - Parameter countsBoth: whether the users on both sides may be compared with themselves alone.
  init(countsBoth: Bool = false) { self.countsBoth = countsBoth }

  /// The sums of the users on both sides.
  package var ofBoth: ComparisonSums? { both.first }

  /// How many first sessions of each user can be compared, where people of one side have more sessions than those of
  /// the other.
  package static let firstSessions = [1, 2, 3, 5, 10, 20]

  /// Adds one user.
  mutating func add(before: UserTally, after: UserTally) {
    guard before.sessions > 0 || after.sessions > 0 else { return }
    if before.sessions > 0 { usersBefore += 1 }
    if after.sessions > 0 { usersAfter += 1 }
    if before.sessions > 0, after.sessions > 0 {
      usersOnBoth += 1
      if countsBoth {
        if both.isEmpty { both.append(ComparisonSums()) }
        both[0].add(before: before, after: after)
      }
    }
    let isBefore = before.sessions > 0 ? 1 : 0
    let isAfter = after.sessions > 0 ? 1 : 0
    everyone.add(firstY: 0, firstN: isAfter, secondY: 0, secondN: isBefore)
    for (index, unit) in Figure.summedUnits.enumerated() {
      let one = after.figures.rows[index]
      let two = before.figures.rows[index]
      switch unit {
      case .mean: means[index].add(firstY: one.y, firstN: one.n, secondY: two.y, secondN: two.n)
      case .share: shares[index].add(firstY: one.y, firstN: one.n, secondY: two.y, secondN: two.n)
      case .count, .quantile: break
      }
    }
    for (subject, rows) in after.subjects { add(subject, rows, before.subjects[subject], isAfter, isBefore) }
    for (subject, rows) in before.subjects where after.subjects[subject] == nil {
      add(subject, nil, rows, isAfter, isBefore)
    }
    for (index, sessions) in Self.firstSessions.enumerated() {
      let firstN = after.sessions >= sessions ? 1 : 0
      let secondN = before.sessions >= sessions ? 1 : 0
      regulars[index].add(firstY: 0, firstN: firstN, secondY: 0, secondN: secondN)
      func reaches(_ tally: UserTally, _ subject: ComparedSubject) -> Int {
        tally.firstSessions[subject].map { $0 <= sessions } ?? false ? 1 : 0
      }
      for subject in Set(after.firstSessions.keys).union(before.firstSessions.keys) {
        let firstY = firstN * reaches(after, subject)
        let secondY = secondN * reaches(before, subject)
        if firstY + secondY > 0 {
          early[index][adding: subject].add(firstY: firstY, firstN: firstN, secondY: secondY, secondN: secondN)
        }
      }
      let one = after.opens(withinFirst: sessions)
      let two = before.opens(withinFirst: sessions)
      for subject in Set(one.keys).union(two.keys) {
        let first = one[subject] ?? (0, 0)
        let second = two[subject] ?? (0, 0)
        early[index][adding: subject].add(firstY: first.y, firstN: first.n, secondY: second.y, secondN: second.n)
      }
    }
    for (entry, use) in after.entries { entries[adding: entry].add(before: before.entries[entry], after: use) }
    for (entry, use) in before.entries where after.entries[entry] == nil {
      entries[adding: entry].add(before: use, after: nil)
    }
    for period in sessionsByNewness.indices { sessionsByNewness[period] += after.sessionsByNewness[period] }
  }

  /// A user on a side is a row of each reach there, whether the subject was used or not.
  private mutating func add(
    _ subject: ComparedSubject, _ after: UserTally.Rows?, _ before: UserTally.Rows?, _ isAfter: Int, _ isBefore: Int
  ) {
    let isReach = subject.figure.isOfUsers
    let one = after ?? (0, 0)
    let two = before ?? (0, 0)
    subjects[adding: subject].add(
      firstY: min(one.y, one.n), firstN: isReach ? isAfter : one.n, secondY: min(two.y, two.n),
      secondN: isReach ? isBefore : two.n)
  }

  package mutating func merge(_ other: ComparisonSums) {
    usersBefore += other.usersBefore
    usersAfter += other.usersAfter
    usersOnBoth += other.usersOnBoth
    shares.merge(other.shares)
    means.merge(other.means)
    subjects.merge(other.subjects)
    early.merge(other.early)
    regulars.merge(other.regulars)
    entries.merge(other.entries)
    sessionsByNewness.merge(other.sessionsByNewness)
    everyone.merge(other.everyone)
    if both.isEmpty { both = other.both } else if let others = other.ofBoth { both[0].merge(others) }
  }

  // MARK: - Results

  package func share(_ figure: Figure) -> PairedRatioSums {
    Figure.summedIndex[figure.name].map { shares[$0] } ?? PairedRatioSums()
  }

  /// The sums of a mean of the app, in units of 1/``Figure/scale``.
  package func mean(_ figure: Figure) -> PairedMeanSums {
    Figure.summedIndex[figure.name].map { means[$0] } ?? PairedMeanSums()
  }

  /// All tabs, items, menus, gestures and screens that occurred, in the order of their figures and names.
  package func orderedSubjects(_ names: Names) -> [ComparedSubject] {
    let ranks = Dictionary(uniqueKeysWithValues: ComparedSubject.Kind.allCases.enumerated().map { ($1, $0) })
    func key(_ subject: ComparedSubject) -> (Int, UInt32, UInt32) {
      (ranks[subject.figure] ?? 0, names.rank(subject.container), names.rank(subject.name))
    }
    return subjects.keys.sorted { key($0) < key($1) }
  }

  /// How an entry was used, wherever it stood; nil if nobody chose it.
  package func uses(of entry: Name) -> EntryUses? { entries[entry] }

  /// The sums of a subject. In a reach, every user of a side is a row.
  package func sums(of subject: ComparedSubject) -> PairedRatioSums {
    let sums = subjects[subject] ?? PairedRatioSums()
    return subject.figure.isOfUsers ? PairedRatioSums(sums, among: everyone) : sums
  }

  /// The sums of a reach within the first sessions of each user who has as many: a user with fewer had fewer chances.
  /// - Parameter sessions: one of ``firstSessions``.
  package func sums(of subject: ComparedSubject, withinFirst sessions: Int) -> PairedRatioSums {
    guard let index = Self.firstSessions.firstIndex(of: sessions) else { return PairedRatioSums() }
    if !subject.figure.isOfUsers { return early[index][subject] ?? PairedRatioSums() }
    return PairedRatioSums(early[index][subject] ?? PairedRatioSums(), among: regulars[index])
  }
}

/// The measures of several groups of sessions, each compared with the first.
package struct ComparedGroups: Sendable {
  /// By group.
  package var measures: [Measures]
  /// Group 0 (before) with group 1, with group 2, …
  package private(set) var sums: [ComparisonSums]
  private var tallies: [UserTally]
  /// Of the last session.
  private var counts = SessionCounts()

  /// - Parameter countsBoth: whether people on both sides may be compared with themselves alone.
  package init(groups: Int, declared: DeclaredNames, countsBoth: Bool = false) {
    precondition(groups > 1, "a comparison has two groups or more")
    measures = [Measures](repeating: Measures(declared), count: groups)
    sums = [ComparisonSums](repeating: ComparisonSums(countsBoth: countsBoth), count: groups - 1)
    tallies = [UserTally](repeating: UserTally(), count: groups)
  }

  /// Adds a session of the current user: each group's sessions come in the order of their numbers.
  package mutating func observe(_ session: Session, _ path: Reconstruction, group: Int) {
    counts.count(path)
    measures[group].observe(session, path, counts)
    tallies[group].observe(session, path, counts)
  }

  /// All sessions of the current user were observed.
  package mutating func finishUser() {
    for group in sums.indices { sums[group].add(before: tallies[0], after: tallies[group + 1]) }
    for group in tallies.indices where tallies[group].sessions > 0 { tallies[group].removeAll() }
  }

  package mutating func finish() {
    for group in measures.indices { measures[group].finish() }
  }

  /// Merges the groups of other users. Both must be finished.
  package mutating func merge(_ other: ComparedGroups) {
    for group in measures.indices { measures[group].merge(other.measures[group]) }
    for group in sums.indices { sums[group].merge(other.sums[group]) }
  }
}
