import NavigationModel

extension InferredStructure {
  /// What the guessed More list is called as a tab: `More`, unless a tab of that name is another.
  public var moreTab: String? {
    guard let more else { return nil }
    return tabs.contains { $0.screen == "More" } ? more.screen : "More"
  }

  /// The guessed tabs, with the More list in the last place.
  public var tabNames: [String] { tabs.map(\.screen) + (moreTab.map { [$0] } ?? []) }
}

extension AppMap {
  /// The map with the guess in place of all that it does not say of the structure.
  public func completed(by structure: InferredStructure) -> AppMap {
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
