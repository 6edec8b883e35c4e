import NavigationModel
import Statistics

/// Rotations of the device by tab, and those that the interface did not follow.
package struct Rotations: Measure {
  package struct Cell: MergeableCell {
    var share = UserShare()
    /// Refused rotations.
    package internal(set) var refusals = Happening()

    package init() {}

    /// Refused over all rotations.
    package var refused: RatioSums { share.sums }

    package mutating func merge(_ other: Cell) {
      share.merge(other.share)
      refusals.merge(other.refusals)
    }
  }

  package private(set) var cells = NameCells<Cell>()
  private var refusals = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .rotate {
      guard let tab = path.tab(of: occurrence) else { continue }
      cells[adding: tab].share.add(occurrence.flag, session)
      if occurrence.flag { refusals.count(tab) }
    }
    for (tab, count) in refusals.counts { cells[adding: tab].refusals.add(count, session) }
    refusals.removeAll()
  }

  package mutating func merge(_ other: Rotations) { cells.merge(other.cells) }
}

extension Reconstruction {
  /// The tab in which something happened; nil in another section.
  fileprivate func tab(of occurrence: Occurrence) -> Name? {
    let index = Int(occurrence.stepsBefore) - 1
    guard index >= 0, steps[index].part == occurrence.part, steps[index].section.kind == .tab else { return nil }
    return steps[index].section.name
  }
}

extension Measures {
  package var rotations: Rotations { self[Rotations.self] }
}
