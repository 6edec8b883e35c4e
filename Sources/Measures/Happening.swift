import NavigationModel

/// How often something happened, for how many users, and the sessions with the most.
package struct Happening: MergeableCell {
  package private(set) var count = 0
  private var userCount = UserCount()
  private var sessionCount = SessionCount()
  /// The sessions in which it happened most often.
  package private(set) var examples = Examples()

  package init() {}

  package var users: Int { userCount.users }
  package var sessions: Int { sessionCount.sessions }

  /// Adds `times` occurrences. For correct examples, call it once per session.
  package mutating func add(_ times: Int, _ session: Session) {
    count += times
    userCount.add(session)
    sessionCount.add(session)
    examples.add(session, score: times)
  }

  package mutating func merge(_ other: Happening) {
    count += other.count
    userCount.merge(other.userCount)
    sessionCount.merge(other.sessionCount)
    examples.merge(other.examples)
  }
}
