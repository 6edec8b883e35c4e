// What people do in a poorly built app, and what they do on purpose. Each is an errand: false if the person has left
// the app.

extension SessionWalk {
  /// Completes a task, by the shortest way or not.
  mutating func perform(_ settings: SimulatedApp.Task, _ way: Way) -> Bool {
    let others = app.tabs.indices.filter {
      $0 != way.tab && $0 != section && usesTab($0) && app.tabs[$0].acts == nil && app.tabs[$0].blocked == 0
    }
    if dice.happens(settings.wrongFirst + 0.02), let wrong = others.first {
      select(wrong)
      linger()
    }
    if section != way.tab { select(way.tab) }
    guard section == way.tab else { return true }
    if dice.happens(settings.lost), others.count >= 2 { wander(others, way.tab) }
    guard goDown(way) else { return true }
    clock += 1500
    linger()
    return true
  }

  /// Goes down a way, with a look at each screen above its end; false if something else came up.
  private mutating func goDown(_ way: Way) -> Bool {
    for screen in way.path {
      linger()
      guard section == way.tab else { return false }
      push(screen)
    }
    return true
  }

  /// Looks for something in two other tabs, twice, and comes back.
  private mutating func wander(_ others: [Int], _ tab: Int) {
    for index in [others[0], others[1], others[0], others[1]] {
      wait(5600...8000)
      select(index)
      wait(5600...8000)
      if section == index, stacks[index].count == 1, let child = top?.screens.first { push(child) }
    }
    wait(5600...8000)
    select(tab)
  }

  /// Takes a way on purpose.
  mutating func walk(_ way: Way) -> Bool {
    if section != way.tab || stacks[way.tab].count > 1 {
      guard select(way.tab) else { return true }
      if stacks[way.tab].count > 1 {
        wait(1500...4000)
        reselect(way.tab)
      }
    }
    if goDown(way) { linger() }
    return true
  }

  /// Needs facts from two tabs at once: goes back and forth between them.
  mutating func runToAndFro(_ first: Int, _ second: Int) -> Bool {
    guard section == first || select(first) else { return browse() }
    linger()
    settle(next: second)
    for tab in [second, first, second] {
      select(tab, hasty: true)
      wait(5300...8500)
    }
    return browse()
  }

  /// Looks for the right tab by trying one after the other.
  mutating func hunt() -> Bool {
    let tabs = app.tabs.indices.filter { $0 != section && usesTab($0) && app.tabs[$0].acts == nil }
    guard tabs.count >= 3 else { return browse() }
    let offset = dice.below(tabs.count)
    settle(next: tabs[offset])
    for index in 0..<3 {
      guard select(tabs[(offset + index) % tabs.count], hasty: true) else { break }
      if index < 2 { wait(1200...3600) }
    }
    return browse()
  }

  /// Goes down two levels, shares something, and goes back step by step.
  mutating func climbOut() -> Bool {
    let deep = app.tabs.indices.filter { usesTab($0) && app.tabs[$0].root.height >= 3 }
    guard !deep.isEmpty else { return true }
    let tab = dice.pick(deep)
    guard section == tab || select(tab) else { return true }
    if stacks[tab].count > 1 {
      wait(2000...4000)
      reselect(tab)
    }
    while stacks[tab].count < 3 {
      wait(5200...9000)
      guard let children = top?.screens, let next = children.first(where: { !$0.screens.isEmpty }) ?? children.first
      else { return true }
      push(next)
    }
    wait(5200...9000)
    showModal("Share")
    for _ in 0..<2 {
      wait(900...2000)
      back()
    }
    wait(2000...5000)
    return true
  }
}
