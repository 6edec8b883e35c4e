extension SessionWalk {
  /// The app starts at the root of its first tab.
  mutating func launch() {
    enter(0)
    stacks[0].append(plan.tabs[0].root)
    opened[0] = true
    arrive(.tabSelect, Fields(target: plan.tabs[0].name), setsDepth: true)
  }

  /// Taps a tab.
  ///
  /// - Parameter hasty: The person does not look around before leaving the current section.
  /// - Returns: Whether the app followed.
  mutating func select(_ tab: Int, hasty: Bool = false) -> Bool {
    climbToBar()
    if !hasty { settle(next: tab) }
    let settings = plan.tabs[tab].settings
    let fields = Fields(target: plan.tabs[tab].name)
    if settings.missedTaps > 0 { tapButton(of: tab) }
    if settings.blocked > 0, random.chance(settings.blocked) {
      happen(.tabSelect, Fields(target: plan.tabs[tab].name, outcome: .blocked))
      note(.tabsRejected)
      wait(900...2500)
      return false
    }
    if section == tab {
      reselect(tab)
      return true
    }
    enter(tab)
    for flaw in plan.tabs[tab].flaws { occurrences[flaw] += 1 }
    if stacks[tab].isEmpty {
      stacks[tab].append(plan.tabs[tab].root)
    } else if stacks[tab].count > 1, random.chance(settings.stateLost) {
      stacks[tab].removeSubrange(1...)
      note(.tabsStateLost)
    }
    let isSlow = settings.slowFirstOpen && !opened[tab]
    if isSlow { note(.tabsSlowFirstOpen) }
    arrive(.tabSelect, fields, lag: isSlow ? 1300 + random.below(600) : 0, setsDepth: true)
    opened[tab] = true
    clearBadge(tab)
    if let form = plan.tabs[tab].acts {
      note(.tabsActsNotNavigates)
      wait(60...140)
      showModal(form)
    }
    return true
  }

  /// Taps the current tab once more: the section goes to its root.
  mutating func reselect(_ tab: Int) {
    let moves = stacks[tab].count > 1
    if moves { stacks[tab].removeSubrange(1...) }
    arrive(.tabSelect, Fields(target: plan.tabs[tab].name))
    if moves { followBar() }
    clearBadge(tab)
  }

  private mutating func clearBadge(_ tab: Int) {
    guard badges[tab] else { return }
    badges[tab] = false
    happen(.badge, Fields(target: plan.tabs[tab].name, number: 0))
  }

  /// The finger hits the button of a tab, or misses it.
  private mutating func tapButton(of tab: Int) {
    let name = plan.tabs[tab].name
    while random.chance(plan.tabs[tab].settings.missedTaps) {
      happen(.tap, Fields(target: name, outcome: .missed))
      note(.touchFringeLoss)
      wait(1100...1900)
    }
    happen(.tap, Fields(target: name))
    wait(20...60)
  }

  /// Goes one level down.
  mutating func push(_ screen: Place) {
    if screen.hidesBar, !isBarHidden { showBar(false) }
    stacks[section].append(screen)
    arrive(.push, setsDepth: true)
  }

  /// Goes one level up; from the root of a menu item to the first tab.
  mutating func back() {
    var swipe = Word.button
    if random.chance(plan.behavior.swipe) { swipe = .swipe }
    if stacks[section].count > 1 {
      let below = stacks[section][stacks[section].count - 2]
      if isBarHidden, !below.hidesBar { showBar(true) }
      stacks[section].removeLast()
    } else {
      enter(0)
      if stacks[0].count > 1 { stacks[0].removeSubrange(1...) }
      swipe = .system
    }
    backs += 1
    arrive(.back, Fields(via: swipe))
  }

  /// Goes up to the root of the section.
  mutating func goToRoot() {
    guard stacks[section].count > 1 else { return }
    stacks[section].removeSubrange(1...)
    backs += 1
    followBar()
    arrive(.toRoot)
  }

  /// Opens a modal screen and later closes it.
  mutating func showModal(_ screen: Place) {
    modal = screen
    arrive(.modalOpen)
    clock += Int64(max(5200, stays.draw(median: 9000, &random)))
    modal = nil
    backs += 1
    arrive(.modalClose)
  }

  /// The tab bar is hidden or shown.
  mutating func showBar(_ isShown: Bool) {
    isBarHidden = !isShown
    happen(.tabBar, Fields(outcome: isShown ? .shown : .hidden))
    if !isShown { note(.tabsBarHidden) }
    wait(5...20)
  }

  /// Shows the bar if the top screen has it.
  private mutating func followBar() {
    if isBarHidden, top?.hidesBar == false { showBar(true) }
  }

  /// Goes up until the bar is visible.
  mutating func climbToBar() {
    while isBarHidden, stacks[section].count > 1 {
      back()
      wait(1500...4000)
    }
    if isBarHidden { showBar(true) }
  }

  /// Stays long enough in a section to see it: people who know their way don't flit through an app.
  mutating func settle(next: Int) {
    guard section >= 0, !random.chance(0.01) else { return }
    let toAndFro = next == lastStay.section && section == stayBeforeLast.section && lastStay.length <= 10_500
    let least: Int64 = toAndFro ? 11_000 : 5_600
    if clock - sectionEntered < least { clock = sectionEntered + least + Int64(random.below(2000)) }
  }

  /// Opens a menu and closes it again without a choice.
  mutating func abandonMenu(_ menu: Int) {
    let container = plan.app.menus[menu].name
    happen(.menuOpen, Fields(container: container))
    wait(900...3500)
    let ways: [Word] = [.outside, .outside, .swipe, .back]
    happen(.menuClose, Fields(container: container, via: ways[random.below(ways.count)]))
    note(.menuAbandoned)
    wait(2500...9000)
  }

  /// Opens a menu and chooses an item.
  mutating func chooseFromMenu(_ item: Int, in menu: Int) {
    let container = plan.app.menus[menu].name
    happen(.menuOpen, Fields(container: container))
    clock += Int64(max(400, scans.draw(median: Int(plan.app.menus[menu].scan * 1000), &random)))
    enter(plan.section(ofItem: item))
    stacks[section].removeAll(keepingCapacity: true)
    stacks[section].append(plan.items[item].root)
    for flaw in plan.items[item].flaws { occurrences[flaw] += 1 }
    arrive(.menuSelect, Fields(target: plan.items[item].name, container: container), setsDepth: true)
  }

  /// Opens the More list.
  mutating func openMore() {
    enter(plan.moreSection)
    stacks[section].removeAll(keepingCapacity: true)
    if let list = plan.moreList { stacks[section].append(list) }
    arrive(.moreOpen)
    wait(900...2600)
  }

  /// Chooses an item of the open More list.
  mutating func chooseFromMore(_ item: Int) {
    stacks[section].append(plan.items[item].root)
    arrive(.moreSelect, Fields(target: plan.items[item].name))
    for flaw in plan.items[item].flaws { occurrences[flaw] += 1 }
  }
}
