extension SessionWalk {
  /// Walks through one session.
  mutating func walk(_ planned: PlannedSession) {
    dice = Dice(mixing: quota.seed, planned.user, planned.number)
    noise = Dice(mixing: quota.seed, planned.user, -1 - planned.number)
    if planned.user != person.index { person = SimulatedPerson(planned.user, quota, app) }
    beginSession(planned)
    isBarShrunk = false
    clearState()
    let isLinked = !app.links.isEmpty && dice.happens(app.behavior.links)
    planErrands(isLinked: isLinked)
    start(isLinked: isLinked)
    run(planned)
    stay(median: 5000)
    if !dice.happens(0.08) { happen(LoggedEvent(event: "app_background")) }
  }

  /// Decides the errands of the session, and which tabs have a badge.
  private mutating func planErrands(isLinked: Bool) {
    errands.removeAll(keepingCapacity: true)
    let isFirst = number == 1
    for (tab, settings) in app.tabs.enumerated() {
      badges[tab] = dice.happens(settings.badge)
      guard usesTab(tab), tab > 0 || isFirst else { continue }
      let isDrawn = badges[tab] && settings.badgeHeeded && dice.happens(0.93)
      if isDrawn || (isFirst && tab > 0 && dice.happens(app.behavior.curiosity)) { errands.append(.tab(tab)) }
    }
    addTabErrands()
    for (item, settings) in plan.items.enumerated() {
      let first = firstUse(ofItem: item)
      guard first > 0, number >= first else { continue }
      if number == first || dice.happens(settings.entry.weight(on: person.platform)) { errands.append(.item(item)) }
    }
    for (index, journey) in plan.journeys.enumerated() where has(.journey, index, share: journey.settings.reach) && usesTab(journey.way.tab) {
      if isFirst || dice.happens(journey.settings.weight) { errands.append(.journey(index)) }
    }
    if let habit = app.habits.pingPong, dice.happens(habit.share) { errands.append(.pingPong) }
    if dice.happens(app.habits.hunting) { errands.append(.hunting) }
    if dice.happens(app.habits.backChain) { errands.append(.backChain) }
    errands = dice.shuffled(errands)
    if !isLinked, let task = plan.tasks.indices.last(where: { usesTab(plan.tasks[$0].way.tab) && dice.happens(plan.tasks[$0].settings.share) }) {
      errands.insert(.task(task), at: 0)
    }
  }

  /// Tabs by weight, one for each errand.
  private mutating func addTabErrands() {
    let weights = app.tabs.indices.map { usesTab($0) ? app.tabs[$0].weight(on: person.platform) : 0 }
    let total = weights.reduce(0, +)
    guard total > 0 else { return }
    repeat {
      var point = dice.unit() * total
      for (tab, weight) in weights.enumerated() where weight > 0 {
        point -= weight
        if point < 0 {
          errands.append(.tab(tab))
          break
        }
      }
    } while errands.count < 40 && dice.happens(1 - 1 / app.behavior.errands)
  }

  private mutating func start(isLinked: Bool) {
    let via = isLinked ? (dice.happens(0.7) ? "push" : "url") : dice.happens(0.85) ? "cold" : "warm"
    happen(LoggedEvent(event: "app_open", via: number == 1 && app.habits.logsFirstOpen ? "first" : via))
    wait(80...300)
    showTabs()
    for (tab, isOn) in badges.enumerated() where app.tabs[tab].badge > 0 {
      happen(LoggedEvent(event: "badge", target: app.tabs[tab].name, value: .number(isOn ? 1 + dice.below(9) : 0)))
      if isOn { note(.tabsBadgeBlind) }
    }
    guard isLinked else { return launch() }
    let link = dice.pick(app.links)
    enter(plan.linkSection)
    stacks[section].append(link)
    arrive(LoggedEvent(event: "deep_link", via: via), setsDepth: true)
  }

  /// Logs the bar of the person's device, without its last tab, with an item in its place.
  private mutating func showTabs(as event: String = "tabs_shown", without last: Bool = false, with item: String? = nil) {
    let isWide = person.platform.isWide
    let fitting = app.tabs.filter { !$0.compactOnly || !isWide }.map(\.name)
    let more = app.more.map { $0.wideOnly == isWide } ?? false ? ["More"] : []
    happen(LoggedEvent(event: event, value: .list((last ? fitting.dropLast() : fitting) + (item.map { [$0] } ?? []) + more)))
  }

