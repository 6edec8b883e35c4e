import NavigationModel
import Statistics

/// How deep people go: visits, sessions and users by depth, and the shares of sessions that go too deep.
public struct Depths: Measure {
  /// By depth, from 1; place 0 is not used.
  public private(set) var visits: [Int] = []
  public private(set) var sessions: [Int] = []
  private var finishedUsers: [Int] = []
  private var deeperThan5 = UserShare()
  private var deeperThan6 = UserShare()

  private var user = UInt32.max
  private var userDepth = 0

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    guard !path.steps.isEmpty else { return }
    var depth = 0
    for step in path.steps {
      depth = max(depth, Int(step.depth))
      if step.kind.isForward { visits.count(at: Int(step.depth)) }
    }
    sessions.count(at: depth)
    deeperThan5.add(depth > 5, session)
    deeperThan6.add(depth > 6, session)
    if session.user != user {
      finish()
      user = session.user
    }
    userDepth = max(userDepth, depth)
  }

  public mutating func finish() {
    if userDepth > 0 { finishedUsers.count(at: userDepth) }
    userDepth = 0
    user = .max
  }

  public mutating func merge(_ other: Depths) {
    visits.add(other.visits)
    sessions.add(other.sessions)
    finishedUsers.add(other.finishedUsers)
    deeperThan5.merge(other.deeperThan5)
    deeperThan6.merge(other.deeperThan6)
  }

  /// Users by the largest depth that they reached.
  public var users: [Int] { finishedUsers }
  /// Share of the sessions with steps that went below the fifth, the sixth level.
  public var sessionsDeeperThan5: RatioSums { deeperThan5.sums }
  public var sessionsDeeperThan6: RatioSums { deeperThan6.sums }

  /// Mean depth of a session; nil without sessions with steps.
  public var mean: Double? {
    let count = sessions.reduce(0, +)
    guard count > 0 else { return nil }
    return Double(sessions.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(count)
  }
}

extension [Int] {
  /// Adds `amount` at `index`, growing with zeros.
  @inline(__always)
  mutating func count(at index: Int, _ amount: Int = 1) {
    if index >= count { append(contentsOf: repeatElement(0, count: index + 1 - count)) }
    self[index] += amount
  }

  /// Adds up place by place.
  mutating func add(_ other: [Int]) {
    for (index, amount) in other.enumerated() where amount != 0 { count(at: index, amount) }
  }
}
