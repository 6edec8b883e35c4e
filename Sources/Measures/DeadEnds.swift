import NavigationModel
import Statistics

/// Where people stop: for each screen, its visits below the root, and those that are the last step of their part.
public struct DeadEnds: Measure {
  /// Visits from this depth on are looked at: at a root nobody is led anywhere yet.
  public static let leastDepth = 2

  public struct Cell: MergeableCell {
    private var endShare = UserShare()
    private var userCount = UserCount()
    private var sessionCount = SessionCount()
    /// The earliest sessions with a part that ended there.
    public private(set) var examples = Examples()

    public init() {}

    /// Visits that end their part over all visits.
    public var ends: RatioSums { endShare.sums }
    /// Users and sessions with such an end.
    public var users: Int { userCount.users }
    public var sessions: Int { sessionCount.sessions }

    @inline(__always)
    mutating func add(_ session: Session, isEnd: Bool) {
      endShare.add(isEnd, session)
      if isEnd { addEnd(session) }
    }

    private mutating func addEnd(_ session: Session) {
      userCount.add(session)
      sessionCount.add(session)
      examples.add(session)
    }

    public mutating func merge(_ other: Cell) {
      endShare.merge(other.endShare)
      userCount.merge(other.userCount)
      sessionCount.merge(other.sessionCount)
      examples.merge(other.examples)
    }
  }

  public private(set) var cells = NameCells<Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].depth >= Self.leastDepth {
      let isEnd = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      cells[adding: steps[index].screen].add(session, isEnd: isEnd)
    }
  }

  public mutating func merge(_ other: DeadEnds) { cells.merge(other.cells) }
}
