extension SessionWalk {
  /// The app starts at the root of its first tab.
  mutating func launch() {
    enter(0)
    stacks[0].append(app.tabs[0].root)
    opened[0] = true
    arrive(LoggedEvent(event: "tab_select", target: app.tabs[0].name), setsDepth: true)
  }

  /// Taps a tab.
  ///
  /// - Parameter hasty: The person does not look around before leaving the current section.
  /// - Returns: Whether the app followed.
  @discardableResult
  mutating func select(_ tab: Int, hasty: Bool = false) -> Bool {
    climbToBar()
    if !hasty { settle(next: tab) }
    let settings = app.tabs[tab]
    if settings.missedTaps > 0 { tapButton(of: settings) }
    if dice.happens(settings.blocked) {
      happen(LoggedEvent(event: "tab_select", target: settings.name, outcome: "blocked"))
      note(.tabsRejected)
      wait(900...2500)
      return false
    }
    if section == tab {
      reselect(tab)
      return true
    }
    enter(tab)
    note(.tabsOverFive, .tabsNeglected, about: settings.name)
    if stacks[tab].isEmpty {
      stacks[tab].append(settings.root)
    } else if stacks[tab].count > 1, dice.happens(settings.stateLost) {
      stacks[tab].removeSubrange(1...)
      note(.tabsStateLost)
    }
    let isSlow = settings.slowFirstOpen && !opened[tab]
    if isSlow { note(.tabsSlowFirstOpen) }
    arrive(LoggedEvent(event: "tab_select", target: settings.name), lag: isSlow ? 1300 + dice.below(600) : 0, setsDepth: true)
    opened[tab] = true
    clearBadge(tab)
    if let form = settings.acts {
      note(.tabsActsNotNavigates)
      wait(60...140)
      showModal(form.name)
    }
    return true
  }

  /// Taps the current tab once more: the section goes to its root.
  mutating func reselect(_ tab: Int) {
    let moves = stacks[tab].count > 1
    if moves { stacks[tab].removeSubrange(1...) }
    arrive(LoggedEvent(event: "tab_select", target: app.tabs[tab].name))
    if moves { followBar() }
    clearBadge(tab)
  }

  private mutating func clearBadge(_ tab: Int) {
    guard badges[tab] else { return }
    badges[tab] = false
    happen(LoggedEvent(event: "badge", target: app.tabs[tab].name, value: .number(0)))
  }

  /// The finger hits the button of a tab, or misses it.
  private mutating func tapButton(of tab: SimulatedApp.Entry) {
    while dice.happens(tab.missedTaps) {
      happen(LoggedEvent(event: "tap", target: tab.name, outcome: "missed"))
      note(.touchFringeLoss)
      wait(1100...1900)
    }
    happen(LoggedEvent(event: "tap", target: tab.name))
    wait(20...60)
  }

  /// Goes one level down.
  mutating func push(_ screen: SimulatedApp.Screen) {
    if screen.hidesBar, !isBarHidden { showBar(false) }
    stacks[section].append(screen)
    arrive(LoggedEvent(event: "push"), setsDepth: true)
  }

  /// Goes one level up; from the root of a menu item to the first tab.
  mutating func back() {
    var via = dice.happens(app.behavior.swipe) ? "swipe" : "button"
    if stacks[section].count > 1 {
      if isBarHidden, !stacks[section][stacks[section].count - 2].hidesBar { showBar(true) }
      stacks[section].removeLast()
    } else {
      enter(0)
      if stacks[0].count > 1 { stacks[0].removeSubrange(1...) }
      via = "system"
    }
    backs += 1
    arrive(LoggedEvent(event: "back", via: via))
  }

  /// Goes up to the root of the section.
  mutating func goToRoot() {
    stacks[section].removeSubrange(1...)
    backs += 1
    followBar()
    arrive(LoggedEvent(event: "to_root"))
  }

  /// Opens a modal screen and later closes it.
  mutating func showModal(_ name: String) {
    modal = SimulatedApp.Screen(name: name)
    arrive(LoggedEvent(event: "modal_open"))
    stay(median: 9000, atLeast: 5200)
    modal = nil
    backs += 1
    arrive(LoggedEvent(event: "modal_close"))
  }

  /// The tab bar is hidden or shown.
  private mutating func showBar(_ isShown: Bool) {
    isBarHidden = !isShown
    happen(LoggedEvent(event: "tab_bar", outcome: isShown ? "shown" : "hidden"))
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
    guard section >= 0, !dice.happens(0.01) else { return }
    let toAndFro = next == lastStay.section && section == stayBeforeLast.section && lastStay.length <= 10_500
    let least: Int64 = toAndFro ? 11_000 : 5_600
    if clock - sectionEntered < least { clock = sectionEntered + least + Int64(dice.below(2000)) }
  }

  /// Opens a menu and closes it again without a choice.
  mutating func abandon(_ menu: SimulatedApp.Menu) {
    happen(LoggedEvent(event: "menu_open", container: menu.name))
    wait(900...3500)
    happen(LoggedEvent(event: "menu_close", container: menu.name, via: dice.pick(["outside", "outside", "swipe", "back"])))
    note(.menuAbandoned)
    wait(2500...9000)
  }

  /// Opens a menu and chooses an item.
  mutating func choose(_ item: Int, from menu: SimulatedApp.Menu) {
    let entry = plan.items[item].entry
    happen(LoggedEvent(event: "menu_open", container: menu.name))
    clock += Int64(max(400, scans.draw(median: Int(menu.scan * 1000), &dice)))
    enter(plan.section(ofItem: item))
    stacks[section] = [entry.root]
    note(.menuItemUndiscovered, .menuLateDiscovery, .menuPromote, .menuDuplicateRoute, about: entry.name)
    note(.menuUnopened, .menuSlowScan, .menuOnIOS, about: menu.name)
    arrive(LoggedEvent(event: "menu_select", target: entry.name, container: menu.name), setsDepth: true)
  }

  /// Opens the More list.
  mutating func openMore() {
    enter(plan.moreSection)
    stacks[section] = app.more.map { [SimulatedApp.Screen(name: $0.screen, dwell: 2.5)] } ?? []
    arrive(LoggedEvent(event: "more_open"))
    wait(900...2600)
  }

  /// Chooses an item of the open More list.
  mutating func chooseFromMore(_ item: Int) {
    let entry = plan.items[item].entry
    stacks[section].append(entry.root)
    arrive(LoggedEvent(event: "more_select", target: entry.name))
    note(.tabsMoreToll, .tabsMoreOutranks, .tabsWideOverflow, about: entry.name)
  }
}
