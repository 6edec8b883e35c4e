import NavigationModel

/// Tabs that people select while a modal screen is up: a tab bar inside of it.
package struct ModalTabs: Measure {
  /// Accepted selections over a modal screen.
  package private(set) var selections = Happening()
  /// These selections by tab.
  package private(set) var tabs = NameCells<Amount>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var count = 0
    for occurrence in path.occurrences
    where occurrence.flag && (occurrence.kind == .tabSelect || occurrence.kind == .tabReselect) {
      count += 1
      tabs[adding: occurrence.subject].count += 1
    }
    if count > 0 { selections.add(count, session) }
  }

  package mutating func merge(_ other: ModalTabs) {
    selections.merge(other.selections)
    tabs.merge(other.tabs)
  }
}

extension Measures {
  package var modalTabs: ModalTabs { self[ModalTabs.self] }
}
