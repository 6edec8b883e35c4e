// Flaws of hidden menus, gestures and taps.

extension Flaw {
  package static let menuUnopened = Flaw("menu.unopened", "menu") { app, flaw in
    let menu = try app.menu(of: &flaw)
    app.menus[menu].reach = flaw.share ?? min(1, 0.039 * Double(app.menus[menu].items.count) / app.shareOfPeople(app.menus[menu]))
    for item in app.menus[menu].items.indices { app.menus[menu].items[item].weight = max(app.menus[menu].items[item].weight, 0.3) }
  }

  package static let menuItemUndiscovered = Flaw("menu.item-undiscovered", "item") { app, flaw in
    let share = flaw.share ?? 0.012
    try app.changeItem(&flaw, choice: \.last) { $0.use(reach: share, weight: 0, atOnce: true) }
  }

  /// People find the item late, and use it from then on.
  package static let menuLateDiscovery = Flaw("menu.late-discovery", "item") { app, flaw in
    let share = flaw.share ?? 0.6
    try app.changeItem(&flaw, choice: \.last) {
      $0.use(reach: share, weight: 0.5, atOnce: true)
      $0.firstSession = 5
    }
    app.behavior.logsFirstOpen = true
  }

  package static let menuAbandoned = Flaw("menu.abandoned", "menu", of: \.menus, \.abandoned, 0.72, most: 0.95)

  /// Nearly everybody who has the menu uses the item; a tab falls below it, but not below the other items.
  package static let menuPromote = Flaw("menu.promote", "item") { app, flaw in
    try app.changeItem(&flaw, choice: \.first) { $0.use(reach: 0.95, weight: 0.4, atOnce: true) }
    let menu = app.menus.first { menu in menu.items.contains { $0.name == flaw.subjects[0] } }
    let tab = app.leastTab
    app.tabs[tab].reach = min(app.tabs[tab].reach, flaw.share ?? 0.78 * (menu.map(app.shareOfPeople) ?? 1))
  }

  package static let menuSlowScan = Flaw("menu.slow-scan", "menu", hasShare: false) { app, flaw in app.menus[try app.menu(of: &flaw)].scan = 6.5 }

  /// A menu item that opens the root of a tab: hardly anyone goes there by the menu.
  package static let menuDuplicateRoute = Flaw("menu.duplicate-route", "tab") { app, flaw in
    guard let menu = app.menus.first else { throw app.error(flaw, "the app has no menu") }
    let tab = app.tabs[try app.tab(of: &flaw, choice: 1)]
    var item = SimulatedApp.Entry(name: tab.name, root: .init(name: tab.root.name))
    item.use(reach: flaw.share ?? min(1, 0.039 / app.shareOfPeople(menu)), weight: 0, atOnce: true)
    app.menus[0].items.append(item)
  }

  package static let menuOnIOS = Flaw("menu.on-ios", "menu", hasShare: false) { app, flaw in
    let menu = try app.menu(of: &flaw)
    guard app.platforms.contains(where: { $0.name == "ios" }) else { throw app.error(flaw, "the app has no platform 'ios'") }
    if !app.menus[menu].platforms.isEmpty { app.menus[menu].platforms.append("ios") }
  }

  // MARK: Gestures

  package static let gestureUndiscovered = Flaw("gesture.undiscovered", "gesture") { app, flaw in
    let gesture = try app.subject(of: &flaw, among: app.gestures.map(\.name), "gesture", choice: 0)
    app.gestures[gesture].reach = flaw.share ?? 0.03
    app.gestures[gesture].weight = max(app.gestures[gesture].weight, 0.6)
  }

  package static let gestureFailing = Flaw("gesture.failing", "gesture", of: \.gestures, \.failing, 0.4, most: 0.9)

  /// A screen that only a swipe on the root of the first tab leads to.
  package static let gestureSoleRoute = Flaw("gesture.sole-route", "screen") { app, flaw in
    let name = try app.newScreen(of: &flaw, default: "Archive", "other ways lead to it: name a new one")
    app.gestures.append(
      .init(name: "swipe to \(name.lowercased())", on: app.tabs[0].root.name, reach: flaw.share ?? 0.5, weight: 0.15, opens: name))
  }

  // MARK: Taps

  package static let touchDead = Flaw("touch.dead", "target") { app, flaw in
    let share = flaw.share ?? 0.6
    try app.changeControl(&flaw) { ($0.dead, $0.rate) = (share, 0.3) }
  }

  /// Tapped often, so that a few dead taps don't make it a dead target.
  package static let touchRage = Flaw("touch.rage", "target") { app, flaw in
    let share = flaw.share ?? 0.08
    try app.changeControl(&flaw) { ($0.rage, $0.rate) = (share, 0.8) }
  }

  package static let touchFringeLoss = Flaw("touch.fringe-loss", "tab", of: \.tabs, \.missedTaps, 0.2, most: 0.9) { $0.tabs.count / 2 }
}

extension SimulatedApp.Entry {
  /// How many people use it, how often, and whether from their first session on.
  mutating func use(reach: Double, weight: Double, atOnce: Bool) { (self.reach, self.weight, self.atOnce) = (reach, weight, atOnce) }
}

extension SimulatedApp {
  /// The share of people whose platform has a menu.
  fileprivate func shareOfPeople(_ menu: Menu) -> Double {
    platforms.filter { menu.isOn($0.name) }.map(\.weight).reduce(0, +) / platforms.map(\.weight).reduce(0, +)
  }

  /// The index of the flaw's menu; by default the first one.
  fileprivate func menu(of flaw: inout PlantedFlaw) throws -> Int { try subject(of: &flaw, among: menus.map(\.name), "menu", choice: 0) }

  /// Changes the flaw's item in whichever menu contains it; by default one of the first menu.
  fileprivate mutating func changeItem(_ flaw: inout PlantedFlaw, choice: KeyPath<[Entry], Entry?>, _ change: (inout Entry) -> Void) throws {
    let names = menus.flatMap { $0.items.map(\.name) }
    let chosen = menus.first?.items[keyPath: choice]?.name
    let name = names[try subject(of: &flaw, among: names, "menu item", choice: names.firstIndex { $0 == chosen })]
    for menu in menus.indices {
      for item in menus[menu].items.indices where menus[menu].items[item].name == name { change(&menus[menu].items[item]) }
    }
  }

  /// Changes the flaw's control on every screen that has it; by default the first control of the app.
  fileprivate mutating func changeControl(_ flaw: inout PlantedFlaw, _ change: (inout Control) -> Void) throws {
    let controls = tabs.flatMap { $0.root.all }.flatMap { $0.controls.map(\.name) }
    let name = controls[try subject(of: &flaw, among: controls, "control", choice: 0)]
    func changeAll(_ screen: inout Screen) {
      for index in screen.controls.indices where screen.controls[index].name == name { change(&screen.controls[index]) }
      for index in screen.screens.indices { changeAll(&screen.screens[index]) }
    }
    for tab in tabs.indices { changeAll(&tabs[tab].root) }
  }
}
