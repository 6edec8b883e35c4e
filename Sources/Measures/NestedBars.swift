import NavigationModel

/// Tab bars inside of something else: a split view, a popover.
public struct NestedBars: Measure {
  /// By what the bar is in.
  public private(set) var cells = NameCells<Happening>()
  private var counts = Tally<Name>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for occurrence in path.occurrences where occurrence.kind == .tabsShown && occurrence.container.isKnown { counts.count(occurrence.container) }
    for (container, count) in counts.counts { cells[adding: container].add(count, session) }
    counts.removeAll()
  }

  public mutating func merge(_ other: NestedBars) { cells.merge(other.cells) }
}

extension Measures {
  public var nestedBars: NestedBars { self[NestedBars.self] }
}
