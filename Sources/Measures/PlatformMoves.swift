import NavigationModel

/// `push` and `back` steps by platform, to detect an SDK that loses one of them.
package struct PlatformMoves: Measure {
  package struct Cell: MergeableCell {
    package internal(set) var sessions = 0
    /// Those that a step of their part at the same level or above follows: people came back up.
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
    // From the end: the least height of the stack in the part's later steps.
    var part = UInt32.max
    var least = Int.max
    for index in path.steps.indices.reversed() {
      let step = path.steps[index]
      let height = path.stacks.height(afterStep: index)
      if step.part != part { (part, least) = (step.part, .max) }
      if step.kind == .push, height >= least { pushes += 1 }
      if step.kind == .back { backs += 1 }
      least = min(least, height)
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
