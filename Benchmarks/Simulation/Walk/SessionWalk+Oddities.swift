// What people do in a poorly built app, and what they do on purpose.

extension SessionWalk {
  /// Completes a task, by the shortest way or not.
  mutating func perform(_ settings: SimulatedApp.Task, _ way: Plan.Way) {
    let others = app.tabs.indices.filter {
      $0 != way.tab && $0 != section && usesTab($0) && app.tabs[$0].acts == nil && app.tabs[$0].blocked == 0
    }
    if dice.happens(settings.wrongFirst + 0.02), let wrong = others.first {
      note(.taskFirstChoice)
      select(wrong)
      linger()
    }
    if section != way.tab { select(way.tab) }
    guard section == way.tab else { return }
    if dice.happens(settings.lost), others.count >= 2 {
      note(.taskLost)
      wander(others, way.tab)
    }
    if dice.happens(settings.indirect) { tryWrongWay(way) }
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
      select(index)
      wait(5600...8000)
      if section == index, stacks[index].count == 1, let child = top?.screens.first { push(child) }
    }
    wait(5600...8000)
    select(tab)
  }

  /// Takes a wrong way, and goes back.
  private mutating func tryWrongWay(_ way: Plan.Way) {
    linger()
    guard section == way.tab else { return }
    guard let wrong = top?.screens.first(where: { $0.name != way.path.first?.name }) else { return }
    note(.taskIndirect)
    push(wrong)
    wait(5600...9000)
    back()
  }

  /// Takes a way on purpose.
  mutating func walk(_ way: Plan.Way, for flaw: Flaw) {
    if section != way.tab || stacks[way.tab].count > 1 {
      guard select(way.tab) else { return }
      if stacks[way.tab].count > 1 {
        wait(1500...4000)
        reselect(way.tab)
      }
    }
    note(flaw)
    for screen in way.path {
      linger()
      guard section == way.tab, modal == nil else { return }
      push(screen)
    }
    linger()
  }

  /// Needs facts from two tabs at once: goes back and forth between them.
  mutating func runToAndFro() {
    guard let habit = app.habits.pingPong else { return }
    let (first, second) = (habit.first, habit.second)
    guard section == first || select(first) else { return }
    linger()
    settle(next: second)
    for tab in [second, first, second] {
      select(tab, hasty: true)
      wait(5300...8500)
    }
    note(.pathPingPong)
  }

  /// Looks for the right tab by trying one after the other.
  mutating func hunt() {
    let tabs = app.tabs.indices.filter { $0 != section && usesTab($0) && app.tabs[$0].acts == nil }
    guard tabs.count >= 3 else { return }
    let offset = dice.below(tabs.count)
    settle(next: tabs[offset])
    for index in 0..<3 {
      guard select(tabs[(offset + index) % tabs.count], hasty: true) else { return }
      if index < 2 { wait(1200...3600) }
    }
    note(.tabsHunting)
  }

  /// Goes down two levels, shares something, and goes back step by step.
  mutating func climbOut() {
    let deep = app.tabs.indices.filter { usesTab($0) && app.tabs[$0].root.height >= 3 }
    guard !deep.isEmpty else { return }
    let tab = dice.pick(deep)
    if section != tab {
      guard select(tab) else { return }
    }
    if stacks[tab].count > 1 {
      wait(2000...4000)
      reselect(tab)
    }
    while stacks[tab].count < 3 {
      wait(5200...9000)
      guard let children = top?.screens, let next = children.first(where: { !$0.screens.isEmpty }) ?? children.first else { return }
      push(next)
    }
    note(.pathBackChain)
    wait(5200...9000)
    showModal("Share")
    wait(900...2000)
    back()
    wait(900...2000)
    back()
    wait(2000...5000)
  }
}
