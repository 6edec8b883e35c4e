import NavigationModel
import Statistics

/// A share of rows of one key (visits of a screen, …): the counted rows, their users, and the earliest sessions with one.
package struct ShareCell: MergeableCell {
  private var rows = UserShare()
  private var userCount = UserCount()
  private var sessionCount = SessionCount()
  package private(set) var examples = Examples()

  package init() {}

  /// The rows that count over all rows.
  package var share: RatioSums { rows.sums }
  /// Users and sessions with a row that counts.
  package var users: Int { userCount.users }
  package var sessions: Int { sessionCount.sessions }

  @inline(__always)
  mutating func add(_ counts: Bool, _ session: Session) {
    rows.add(counts, session)
    if counts { note(session) }
  }

  /// Adds `n` rows, `y` of them counted.
  mutating func add(y: Int, n: Int, _ session: Session) {
    rows.add(y: y, n: n, session)
    if y > 0 { note(session) }
  }

  private mutating func note(_ session: Session) {
    userCount.add(session)
    sessionCount.add(session)
    examples.add(session)
  }

  package mutating func merge(_ other: ShareCell) {
    rows.merge(other.rows)
    userCount.merge(other.userCount)
    sessionCount.merge(other.sessionCount)
    examples.merge(other.examples)
  }
}
