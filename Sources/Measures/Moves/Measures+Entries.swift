import NavigationModel

extension Measures {
  /// All navigation entries: names with a row in the tables of tabs, of the More list and of menu items, without the tab that opens the More list.
  /// Empty if structure is not known. Unordered.
  package func entries(_ scope: MeasureScope) -> [Entry] {
    guard scope.structureKnown else { return [] }
    let namedTabs = scope.declared.tabs + tabSets.badged.keys + tabSets.names(scope)
    let tabNames = Set(tabs.cells.keys).union(namedTabs).subtracting([scope.declared.moreTab])
    let inMore = Set(moreList.items.keys).union(scope.declared.moreItems)
    let inMenus = Set(menus.items.keys).union(scope.declared.menuItems)
    return tabNames.map { Entry($0, in: .bar) } + inMore.map { Entry($0, in: .more) } + inMenus.map { Entry($0.item, in: .menu($0.menu)) }
  }
}

extension Entry {
  /// The subject for eligibility and discovery.
  package var subject: Discovery.Subject {
    switch container {
    case .bar: .init(.tab, name)
    case .more: .init(.moreItem, name, container: .more)
    case .menu(let menu): .init(.menuItem, name, container: menu)
    }
  }
}
