extension AppMap {
  /// All names that the map declares: tabs, screens, menus, items, tasks, and the words that it gives to events.
  public var declaredTexts: Set<String> {
    var texts = Set(tabs)
    if let more { texts.formUnion(more.items + [more.tab].compactMap(\.self)) }
    for menu in menus { texts.formUnion([menu.name] + menu.items + [menu.screen].compactMap(\.self)) }
    for screen in screens { texts.formUnion([screen.name] + [screen.parent].compactMap(\.self)) }
    for root in roots { texts.formUnion([root.tab, root.screen]) }
    for task in tasks { texts.formUnion([task.name, task.start, task.goal]) }
    texts.formUnion(screenNames.map(\.name))
    for mapping in events {
      for assignment in mapping.assignments { if case .constant(let text) = assignment.source { texts.insert(text) } }
    }
    return texts
  }

  /// Removes the declared names of tabs, items, menus, screens and tasks that must not be shown.
  package mutating func keepNames(where isShown: (String) -> Bool) {
    tabs.removeAll { !isShown($0) }
    more?.items.removeAll { !isShown($0) }
    if let tab = more?.tab, !isShown(tab) { more?.tab = nil }
    menus.removeAll { !isShown($0.name) }
    for index in menus.indices {
      menus[index].items.removeAll { !isShown($0) }
      if let screen = menus[index].screen, !isShown(screen) { menus[index].screen = nil }
    }
    screens.removeAll { !isShown($0.name) }
    for index in screens.indices { if let parent = screens[index].parent, !isShown(parent) { screens[index].parent = nil } }
    roots.removeAll { !isShown($0.tab) || !isShown($0.screen) }
    tasks.removeAll { !isShown($0.name) || !isShown($0.start) || !isShown($0.goal) }
  }
}
