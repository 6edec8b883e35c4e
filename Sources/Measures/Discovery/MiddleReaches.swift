import NavigationModel

/// Who used what in the middle third of the log, among users with so many sessions in it: what is said of the last third only must not hold there.
package struct MiddleReaches: Measure, Summed {
  private var span: SessionSpan?
  /// Users by their number of sessions in the middle third, and those who used each tab, menu, item or gesture in it.
  private var users = Histogram()
  private var sums = SumsByKey<Discovery.Subject, Histogram>()

  private var sessions = 0
  private var used = KeyList<Discovery.Subject>()

  package init() {}

  package init(_ declared: DeclaredNames?, span: SessionSpan?) { self.span = span }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let span, span.third(of: session.start) == 1 else { return }
    sessions += 1
    for subject in counts.uses where subject.kind != .moreItem { _ = used.number(adding: subject) }
  }

  package mutating func finishUser() {
    guard sessions > 0 else { return }
    users.count(sessions)
    for subject in used.keys { sums[adding: subject].count(sessions) }
    sessions = 0
    used.removeAll()
  }

  package static let fields = Fields<Self>(\.users, \.sums)

  /// The users with at least so many sessions in the middle third, and those of them who used the subject in it.
  package func reach(of subject: Discovery.Subject, withSessions least: Int) -> (users: Int, of: Int) {
    (sums[subject]?.count(from: least) ?? 0, users.count(from: least))
  }
}
