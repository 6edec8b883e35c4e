import NavigationModel

/// `push` and `back` steps by platform, to detect an SDK that loses one of them.
package struct PlatformMoves: Measure {
  package struct Cell: MergeableCell {
    package internal(set) var sessions = 0
    package internal(set) var pushes = 0
    package internal(set) var backs = 0

    package init() {}

    package mutating func merge(_ other: Cell) {
      sessions += other.sessions
      pushes += other.pushes
      backs += other.backs
    }
  }

  package private(set) var cells = NameCells<Cell>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
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

  package mutating func merge(_ other: PlatformMoves) { cells.merge(other.cells) }
}

extension Measures {
  package var platformMoves: PlatformMoves { self[PlatformMoves.self] }
}
