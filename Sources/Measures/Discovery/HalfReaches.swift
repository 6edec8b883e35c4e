import NavigationModel

/// The users of tabs and hidden items in each half of the log: a claim that one reaches more people than another must hold in both.
package struct HalfReaches: Measure, Summed {
  package struct Sum: Summed {
    var first = UserCount()
    var second = UserCount()

    package init() {}

    /// Users with uses in sessions that start before the middle of the log, and in the others.
    package var users: (first: Int, second: Int) { (first.users, second.users) }

    package static let fields = Fields<Self>(\.first, \.second)
  }

  /// Whether the middle of the log was known.
  package private(set) var isKnown = false
  /// Halfway between the first and the last session start, microseconds since 1970; nil if unknown.
  private var midpoint: Int64?
  package private(set) var sums = SumsByKey<Discovery.Subject, Sum>()

  package init() {}

  package init(_ declared: DeclaredNames?, span: SessionSpan?) {
    midpoint = span?.midpoint
    isKnown = midpoint != nil
  }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let midpoint else { return }
    let isFirst = session.start < midpoint
    for subject in counts.uses {
      switch subject.kind {
      case .tab, .menuItem, .moreItem: note(subject, isFirst, session)
      case .menu, .gesture: break
      }
    }
  }

  private mutating func note(_ subject: Discovery.Subject, _ isFirst: Bool, _ session: Session) {
    if isFirst { sums[adding: subject].first.add(session) } else { sums[adding: subject].second.add(session) }
  }

  package static let fields = Fields<Self>(\.isKnown, \.sums)
}
