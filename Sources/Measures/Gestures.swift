import NavigationModel
import Statistics

/// Which gestures people make, and how often they fail.
public struct Gestures: Measure {
  public private(set) var cells = NameCells<Cell>()

  public struct Cell: MergeableCell {
    private var failedShare = UserShare()
    private var userCount = UserCount()

    public init() {}

    /// Failed over all uses.
    public var failed: RatioSums { failedShare.sums }
    /// Users with at least one use that did not fail.
    public var users: Int { userCount.users }

    mutating func add(_ gesture: Occurrence, _ session: Session) {
      failedShare.add(gesture.flag, session)
      if !gesture.flag { userCount.add(session) }
    }

    public mutating func merge(_ other: Cell) {
      failedShare.merge(other.failedShare)
      userCount.merge(other.userCount)
    }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for occurrence in path.occurrences where occurrence.kind == .gesture {
      cells[adding: occurrence.subject].add(occurrence, session)
    }
  }

  public mutating func merge(_ other: Gestures) { cells.merge(other.cells) }
}
