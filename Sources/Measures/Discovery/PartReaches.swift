import NavigationModel

/// The users of tabs and hidden items in each half of the log: a claim that one reaches more people than another must
/// hold in both.
package struct HalfReaches: Measure, Summed {
  static var isForRules: Bool { false }

  package struct Sum: Summed {
    var first = UserCount()
    var second = UserCount()

    /// Users with uses in sessions that start before the middle of the log, and in the others.
    package var users: (first: Int, second: Int) { (first.users, second.users) }

    static let fields = Fields<Self>(\.first, \.second)
  }

  /// Whether the middle of the log was known.
  package private(set) var isKnown = false
  /// Halfway between the first and the last session start, microseconds since 1970; nil if unknown.
  private var midpoint: Int64?
  package private(set) var sums = SumsByKey<Discovery.Subject, Sum>()

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    midpoint = span?.midpoint
    isKnown = midpoint != nil
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let midpoint else { return }
    let isFirst = session.start < midpoint
    counts.forEachUse { subject in
      switch subject.kind {
      case .tab, .menuItem, .moreItem: note(subject, isFirst, session)
      case .menu, .gesture: break
      }
    }
  }

  private mutating func note(_ subject: Discovery.Subject, _ isFirst: Bool, _ session: Session) {
    if isFirst { sums[adding: subject].first.add(session) } else { sums[adding: subject].second.add(session) }
  }

  static let fields = Fields<Self>(\.isKnown, \.sums)
}

/// Who used what in the middle third of the log, among users with so many sessions in it: what is said of the last
/// third only must not hold there.
package struct MiddleReaches: Measure, Summed {
  static var isForRules: Bool { false }

  private var span: SessionSpan?
  /// Users by their number of sessions in the middle third, and those who used each tab, menu, item or gesture in it.
  private var users = Histogram()
  private var sums = SumsByKey<Discovery.Subject, Histogram>()

  private var sessions = 0
  private var used = KeyList<Discovery.Subject>()

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.span = span }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let span, span.third(of: session.start) == 1 else { return }
    sessions += 1
    counts.forEachUse { if $0.kind != .moreItem { _ = used.number(adding: $0) } }
  }

  mutating func finishUser() {
    guard sessions > 0 else { return }
    users.count(sessions)
    for subject in used.keys { sums[adding: subject].count(sessions) }
    sessions = 0
    used.removeAll()
  }

  static let fields = Fields<Self>(\.users, \.sums)

  /// The users with at least so many sessions in the middle third, and those of them who used the subject in it.
  package func reach(of subject: Discovery.Subject, withSessions least: Int) -> (users: Int, of: Int) {
    (sums[subject]?.count(from: least) ?? 0, users.count(from: least))
  }
}
