import NavigationModel

/// Tab bars inside of something else: a split view, a popover.
package struct NestedBars: Measure {
  /// By what the bar is in.
  package private(set) var cells = NameCells<Happening>()
  private var seen = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .tabsShown && occurrence.container.isKnown { seen.count(occurrence.container) }
    for (container, count) in seen.counts { cells[adding: container].add(count, session) }
    seen.removeAll()
  }

  package mutating func merge(_ other: NestedBars) { cells.merge(other.cells) }
}

extension Measures {
  package var nestedBars: NestedBars { self[NestedBars.self] }
}
