extension SessionWalk {
  /// Walks through one session.
  mutating func walk(_ planned: PlannedSession) {
    dice = Dice(mixing: options.seed, planned.user, planned.number)
    noise = Dice(mixing: options.seed, planned.user, -1 - planned.number)
    if planned.user != person.index { person = SimulatedPerson(planned.user, quota, app) }
    session = planned
    number = 0
    clock = planned.start
    common = person.common
    isBarShrunk = false
    common.session = "\(common.user)-\(planned.number)"
    // Versions are released at even intervals, people follow.
    let share = Double(clock - SimulationOptions.start) / Double(options.end - SimulationOptions.start)
    let position = share * Double(app.versions.count) - person.updates * 0.5
    common.segment.appVersion = app.versions[max(0, min(app.versions.count - 1, Int(position)))]
    clearState()
    let isLinked = !app.links.isEmpty && dice.happens(app.behavior.links)
    var errands = plannedErrands()
    let task = isLinked ? nil : tasks.last { usesTab($0.way.tab) && dice.happens($0.settings.share) }
    if let task { errands.insert({ $0.perform(task.settings, task.way) }, at: 0) }
    start(isLinked: isLinked)
    // Looks at the screen that the app opened with; the person's errand comes first.
    if task != nil { linger() }
    if task != nil || browse() { run(errands) }
    stay(median: 5000)
    if !dice.happens(0.08) { happen(LoggedEvent(event: "app_background")) }
  }

  /// Decides the errands of the session, in random order, and which tabs have a badge.
  private mutating func plannedErrands() -> [Errand] {
    var errands: [Errand] = []
    let isFirst = session.number == 1
    for (tab, settings) in app.tabs.enumerated() {
      badges[tab] = dice.happens(settings.badge)
      guard usesTab(tab), tab > 0 || isFirst else { continue }
      let isDrawn = badges[tab] && settings.badgeHeeded && dice.happens(0.93)
      if isDrawn || (isFirst && tab > 0 && dice.happens(app.behavior.curiosity)) { errands.append { $0.visit(tab) } }
    }
    let weights = app.tabs.indices.map { usesTab($0) ? app.tabs[$0].weight(on: person.platform) : 0 }
    if weights.contains(where: { $0 > 0 }) {
      repeat {
        let tab = dice.index(weights: weights)
        errands.append { $0.visit(tab) }
      } while errands.count < 40 && dice.happens(1 - 1 / app.behavior.errands)
    }
    for item in entries.indices.dropFirst(app.tabs.count) {
      let first = firstUse(ofItem: item)
      guard first > 0, session.number >= first else { continue }
      if session.number == first || dice.happens(entries[item].entry.weight(on: person.platform)) {
        errands.append { $0.use(item) }
      }
    }
    for (index, journey) in journeys.enumerated()
    where has(.journey, index, share: journey.reach) && usesTab(journey.way.tab) {
      if isFirst || dice.happens(journey.weight) { errands.append { $0.walk(journey.way) } }
    }
    if let habit = app.behavior.pingPong, dice.happens(habit.share) {
      errands.append { $0.runToAndFro(habit.first, habit.second) }
    }
    if dice.happens(app.behavior.hunting) { errands.append { $0.hunt() } }
    if dice.happens(app.behavior.backChain) { errands.append { $0.climbOut() } }
    return dice.shuffled(errands)
  }

  private mutating func start(isLinked: Bool) {
    let via = isLinked ? (dice.happens(0.7) ? "push" : "url") : dice.happens(0.85) ? "cold" : "warm"
    happen(
      LoggedEvent(event: "app_open", via: session.number == 1 && app.behavior.logsFirstOpen ? "first" : via),
      pause: 80...300)
    showTabs()
    for (tab, isOn) in badges.enumerated() where app.tabs[tab].badge > 0 {
      happen(LoggedEvent(event: "badge", target: app.tabs[tab].name, value: .number(isOn ? 1 + dice.below(9) : 0)))
    }
    guard isLinked else { return launch() }
    open(entries.count + 1, at: dice.pick(app.links), by: LoggedEvent(event: "deep_link", via: via))
  }

  /// Logs the bar of the person's device, without its last tab, with an item in its place.
  private mutating func showTabs(as event: String = "tabs_shown", without last: Bool = false, with item: String? = nil)
  {
    let isWide = person.platform.isWide
    let fitting = app.tabs.filter { !$0.compactOnly || !isWide }.map(\.name)
    let more = app.more?.wideOnly == isWide ? ["More"] : []
    happen(
      LoggedEvent(event: event, value: .list((last ? fitting.dropLast() : fitting) + (item.map { [$0] } ?? []) + more)))
  }

