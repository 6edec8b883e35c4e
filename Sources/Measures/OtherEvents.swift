import NavigationModel

/// Unmapped events, by their name in the log.
public struct OtherEvents: Measure {
  public private(set) var cells = NameCells<Cell>()

  public struct Cell: MergeableCell {
    public private(set) var events = 0
    private var userCount = UserCount()

    public init() {}

    public var users: Int { userCount.users }

    mutating func add(_ session: Session) {
      events += 1
      userCount.add(session)
    }

    public mutating func merge(_ other: Cell) {
      events += other.events
      userCount.merge(other.userCount)
    }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for word in path.otherEvents { cells[adding: word].add(session) }
  }

  public mutating func merge(_ other: OtherEvents) { cells.merge(other.cells) }
}

extension Measures {
  public var otherEvents: OtherEvents { self[OtherEvents.self] }
}
