import NavigationModel

/// How often something happened, for how many users, and the sessions with the most.
public struct Happening: MergeableCell {
  public private(set) var count = 0
  private var userCount = UserCount()
  private var sessionCount = SessionCount()
  /// The sessions in which it happened most often.
  public private(set) var examples = Examples()

  public init() {}

  public var users: Int { userCount.users }
  public var sessions: Int { sessionCount.sessions }

  /// Adds `times` occurrences. For correct examples, call it once per session.
  public mutating func add(_ times: Int, _ session: Session) {
    count += times
    userCount.add(session)
    sessionCount.add(session)
    examples.add(session, score: times)
  }

  public mutating func merge(_ other: Happening) {
    count += other.count
    userCount.merge(other.userCount)
    sessionCount.merge(other.sessionCount)
    examples.merge(other.examples)
  }
}
