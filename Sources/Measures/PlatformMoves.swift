import NavigationModel

/// `push` and `back` steps by platform, to detect an SDK that loses one of them.
public struct PlatformMoves: Measure {
  public struct Cell: MergeableCell {
    public internal(set) var sessions = 0
    public internal(set) var pushes = 0
    public internal(set) var backs = 0

    public init() {}

    public mutating func merge(_ other: Cell) {
      sessions += other.sessions
      pushes += other.pushes
      backs += other.backs
    }
  }

  public private(set) var cells = NameCells<Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    guard !path.steps.isEmpty else { return }
    var pushes = 0
    var backs = 0
    for step in path.steps {
      if step.kind == .push { pushes += 1 }
      if step.kind == .back { backs += 1 }
    }
    cells[adding: session.segment.platform].sessions += 1
    cells[adding: session.segment.platform].pushes += pushes
    cells[adding: session.segment.platform].backs += backs
  }

  public mutating func merge(_ other: PlatformMoves) { cells.merge(other.cells) }
}

extension Measures {
  public var platformMoves: PlatformMoves { self[PlatformMoves.self] }
}
