import NavigationModel

/// Which build people have today: users by the build of their last session and the day on which it started.
package struct LastSessions: Measure, Summed {
  static var isForRules: Bool { false }

  private var sums = SumsByKey<Pair<AppBuild, Int>, Int>()
  private var last: Pair<AppBuild, Int>?
  private var absent = Once<Set<Name>>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    last = Pair(AppBuild(session.segment), session.day)
  }

  mutating func finishUser() {
    if let last { sums[adding: last] += 1 }
    last = nil
  }

  mutating func dropSurplus() { absent = Once() }

  static let fields = Fields<Self>(\.sums)

  /// The tabs that no present bar has; none where last sessions are not measured.
  /// - Parameter find: called once.
  package func absentTabs(_ find: () -> Set<Name>) -> Set<Name> { sums.count == 0 ? [] : absent.value(find) }

  /// The users of each build whose last session started on one of the last days of the log.
  /// - Parameter plausible: sessions on other days have wrong clocks.
  package func users(inLast days: Int, of plausible: ClosedRange<Int>?) -> [AppBuild: Int] {
    let known = sums.pairs.filter { plausible?.contains($0.0.second) ?? true }
    guard let end = known.map(\.0.second).max() else { return [:] }
    return known.reduce(into: [:]) { users, pair in
      if pair.0.second > end - days { users[pair.0.first, default: 0] += pair.1 }
    }
  }
}
