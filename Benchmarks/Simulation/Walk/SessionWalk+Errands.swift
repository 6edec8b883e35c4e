extension SessionWalk {
  /// Walks through one session.
  mutating func walk(_ planned: PlannedSession) {
    random = SplitMix64(seed: quota.seed, planned.user, planned.number)
    noise = SplitMix64(seed: quota.seed, planned.user, -1 - planned.number)
    person.become(planned.user, quota, plan)
    number = planned.number
    isLast = planned.isLast
    eventNumber = 0
    begin = planned.start
    clock = planned.start
    isBarShrunk = false
    clearState()
    prepareLines()
    let isLinked = !plan.links.isEmpty && random.chance(plan.behavior.links)
    planErrands(isLinked: isLinked)
    start(isLinked: isLinked, isFirst: planned.number == 1 && plan.app.habits.logsFirstOpen)
    run()
    end()
  }

  private mutating func start(isLinked: Bool, isFirst: Bool) {
    let via: Word = isLinked ? (random.chance(0.7) ? .push : .url) : random.chance(0.85) ? .cold : .warm
    happen(.appOpen, Fields(via: isFirst ? .first : via))
    wait(80...300)
    happen(.tabsShown, Fields(list: plan.platforms[person.platform].bar))
    for (tab, isOn) in badges.enumerated() where plan.tabs[tab].settings.badge > 0 {
      happen(.badge, Fields(target: plan.tabs[tab].name, number: isOn ? 1 + random.below(9) : 0))
      if isOn { note(.tabsBadgeBlind) }
    }
    guard isLinked else {
      launch()
      return
    }
    let link = plan.links[random.below(plan.links.count)]
    enter(plan.linkSection)
    stacks[section].append(link)
    arrive(.deepLink, Fields(via: via), setsDepth: true)
  }

  private mutating func run() {
    guard browseFirst() else { return }
    for index in errands.indices {
      if clock - begin > 75 * 60_000 { return }
      if index > 0 { interrupt() }
      if section < 0 { launch() }
      if isBarShrunk == false, person.unstableTabs, index == min(1, errands.count - 1) { shrinkBar() }
      guard perform(errands[index]) else { return }
    }
    if person.reorders, isLast { reorder() }
  }

  /// Looks at the screen that the app opened with; the person's errand comes first.
  private mutating func browseFirst() -> Bool {
    guard case .task? = errands.first else { return browse() }
    linger()
    return true
  }

  private mutating func end() {
    clock += Int64(stays.draw(median: 5000, &random))
    if !random.chance(0.08) { happen(.appBackground) }
  }

  /// Does one errand; false if the person has left the app.
  private mutating func perform(_ errand: Errand) -> Bool {
    switch errand {
    case .tab(let tab): return visit(tab)
    case .item(let item): return plan.items[item].menu.map { useMenu(item, in: $0) } ?? useMore(item)
    case .task(let task):
      perform(plan.tasks[task].settings, plan.tasks[task].way)
      return true
    case .journey(let journey): return walk(plan.journeys[journey].way, for: plan.journeys[journey].settings.flaw)
    case .pingPong:
      runToAndFro()
      return browse()
    case .hunting:
      hunt()
      return browse()
    case .backChain:
      climbOut()
      return true
    }
  }

  /// Goes to a tab and looks around in it.
  private mutating func visit(_ tab: Int) -> Bool {
    if isBarShrunk, tab == plan.tabs.count - 1 { return true }
    if section == tab {
      guard stacks[tab].count > 1, !isBarHidden else { return browse() }
      if random.chance(0.15), backs < 2 { goToRoot() } else { reselect(tab) }
      return browse()
    }
    let wasEmpty = stacks[tab].isEmpty
    guard select(tab) else {
      // Refused: some try once more, then they look at something else.
      guard random.chance(0.3), select(tab) else { return browse() }
      return browse()
    }
    if plan.tabs[tab].acts != nil { return true }
    if !wasEmpty, stacks[tab].count > 2, random.chance(plan.behavior.reselect) {
      wait(1500...4000)
      if !isBarHidden { reselect(tab) }
    }
    return browse()
  }

  private mutating func useMenu(_ item: Int, in menu: Int) -> Bool {
    climbToBar()
    while random.chance(plan.app.menus[menu].abandoned) { abandonMenu(menu) }
    settle(next: plan.section(ofItem: item))
    if section == plan.section(ofItem: item), top?.children.isEmpty == false { return browse() }
    chooseFromMenu(item, in: menu)
    guard browse() else { return false }
    if stacks[section].count == 1, backs < 2, !stacks[0].isEmpty, random.chance(0.3) {
      settle(next: 0)
      back()
      wait(2000...5000)
    }
    return true
  }

  private mutating func useMore(_ item: Int) -> Bool {
    climbToBar()
    if random.chance(plan.app.more?.abandoned ?? 0) {
      settle(next: plan.moreSection)
      openMore()
      wait(4000...8000)
      let tab = random.below(plan.tabs.count)
      _ = select(person.usesTab[tab] ? tab : 0)
      if plan.tabs[person.usesTab[tab] ? tab : 0].acts == nil { linger() }
    }
    if section != plan.moreSection || stacks[section].count > 1 {
      settle(next: plan.moreSection)
      openMore()
    }
    chooseFromMore(item)
    return browse()
  }

  /// Between two errands: the app goes to the background for a while, or restarts.
  private mutating func interrupt() {
    if random.chance(plan.behavior.crash) {
      wait(3000...20_000)
      clearState()
      happen(.appOpen, Fields(via: .cold))
      wait(80...300)
      launch()
      linger()
    } else if random.chance(plan.behavior.background) {
      wait(500...4000)
      happen(.appBackground)
      wait(5000...400_000)
      happen(.appOpen, Fields(via: .warm))
      wait(1000...3000)
    }
  }
}
