import NavigationModel
import Statistics

/// How much there is: users, sessions, events, steps, and whether the app's structure can be seen.
public struct Totals: Measure {
  private var userCount = UserCount()
  public private(set) var sessions = 0
  public private(set) var events = 0
  public private(set) var steps = 0
  public private(set) var forwardSteps = 0
  public private(set) var sessionsWithSteps = 0
  /// Sessions with steps whose events tell more than that screens appeared.
  public private(set) var sessionsWithStructure = 0
  private var inferred = UserShare()
  /// First and last time of an event, microseconds since 1970; nil without events.
  public private(set) var span: ClosedRange<Int64>?
  /// Sessions with steps and those with structure, by platform.
  public private(set) var platforms = NameCells<PlatformCell>()

  public struct PlatformCell: MergeableCell {
    public private(set) var sessionsWithSteps = 0
    public private(set) var sessionsWithStructure = 0

    public init() {}

    mutating func add(showsStructure: Bool) {
      sessionsWithSteps += 1
      if showsStructure { sessionsWithStructure += 1 }
    }

    public mutating func merge(_ other: PlatformCell) {
      sessionsWithSteps += other.sessionsWithSteps
      sessionsWithStructure += other.sessionsWithStructure
    }

    /// At least one in a hundred of the sessions with steps shows structure.
    public var hasStructure: Bool { sessionsWithStructure > 0 && sessionsWithStructure * 100 >= sessionsWithSteps }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    userCount.add(session)
    sessions += 1
    events += session.events
    span = span.map { min($0.lowerBound, session.start)...max($0.upperBound, session.end) } ?? session.start...session.end
    guard !path.steps.isEmpty else { return }
    sessionsWithSteps += 1
    if path.showsStructure { sessionsWithStructure += 1 }
    platforms[adding: session.segment.platform].add(showsStructure: path.showsStructure)
    steps += path.steps.count
    var inferredSteps = 0
    for step in path.steps {
      if step.isInferred { inferredSteps += 1 }
      if step.kind.isForward { forwardSteps += 1 }
    }
    inferred.add(y: inferredSteps, n: path.steps.count, session)
  }

  public mutating func merge(_ other: Totals) {
    userCount.merge(other.userCount)
    sessions += other.sessions
    events += other.events
    steps += other.steps
    forwardSteps += other.forwardSteps
    sessionsWithSteps += other.sessionsWithSteps
    sessionsWithStructure += other.sessionsWithStructure
    inferred.merge(other.inferred)
    platforms.merge(other.platforms)
    if let theirs = other.span {
      span = span.map { min($0.lowerBound, theirs.lowerBound)...max($0.upperBound, theirs.upperBound) } ?? theirs
    }
  }

  public var users: Int { userCount.users }
  public var inferredSteps: RatioSums { inferred.sums }

  /// Whether the log itself shows how the app is built: at least one in a hundred of the sessions with steps holds an event that tells more
  /// than that a screen appeared.
  public var showsStructure: Bool { sessionsWithStructure > 0 && sessionsWithStructure * 100 >= sessionsWithSteps }
}