  private mutating func run(_ planned: PlannedSession) {
    // Looks at the screen that the app opened with; the person's errand comes first.
    if case .task? = errands.first { linger() } else if !browse() { return }
    for index in errands.indices {
      if clock - planned.start > 75 * 60_000 { return }
      if index > 0 { interrupt() }
      if section < 0 { launch() }
      if !isBarShrunk, index == min(1, errands.count - 1), has(.unstableTabs, share: app.habits.unstableTabs) {
        // The app removes the last tab while the person looks.
        isBarShrunk = true
        note(.tabsUnstableSet)
        showTabs(without: true)
        wait(300...900)
      }
      guard perform(errands[index]) else { return }
    }
    if planned.isLast, let habit = app.habits.reorder, !person.platform.isWide, has(.reorder, share: habit.share) {
      note(.tabsReorderConsensus)
      wait(3000...9000)
      showTabs(as: "tabs_edit", without: true, with: habit.item)
    }
  }

  /// Does one errand; false if the person has left the app.
  private mutating func perform(_ errand: Errand) -> Bool {
    switch errand {
    case .tab(let tab): return visit(tab)
    case .item(let item): return plan.items[item].menu.map { use(item, in: app.menus[$0]) } ?? useMore(item)
    case .task(let task): perform(plan.tasks[task].settings, plan.tasks[task].way)
    case .journey(let journey): walk(plan.journeys[journey].way, for: plan.journeys[journey].settings.flaw)
    case .pingPong:
      runToAndFro()
      return browse()
    case .hunting:
      hunt()
      return browse()
    case .backChain: climbOut()
    }
    return true
  }

  /// Goes to a tab and looks around in it.
  private mutating func visit(_ tab: Int) -> Bool {
    if isBarShrunk, tab == app.tabs.count - 1 { return true }
    if section == tab {
      guard stacks[tab].count > 1, !isBarHidden else { return browse() }
      if dice.happens(0.15), backs < 2 { goToRoot() } else { reselect(tab) }
      return browse()
    }
    let wasEmpty = stacks[tab].isEmpty
    guard select(tab) else {
      // Refused: some try once more, then they look at something else.
      if dice.happens(0.3) { select(tab) }
      return browse()
    }
    if app.tabs[tab].acts != nil { return true }
    if !wasEmpty, stacks[tab].count > 2, dice.happens(app.behavior.reselect) {
      wait(1500...4000)
      if !isBarHidden { reselect(tab) }
    }
    return browse()
  }

  private mutating func use(_ item: Int, in menu: SimulatedApp.Menu) -> Bool {
    climbToBar()
    while dice.happens(menu.abandoned) { abandon(menu) }
    let own = plan.section(ofItem: item)
    settle(next: own)
    if section == own, top?.screens.isEmpty == false { return browse() }
    choose(item, from: menu)
    guard browse() else { return false }
    if stacks[section].count == 1, backs < 2, !stacks[0].isEmpty, dice.happens(0.3) {
      settle(next: 0)
      back()
      wait(2000...5000)
    }
    return true
  }

  private mutating func useMore(_ item: Int) -> Bool {
    climbToBar()
    if dice.happens(app.more?.abandoned ?? 0) {
      settle(next: plan.moreSection)
      openMore()
      wait(4000...8000)
      let drawn = dice.below(app.tabs.count)
      let tab = usesTab(drawn) ? drawn : 0
      select(tab)
      if app.tabs[tab].acts == nil { linger() }
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
    if dice.happens(app.behavior.crash) {
      wait(3000...20_000)
      clearState()
      happen(LoggedEvent(event: "app_open", via: "cold"))
      wait(80...300)
      launch()
      linger()
    } else if dice.happens(app.behavior.background) {
      wait(500...4000)
      happen(LoggedEvent(event: "app_background"))
      wait(5000...400_000)
      happen(LoggedEvent(event: "app_open", via: "warm"))
      wait(1000...3000)
    }
  }
}
