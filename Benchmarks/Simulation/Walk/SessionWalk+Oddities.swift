// What people do in a poorly built app, and what they do on purpose.

extension SessionWalk {
  /// Completes a task, by the shortest way or not.
  mutating func perform(_ settings: SimulatedApp.Task, _ way: Plan.Way) {
    let others = plan.tabs.indices.filter {
      $0 != way.tab && $0 != section && person.usesTab[$0] && plan.tabs[$0].acts == nil && plan.tabs[$0].settings.blocked == 0
    }
    if random.chance(settings.wrongFirst + 0.02), let wrong = others.first {
      note(.taskFirstChoice)
      _ = select(wrong)
      linger()
    }
    if section != way.tab { _ = select(way.tab) }
    guard section == way.tab else { return }
    if random.chance(settings.lost), others.count >= 2 {
      note(.taskLost)
      wander(others, way.tab)
    }
    if random.chance(settings.indirect) { tryWrongWay(way) }
    for screen in way.path {
      linger()
      guard section == way.tab else { return }
      push(screen)
    }
    clock += 1500
    linger()
  }

  /// Looks for something in two other tabs, twice, and comes back.
  private mutating func wander(_ others: [Int], _ tab: Int) {
    let (first, second) = (others[0], others[1])
    for index in [first, second, first, second] {
      wait(5600...8000)
      _ = select(index)
      wait(5600...8000)
      if section == index, stacks[index].count == 1, let child = top?.children.first { push(child) }
    }
    wait(5600...8000)
    _ = select(tab)
  }

  /// Takes a wrong way, and goes back.
  private mutating func tryWrongWay(_ way: Plan.Way) {
    linger()
    guard section == way.tab else { return }
    guard let wrong = top?.children.first(where: { $0 !== way.path.first }) else { return }
    note(.taskIndirect)
    push(wrong)
    wait(5600...9000)
    back()
  }

  /// Takes a way on purpose.
  mutating func walk(_ way: Plan.Way, for flaw: Flaw?) -> Bool {
    if section != way.tab || stacks[way.tab].count > 1 {
      guard select(way.tab) else { return true }
      if stacks[way.tab].count > 1 {
        wait(1500...4000)
        reselect(way.tab)
      }
    }
    if let flaw { note(flaw) }
    for screen in way.path {
      linger()
      guard section == way.tab, modal == nil else { return true }
      push(screen)
    }
    linger()
    return true
  }

  /// Needs facts from two tabs at once: goes back and forth between them.
  mutating func runToAndFro() {
    guard let habit = plan.app.habits.pingPong else { return }
    let (first, second) = (habit.first, habit.second)
    guard section == first || select(first) else { return }
    linger()
    settle(next: second)
    for tab in [second, first, second] {
      _ = select(tab, hasty: true)
      wait(5300...8500)
    }
    note(.pathPingPong)
  }

  /// Looks for the right tab by trying one after the other.
  mutating func hunt() {
    let tabs = plan.tabs.indices.filter { $0 != section && person.usesTab[$0] && plan.tabs[$0].acts == nil }
    guard tabs.count >= 3 else { return }
    let offset = random.below(tabs.count)
    settle(next: tabs[offset])
    for index in 0..<3 {
      guard select(tabs[(offset + index) % tabs.count], hasty: true) else { return }
      if index < 2 { wait(1200...3600) }
    }
    note(.tabsHunting)
  }

  /// Goes down two levels, shares something, and goes back step by step.
  mutating func climbOut() {
    let deep = plan.tabs.indices.filter { person.usesTab[$0] && plan.tabs[$0].settings.root.height >= 3 }
    guard !deep.isEmpty else { return }
    let tab = deep[random.below(deep.count)]
    if section != tab {
      guard select(tab) else { return }
    }
    if stacks[tab].count > 1 {
      wait(2000...4000)
      reselect(tab)
    }
    while stacks[tab].count < 3 {
      wait(5200...9000)
      guard let children = top?.children, let next = children.first(where: { !$0.children.isEmpty }) ?? children.first else { return }
      push(next)
    }
    note(.pathBackChain)
    wait(5200...9000)
    showModal(plan.shareSheet)
    wait(900...2000)
    back()
    wait(900...2000)
    back()
    wait(2000...5000)
  }

  /// The app removes the last tab while the person looks.
  mutating func shrinkBar() {
    isBarShrunk = true
    note(.tabsUnstableSet)
    happen(.tabsShown, Fields(list: plan.platforms[person.platform].shrunkBar))
    wait(300...900)
  }

  /// Moves an item into the tab bar, at the end of a session.
  mutating func reorder() {
    guard !person.isWide else { return }
    note(.tabsReorderConsensus)
    wait(3000...9000)
    happen(.tabsEdit, Fields(list: plan.platforms[person.platform].editedBar))
  }
}
