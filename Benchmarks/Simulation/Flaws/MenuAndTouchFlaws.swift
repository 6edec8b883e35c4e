extension SimulatedApp {
  /// Flaws of hidden menus.
  mutating func plantMenu(_ flaw: inout PlantedFlaw) throws {
    let share = flaw.share
    switch flaw.flaw {
    case .menuUnopened:
      let menu = try menu(of: &flaw)
      menus[menu].reach = flaw.share ?? min(1, 0.039 * Double(menus[menu].items.count) / shareOfPeople(menus[menu]))
      for item in menus[menu].items.indices { menus[menu].items[item].weight = max(menus[menu].items[item].weight, 0.3) }
    case .menuAbandoned: menus[try menu(of: &flaw)].abandoned = min(0.95, flaw.share ?? 0.72)
    case .menuSlowScan: menus[try menu(of: &flaw)].scan = 6.5
    case .menuOnIOS:
      let menu = try menu(of: &flaw)
      guard platforms.contains(where: { $0.name == "ios" }) else { throw error(flaw, "the app has no platform 'ios'") }
      if !menus[menu].platforms.isEmpty { menus[menu].platforms.append("ios") }
    case .menuDuplicateRoute:
      // A menu item that opens the root of a tab: hardly anyone goes there by the menu.
      guard !menus.isEmpty else { throw error(flaw, "the app has no menu") }
      let tab = try tab(of: &flaw, choice: 1)
      var item = Item(root: Screen(name: tabs[tab].root.name), name: tabs[tab].name)
      item.reach = flaw.share ?? min(1, 0.039 / shareOfPeople(menus[0]))
      item.weight = 0
      item.atOnce = true
      menus[0].items.append(item)
    case .menuItemUndiscovered:
      try changeItem(&flaw, choice: \.last) {
        $0.reach = share ?? 0.012
        $0.weight = 0
        $0.atOnce = true
      }
    case .menuLateDiscovery:
      // People find the item late, and use it from then on.
      try changeItem(&flaw, choice: \.last) {
        $0.reach = share ?? 0.6
        $0.weight = 0.5
        $0.atOnce = true
        $0.firstSession = 5
      }
      habits.logsFirstOpen = true
    default:
      // Nearly everybody who has the menu uses the item; a tab falls below it, but not below the other items.
      try changeItem(&flaw, choice: \.first) {
        $0.reach = 0.95
        $0.weight = 0.4
        $0.atOnce = true
      }
      let menu = menus.first { menu in menu.items.contains { $0.name == flaw.subjects[0] } }
      tabs[leastTab].reach = min(tabs[leastTab].reach, share ?? 0.78 * (menu.map(shareOfPeople) ?? 1))
    }
  }

  /// The share of people whose platform has a menu.
  private func shareOfPeople(_ menu: Menu) -> Double {
    let with = platforms.filter { menu.platforms.isEmpty || menu.platforms.contains($0.name) }
    return with.map(\.weight).reduce(0, +) / platforms.map(\.weight).reduce(0, +)
  }

  /// The index of the flaw's menu; by default the first one.
  private func menu(of flaw: inout PlantedFlaw) throws -> Int {
    try subject(of: &flaw, among: menus.map(\.name), "menu", choice: 0)
  }

  /// Changes the flaw's item in whichever menu contains it; by default one of the first menu.
  private mutating func changeItem(
    _ flaw: inout PlantedFlaw, choice: KeyPath<[Item], Item?>, _ change: (inout Item) -> Void
  ) throws {
    let names = menus.flatMap { $0.items.map(\.name) }
    let chosen = menus.first?.items[keyPath: choice]?.name
    let index = try subject(of: &flaw, among: names, "menu item", choice: names.firstIndex { $0 == chosen })
    for menu in menus.indices {
      for item in menus[menu].items.indices where menus[menu].items[item].name == names[index] {
        change(&menus[menu].items[item])
      }
    }
  }
}

extension SimulatedApp {
  /// Flaws of gestures and taps.
  mutating func plantTouch(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .gestureUndiscovered:
      let gesture = try gesture(of: &flaw)
      gestures[gesture].reach = flaw.share ?? 0.03
      gestures[gesture].weight = max(gestures[gesture].weight, 0.6)
    case .gestureFailing: gestures[try gesture(of: &flaw)].failing = min(0.9, flaw.share ?? 0.4)
    case .gestureSoleRoute: try plantSoleRoute(&flaw)
    case .touchDead:
      let share = flaw.share ?? 0.6
      try changeControl(&flaw) {
        $0.dead = share
        $0.rate = 0.3
      }
    case .touchRage:
      // Tapped often, so that a few dead taps don't make it a dead target.
      let share = flaw.share ?? 0.08
      try changeControl(&flaw) {
        $0.rage = share
        $0.rate = 0.8
      }
    default:
      let tab = try tab(of: &flaw, choice: tabs.count / 2)
      tabs[tab].missedTaps = min(0.9, flaw.share ?? 0.2)
    }
  }

  private func gesture(of flaw: inout PlantedFlaw) throws -> Int {
    try subject(of: &flaw, among: gestures.map(\.name), "gesture", choice: 0)
  }

  /// A screen that only a swipe on the root of the first tab leads to.
  private mutating func plantSoleRoute(_ flaw: inout PlantedFlaw) throws {
    if flaw.subjects.isEmpty { flaw.subjects = ["Archive"] }
    guard !screenNames.contains(flaw.subjects[0]) else {
      throw error(flaw, "other ways lead to the screen '\(flaw.subjects[0])', name a new one")
    }
    var gesture = Gesture(name: "swipe to \(flaw.subjects[0].lowercased())", on: tabs[0].root.name)
    gesture.opens = flaw.subjects[0]
    gesture.reach = flaw.share ?? 0.5
    gesture.weight = 0.15
    gestures.append(gesture)
  }

  /// Changes the flaw's control on every screen that has it; by default the first control of the app.
  private mutating func changeControl(_ flaw: inout PlantedFlaw, _ change: (inout Control) -> Void) throws {
    let controls = tabs.flatMap { $0.root.levels() }.flatMap { $0.screen.controls.map(\.name) }
    let name = controls[try subject(of: &flaw, among: controls, "control", choice: 0)]
    func changeAll(_ screen: inout Screen) {
      for index in screen.controls.indices where screen.controls[index].name == name { change(&screen.controls[index]) }
      for index in screen.screens.indices { changeAll(&screen.screens[index]) }
    }
    for tab in tabs.indices { changeAll(&tabs[tab].root) }
  }
}
