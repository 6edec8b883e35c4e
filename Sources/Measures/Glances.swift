import NavigationModel
import Statistics

/// Screens from which people drill down and come straight back: for each hub, the visits pushed from it and those left by `back` within five
/// seconds.
public struct Glances: Measure {
  public struct Cell: MergeableCell {
    private var quickShare = UserShare()
    private var userCount = UserCount()
    private var sessionCount = SessionCount()
    /// The earliest sessions with a quick back to the hub.
    public private(set) var examples = Examples()

    public init() {}

    /// Quick backs over visits pushed from the hub.
    public var quickBacks: RatioSums { quickShare.sums }
    /// Users and sessions with a quick back.
    public var users: Int { userCount.users }
    public var sessions: Int { sessionCount.sessions }

    @inline(__always)
    mutating func add(_ session: Session, isQuickBack: Bool) {
      quickShare.add(isQuickBack, session)
      if isQuickBack { addQuickBack(session) }
    }

    private mutating func addQuickBack(_ session: Session) {
      userCount.add(session)
      sessionCount.add(session)
      examples.add(session)
    }

    public mutating func merge(_ other: Cell) {
      quickShare.merge(other.quickShare)
      userCount.merge(other.userCount)
      sessionCount.merge(other.sessionCount)
      examples.merge(other.examples)
    }
  }

  public struct Amount: MergeableCell {
    public internal(set) var count = 0

    public init() {}

    public mutating func merge(_ other: Amount) { count += other.count }
  }

  /// By hub.
  public private(set) var cells = NameCells<Cell>()
  /// Quick backs by hub (`from`) and the screen that was left (`to`).
  public private(set) var details = KeyedCells<Transitions.Pair, Amount>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    for index in steps.indices.dropFirst() where steps[index].kind == .push && steps[index - 1].part == steps[index].part {
      let isQuickBack = index + 1 < steps.count && steps[index].isQuickBack(next: steps[index + 1])
      cells[adding: steps[index - 1].screen].add(session, isQuickBack: isQuickBack)
      if isQuickBack { details[adding: .init(from: steps[index - 1].screen, to: steps[index].screen)].count += 1 }
    }
  }

  public mutating func merge(_ other: Glances) {
    cells.merge(other.cells)
    details.merge(other.details)
  }
}
