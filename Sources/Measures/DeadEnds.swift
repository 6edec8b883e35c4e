import NavigationModel

/// Where people stop: for each screen, its visits below the root, and those that are the last step of their part.
package struct DeadEnds: Measure {
  /// Visits from this depth on count: a visit of a root leads nowhere yet.
  package static let leastDepth = 2

  /// Of each screen, the visits that end their part over all visits.
  package private(set) var cells = NameCells<ShareCell>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].depth >= Self.leastDepth {
      let isEnd = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      cells[adding: steps[index].screen].add(isEnd, session)
    }
  }

  package mutating func merge(_ other: DeadEnds) { cells.merge(other.cells) }
}

extension Measures {
  package var deadEnds: DeadEnds { self[DeadEnds.self] }
}
