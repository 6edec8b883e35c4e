// Which section a tab has, and which tab a root belongs to.

extension NavigationStack {
  /// The section of an inferred tab: that of a More tab called `More` is the More list, of the same name.
  func section(of tab: Name) -> Section { tab == .more && map.moreTab == .more ? .more : .tab(tab) }

  /// The only other tab whose root is `screen`: the root of its stack or, if it has none in this part, of the map.
  func otherTab(withRoot screen: Name) -> Name? {
    var found: Name?
    func consider(_ tab: Name) -> Bool {
      if found != nil && found != tab { return false }
      found = tab
      return true
    }
    let isOnly = stacks.allOtherTabs(withRoot: screen, orMore: map.hasMoreRoot) { section in
      consider(section == .more ? map.moreTab : section.name)
    }
    if !isOnly { return nil }
    for root in map.roots where root.screen == screen && !stacks.holds(section(of: root.tab)) {
      if !consider(root.tab) { return nil }
    }
    return found
  }
}
