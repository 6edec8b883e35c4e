extension SessionWalk {
  /// The app starts at the root of its first tab.
  mutating func launch() {
    open(0, at: app.tabs[0].root, by: LoggedEvent(event: "tab_select", target: app.tabs[0].name))
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
    if settings.missedTaps > 0 {
      while dice.happens(settings.missedTaps) {
        happen(LoggedEvent(event: "tap", target: settings.name, outcome: "missed"), pause: 1100...1900)
      }
      happen(LoggedEvent(event: "tap", target: settings.name), pause: 20...60)
    }
    if dice.happens(settings.blocked) {
      happen(LoggedEvent(event: "tab_select", target: settings.name, outcome: "blocked"), pause: 900...2500)
      return false
    }
    if section == tab {
      reselect(tab)
      return true
    }
    entered.append((tab, clock))
    let isFirst = stacks[tab].isEmpty
    if isFirst || stacks[tab].count > 1 && dice.happens(settings.stateLost) { stacks[tab] = [settings.root] }
    arrive(
      LoggedEvent(event: "tab_select", target: settings.name),
      lag: isFirst && settings.slowFirstOpen ? 1300 + dice.below(600) : 0, setsDepth: true)
    clearBadge(tab)
    if let form = settings.acts {
      wait(60...140)
      showModal(form.name)
    }
    return true
  }

  /// Taps the current tab once more: the section goes to its root.
  mutating func reselect(_ tab: Int) {
    stacks[tab].removeSubrange(1...)
    arrive(LoggedEvent(event: "tab_select", target: app.tabs[tab].name))
    if isBarHidden, top?.hidesBar == false { showBar(true) }
    clearBadge(tab)
  }

  private mutating func clearBadge(_ tab: Int) {
    guard badges[tab] else { return }
    badges[tab] = false
    happen(LoggedEvent(event: "badge", target: app.tabs[tab].name, value: .number(0)))
  }

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
      entered.append((0, clock))
      stacks[0].removeSubrange(1...)
      via = "system"
    }
    arrive(LoggedEvent(event: "back", via: via))
  }

  mutating func showModal(_ name: String) {
    stacks[section].append(SimulatedApp.Screen(name: name))
    arrive(LoggedEvent(event: "modal_open"))
    stay(median: 9000, atLeast: 5200)
    stacks[section].removeLast()
    arrive(LoggedEvent(event: "modal_close"))
  }

  /// The tab bar is hidden or shown.
  mutating func showBar(_ isShown: Bool) {
    isBarHidden = !isShown
    happen(LoggedEvent(event: "tab_bar", outcome: isShown ? "shown" : "hidden"), pause: 5...20)
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
    guard let now = entered.last, !dice.happens(0.01) else { return }
    let past = Array(entered.suffix(3).dropLast())
    let isToAndFro =
      past.count == 2 && past[0].section == now.section && past[1].section == next && now.time - past[1].time <= 10_500
    let least: Int64 = isToAndFro ? 11_000 : 5_600
    if clock - now.time < least { clock = now.time + least + Int64(dice.below(2000)) }
  }
}
