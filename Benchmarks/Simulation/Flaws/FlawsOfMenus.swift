// Flaws of hidden menus, gestures and taps.

extension Flaw {
  package static let menuUnopened = Flaw("menu.unopened", "menu") { app, flaw in
    let menu = try app.menu(of: &flaw)
    app.menus[menu].reach =
      flaw.share ?? min(1, 0.039 * Double(app.menus[menu].items.count) / app.shareOfPeople(app.menus[menu]))
    for item in app.menus[menu].items.indices {
      app.menus[menu].items[item].weight = max(app.menus[menu].items[item].weight, 0.3)
    }
  }

  package static let menuItemUndiscovered = Flaw(
    "menu.item-undiscovered", "item", of: { $0.changeItems($1) }, 0.012, choice: lastItem
  ) {
    $0.use(reach: $1, weight: 0, atOnce: true)
  }

  /// People find the item late, and use it from then on.
  package static let menuLateDiscovery = Flaw(
    "menu.late-discovery", "item", of: { $0.changeItems($1) }, 0.6, choice: lastItem,
    also: { $0.behavior.logsFirstOpen = true }
  ) {
    $0.use(reach: $1, weight: 0.5, atOnce: true)
    $0.firstSession = 5
  }

  private static let lastItem: @Sendable (SimulatedApp) -> String? = { $0.menus.first?.items.last?.name }

  package static let menuAbandoned = Flaw("menu.abandoned", "menu", of: each(\.menus), 0.72) {
    $0.abandoned = min(0.95, $1)
  }

  /// Nearly everybody who has the menu uses the item; a tab falls below it, but not below the other items.
  package static let menuPromote = Flaw("menu.promote", "item") { app, flaw in
    let items = app.menus.flatMap(\.items).map(\.name)
    let name = try app.subject(of: &flaw, among: items, "item", choice: items.first)
    app.changeItems { if $0.name == name { $0.use(reach: 0.95, weight: 0.4, atOnce: true) } }
    let menu = app.menus.first { menu in menu.items.contains { $0.name == name } }
    let tab = app.leastTab
    app.tabs[tab].reach = min(app.tabs[tab].reach, flaw.share ?? 0.78 * (menu.map(app.shareOfPeople) ?? 1))
  }

  package static let menuSlowScan = Flaw("menu.slow-scan", "menu", of: each(\.menus)) { menu, _ in menu.scan = 6.5 }

  package static let menuOnIOS = Flaw("menu.on-ios", "menu", hasShare: false) { app, flaw in
    let menu = try app.menu(of: &flaw)
    guard app.platforms.contains(where: { $0.name == "ios" }) else {
      throw app.error(flaw, "the app has no platform 'ios'")
    }
    if !app.menus[menu].platforms.isEmpty { app.menus[menu].platforms.append("ios") }
  }

  // MARK: Gestures

  package static let gestureUndiscovered = Flaw("gesture.undiscovered", "gesture", of: each(\.gestures), 0.03) {
    ($0.reach, $0.weight) = ($1, max($0.weight, 0.6))
  }

  package static let gestureFailing = Flaw("gesture.failing", "gesture", of: each(\.gestures), 0.4) {
    $0.failing = min(0.9, $1)
  }

  /// A screen that only a swipe on the root of the first tab leads to.
  package static let gestureSoleRoute = Flaw("gesture.sole-route") { app, flaw in
    let name = try app.newScreen("Archive", of: &flaw)
    app.gestures.append(
      .init(
        name: "swipe to \(name.lowercased())", on: app.tabs[0].root.name, reach: flaw.share ?? 0.5, weight: 0.15,
        opens: name))
  }

  // MARK: Taps

  package static let touchDead = Flaw("touch.dead", "target", of: { $0.changeControls($1) }, 0.6) {
    ($0.dead, $0.rate) = ($1, 0.3)
  }
  /// Tapped often, so that a few dead taps don't make it a dead target.
  package static let touchRage = Flaw("touch.rage", "target", of: { $0.changeControls($1) }, 0.08) {
    ($0.rage, $0.rate) = ($1, 0.8)
  }

  package static let touchFringeLoss = Flaw(
    "touch.fringe-loss", "tab", of: each(\.tabs), 0.2, choice: { $0.tabs[$0.tabs.count / 2].name }
  ) {
    $0.missedTaps = min(0.9, $1)
  }
}

extension SimulatedApp.Entry {
  /// How many people use it, how often, and whether from their first session on.
  mutating func use(reach: Double, weight: Double, atOnce: Bool) {
    self.reach = reach
    self.weight = weight
    self.atOnce = atOnce
  }
}

extension SimulatedApp {
  /// The share of people whose platform has a menu.
  fileprivate func shareOfPeople(_ menu: Menu) -> Double {
    platforms.filter { menu.isOn($0.name) }.map(\.weight).reduce(0, +) / platforms.map(\.weight).reduce(0, +)
  }

  /// The index of the flaw's menu; by default the first one.
  fileprivate func menu(of flaw: inout PlantedFlaw) throws -> Int {
    let names = menus.map(\.name)
    return names.firstIndex(of: try subject(of: &flaw, among: names, "menu", choice: names.first)) ?? 0
  }

  /// Changes all items of menus.
  package mutating func changeItems(_ change: (inout Entry) -> Void) {
    for menu in menus.indices { for item in menus[menu].items.indices { change(&menus[menu].items[item]) } }
  }

  /// Changes the controls of all screens of tabs.
  fileprivate mutating func changeControls(_ change: (inout Control) -> Void) {
    changeScreens { screen in for index in screen.controls.indices { change(&screen.controls[index]) } }
  }
}
