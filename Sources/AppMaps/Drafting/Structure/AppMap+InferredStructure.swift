import NavigationModel

extension InferredStructure {
  /// The name of the inferred More list as a tab: `More`, unless another tab has that name.
  public var moreTab: String? {
    guard let more else { return nil }
    return tabs.contains { $0.screen == "More" } ? more.screen : "More"
  }

  /// The inferred tabs, with the More list last.
  public var tabNames: [String] { tabs.map(\.screen) + (moreTab.map { [$0] } ?? []) }
}

extension AppMap {
  /// The map, with the inferred structure for what it does not declare.
  package func completed(by structure: InferredStructure) -> AppMap {
    var map = self
    var guess = StructureGuess()
    let rooted = Set(roots.map(\.screen))
    for tab in structure.tabs where !rooted.contains(tab.screen) {
      map.roots.append(.init(tab: tab.screen, screen: tab.screen))
      guess.tabs.append(tab.screen)
    }
    if let more = structure.more, let tab = structure.moreTab, !rooted.contains(more.screen) {
      map.roots.append(.init(tab: self.more?.tab ?? tab, screen: more.screen))
      if self.more == nil { map.more = .init(tab: tab) }
      guess.tabs.append(tab)
      guess.hasMore = true
    }
    if tabs.isEmpty { map.tabs = map.roots.map(\.tab) }
    guess.menuItems = structure.menuItems.map(\.screen)
    guess.modals = structure.modals.map(\.screen)
    guess.ways = structure.ways
    map.guess = guess
    return map
  }
}