  /// Does one errand after the other, until the person has left the app.
  private mutating func run(_ errands: [Errand]) {
    for (index, errand) in errands.enumerated() {
      if clock - session.start > 75 * 60_000 { return }
      if index > 0 { interrupt() }
      if section < 0 { launch() }
      if !isBarShrunk, index == min(1, errands.count - 1), has(.unstableTabs, share: app.behavior.unstableTabs) {
        // The app removes the last tab while the person looks.
        isBarShrunk = true
        showTabs(without: true)
        wait(300...900)
      }
      guard errand(&self) else { return }
    }
    if session.isLast, let habit = app.behavior.reorder, !person.platform.isWide, has(.reorder, share: habit.share) {
      wait(3000...9000)
      showTabs(as: "tabs_edit", without: true, with: habit.item)
    }
  }

  /// Goes to a tab and looks around in it.
  private mutating func visit(_ tab: Int) -> Bool {
    if isBarShrunk, tab == app.tabs.count - 1 { return true }
    if section == tab {
      guard stacks[tab].count > 1, !isBarHidden else { return browse() }
      if dice.happens(0.15), backs < 2 {
        stacks[tab].removeSubrange(1...)
        if isBarHidden, top?.hidesBar == false { showBar(true) }
        arrive(LoggedEvent(event: "to_root"))
      } else {
        reselect(tab)
      }
    } else if !select(tab) {
      // Refused: some try once more, then they look at something else.
      if dice.happens(0.3) { select(tab) }
    } else if app.tabs[tab].acts != nil {
      return true
    } else if stacks[tab].count > 2, dice.happens(app.behavior.reselect) {
      wait(1500...4000)
      if !isBarHidden { reselect(tab) }
    }
    return browse()
  }

  /// Chooses an item, and looks around in it. Some open its list before without a choice.
  private mutating func use(_ item: Int) -> Bool {
    let (entry, menu, _) = entries[item]
    climbToBar()
    guard let menu else { return chooseFromMore(entry) }
    while dice.happens(menu.abandoned) {
      happen(LoggedEvent(event: "menu_open", container: menu.name), pause: 900...3500)
      happen(
        LoggedEvent(
          event: "menu_close", container: menu.name, via: dice.pick(["outside", "outside", "swipe", "back"])),
        pause: 2500...9000)
    }
    settle(next: item)
    if section == item, top?.screens.isEmpty == false { return browse() }
    happen(LoggedEvent(event: "menu_open", container: menu.name))
    clock += Int64(max(400, scans.draw(median: Int(menu.scan * 1000), &dice)))
    open(item, at: entry.root, by: LoggedEvent(event: "menu_select", target: entry.name, container: menu.name))
    guard browse() else { return false }
    if stacks[section].count == 1, backs < 2, !stacks[0].isEmpty, dice.happens(0.3) {
      settle(next: 0)
      back()
      wait(2000...5000)
    }
    return true
  }

  private mutating func chooseFromMore(_ item: SimulatedApp.Entry) -> Bool {
    if dice.happens(app.more?.abandoned ?? 0) {
      openMore()
      wait(4000...8000)
      let drawn = dice.below(app.tabs.count)
      let tab = usesTab(drawn) ? drawn : 0
      select(tab)
      if app.tabs[tab].acts == nil { linger() }
    }
    if section != entries.count || stacks[section].count > 1 { openMore() }
    stacks[section].append(item.root)
    arrive(LoggedEvent(event: "more_select", target: item.name))
    return browse()
  }

  private mutating func openMore() {
    settle(next: entries.count)
    open(
      entries.count, at: .init(name: app.more?.name ?? "", dwell: 2.5), by: LoggedEvent(event: "more_open"),
      setsDepth: false)
    wait(900...2600)
  }

  /// Between two errands: the app goes to the background for a while, or restarts.
  private mutating func interrupt() {
    if dice.happens(app.behavior.crash) {
      wait(3000...20_000)
      clearState()
      happen(LoggedEvent(event: "app_open", via: "cold"), pause: 80...300)
      launch()
      linger()
    } else if dice.happens(app.behavior.background) {
      wait(500...4000)
      happen(LoggedEvent(event: "app_background"), pause: 5000...400_000)
      happen(LoggedEvent(event: "app_open", via: "warm"), pause: 1000...3000)
    }
  }
}
