import NavigationModel

/// Unmapped events, by their name in the log.
package struct OtherEvents: Measure {
  package private(set) var cells = NameCells<Frequency>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for word in path.otherEvents { cells[adding: word].add(session) }
  }

  package mutating func merge(_ other: OtherEvents) { cells.merge(other.cells) }
}

extension Measures {
  package var otherEvents: OtherEvents { self[OtherEvents.self] }
}
