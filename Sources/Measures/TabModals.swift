import NavigationModel
import Statistics

/// What selecting a tab does: go to a section, or bring up a modal screen.
package struct TabModals: Measure {
  /// The longest time from the selection to its modal screen, microseconds.
  package static let limit = NavigationStack.arrivalLimit

  package struct Cell: MergeableCell {
    var share = UserShare()
    /// Selections that brought up a modal screen.
    package internal(set) var modals = Happening()

    package init() {}

    /// Accepted selections, reselections included, whose next step is a modal screen within two seconds, over all accepted selections.
    package var followedByModal: RatioSums { share.sums }

    package mutating func merge(_ other: Cell) {
      share.merge(other.share)
      modals.merge(other.modals)
    }
  }

  package private(set) var cells = NameCells<Cell>()
  private var modals = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .tabSelect || occurrence.kind == .tabReselect {
      let isFollowed = path.modalFollows(occurrence)
      cells[adding: occurrence.subject].share.add(isFollowed, session)
      if isFollowed { modals.count(occurrence.subject) }
    }
    for (tab, count) in modals.counts { cells[adding: tab].modals.add(count, session) }
    modals.removeAll()
  }

  package mutating func merge(_ other: TabModals) { cells.merge(other.cells) }
}

extension Reconstruction {
  /// Whether the first step after the selection's own is a modal screen within the limit.
  fileprivate func modalFollows(_ selection: Occurrence) -> Bool {
    var next = Int(selection.stepsBefore)
    guard next < steps.count else { return false }
    if selection.kind == .tabSelect || (steps[next].kind == .reselect && steps[next].time == selection.time) { next += 1 }
    guard next < steps.count else { return false }
    let step = steps[next]
    return step.kind == .modal && step.part == selection.part && step.time - selection.time <= TabModals.limit
  }
}

extension Measures {
  package var tabModals: TabModals { self[TabModals.self] }
}
