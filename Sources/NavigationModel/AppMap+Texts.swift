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
}
