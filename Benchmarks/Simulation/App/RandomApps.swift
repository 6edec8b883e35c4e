import Foundation
import Yams

extension SimulatedApp {
  /// An app of people who follow their tastes.
  package init(_ name: String, tabs: [Entry] = []) {
    self.name = name
    self.tabs = tabs
    platforms = [
      Platform("ios", weight: 45), Platform("android", weight: 50), Platform("android", device: "tablet", weight: 5),
    ]
    behavior = Behavior(sessions: 9, errands: 2.6, drill: 0.65, links: 0.05)
  }

  /// The apps of `well-built-apps.yml`, and one with nearly three hundred screens of different names.
  package static let wellBuiltKinds: [SimulatedApp] = {
    let root = try! Yams.compose(yaml: String(decoding: PackageResources.well_built_apps_yml, as: UTF8.self))
    var apps = try! DescribedValue(node: root ?? "").list().map { try $0.read(startingWith: SimulatedApp("")) }
    func branch(_ tab: String) -> [Screen] {
      (1...8).map { number in
        Screen(
          name: "\(tab) \(number)", weight: 1 / Double(number), dwell: 9,
          screens: (1...6).map { .init(name: "\(tab) \(number).\($0)", dwell: 14) })
      }
    }
    let tabs = ["Learn", "Practice", "Exams", "Library", "Me"].map {
      Entry(name: $0, root: .init(name: $0, screens: branch($0)), reach: 0.95)
    }
    apps.insert(SimulatedApp("Three hundred screens", tabs: tabs), at: 9)
    return apps
  }()

  /// An app of random size and structure, in which each entry is used by many eligible users: three to five tabs, none
  /// much rarer than the hidden entries, at most five levels, sometimes a menu, a More list, modal flows.
  package static func random(seed: UInt64) -> SimulatedApp {
    var dice = Dice(seed: seed, 11, 6)
    var names = dice.shuffled([
      "Home", "Search", "Feed", "Shop", "Library", "Activity", "Plans", "Profile", "Inbox", "Cart", "Maps", "Deals",
      "Rooms", "Courses",
    ])
    let height = dice.pick([2, 3, 3, 4, 4, 5])
    let branching = dice.pick([1, 2, 3, 4, 6])
    func tree(_ name: String, level: Int, from dice: inout Dice) -> Screen {
      var screen = Screen(name: name)
      if level < height, dice.chance(0.8) {
        for number in 1...dice.within(1...branching) {
          let id = dice.chance(0.25) ? "/*" : ""
          screen.screens.append(tree("\(name) \(number)", level: level + 1, from: &dice))
          screen.screens[number - 1].name += id
        }
      }
      if dice.chance(0.12) { screen.modals = [Modal(screens: (1...dice.within(1...4)).map { "\(name) sheet \($0)" })] }
      screen.weight = dice.lognormal(median: 1, sigma: 0.7)
      screen.dwell = dice.within(7.0...25)
      screen.opensAnother = dice.pick([0.05, 0.2, 0.4])
      return screen
    }
    let least = dice.within(0.6...0.95)
    func entry(_ reach: ClosedRange<Double>, _ weight: ClosedRange<Double>, _ name: String, from dice: inout Dice)
      -> Entry
    {
      Entry(name: name, root: tree(name, level: 1, from: &dice), weight: dice.within(weight), reach: dice.within(reach))
    }
    var app = SimulatedApp("Random app \(seed)")
    for _ in 0..<dice.pick([3, 4, 4, 5, 5]) {
      app.tabs.append(entry(least...1, 0.6...2, names.removeLast(), from: &dice))
    }
    if dice.chance(0.4) {
      var menu = Menu(platforms: dice.chance(0.6) ? ["android"] : [], abandoned: dice.within(0.02...0.2))
      for number in 1...dice.within(2...7) {
        menu.items.append(entry(0.25...0.6 * least, 0.2...0.5, "Item \(number)", from: &dice))
      }
      app.menus = [menu]
    } else if dice.chance(0.3), app.tabs.count < 5 {
      for number in 1...dice.within(2...4) {
        app.moreItems.append(entry(0.2...0.5 * least, 0.01...0.03, "Extra \(number)", from: &dice))
      }
    }
    if dice.chance(0.3) { app.gestures = [Gesture(name: "swipe", on: app.tabs[0].name, reach: dice.within(0.3...0.9))] }
    if dice.chance(0.3) { app.controls = [Control(name: "Banner", dead: 0.02), Control(name: "Photo", dead: 0.03)] }
    app.behavior = Behavior(
      sessions: dice.pick([4, 8, 15]), errands: dice.within(1.5...4), drill: dice.within(0.45...0.8),
      climbs: dice.within(0.05...0.3),
      reselect: dice.within(0.1...0.6), links: dice.pick([0, 0.05, 0.2]))
    app.links = app.behavior.links > 0 ? [Screen(name: "Message from us", dwell: 12)] : []
    if dice.chance(0.3) { app.resetsTabsOn = ["android"] }
    return app
  }

  /// An app of any size and structure, parts of it rarely used, with names that say nothing: screens that several
  /// others lead to, up to seven levels and tabs.
  fileprivate static func wild(seed: UInt64) -> SimulatedApp {
    var dice = Dice(seed: seed, 11, 7)
    let height = dice.within(2...7)
    let branching = dice.pick([1, 2, 2, 3, 4])
    let limit = dice.pick([25, 60, 120])
    let search = dice.chance(0.15) ? Screen(name: "S0", weight: 0.3) : nil
    var shared: [Screen] = []
    var count = 0
    func tree(_ name: String? = nil, level: Int) -> Screen {
      count += 1
      var screen = Screen(
        name: name ?? "S\(count)", weight: dice.pick([0.3, 0.5, 1, 1, 2, 3]), opensAnother: dice.pick([0.05, 0.2, 0.4]))
      if level > 1, dice.chance(0.15) { screen.modals = [Modal(screens: ["M\(dice.within(1...3))"])] }
      if level < height, dice.chance(0.8) {
        for _ in 0..<dice.within(1...branching) where count < limit { screen.screens.append(tree(level: level + 1)) }
      }
      if !shared.isEmpty, dice.chance(0.15) { screen.screens.append(dice.pick(shared)) }
      if let search, dice.chance(0.8) { screen.screens.append(search) }
      if level > 2, dice.chance(0.15) { shared.append(Screen(name: screen.name)) }
      return screen
    }
    func items(_ reach: ClosedRange<Double>, _ weight: ClosedRange<Double>) -> [Entry] {
      (0..<dice.within(2...5)).map { _ in
        let root = tree(level: max(1, height - 1))
        return Entry(name: root.name, root: root, weight: dice.within(weight), reach: dice.within(reach))
      }
    }
    let names =
      dice.chance(0.5) ? ["Home", "Search", "Orders", "Profile", "Cart", "Inbox", "Library"] : (0..<7).map { "T\($0)" }
    let skew = dice.pick([0, 0.3, 0.7, 1.2])
    var app = SimulatedApp("Random app \(seed)")
    for (index, name) in names.prefix(dice.pick([2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7])).enumerated() {
      let reach = index > 0 && dice.chance(0.4) ? dice.pick([0.9, 0.6, 0.3, 0.1]) : 1
      app.tabs.append(
        Entry(
          name: name, root: tree(name, level: 1), weight: dice.within(1...3) / pow(Double(index + 1), skew),
          reach: reach))
    }
    if dice.chance(0.3) { app.moreItems = items(0.2...0.8, 0.03...0.3) }
    if dice.chance(0.2) { app.menus = [Menu(items: items(0.1...0.8, 0.02...0.2), abandoned: 0.1)] }
    app.behavior = Behavior(
      sessions: dice.pick([2, 4, 7, 12]), errands: dice.pick([1.5, 2.5, 3.4, 6]), drill: dice.pick([0.4, 0.6, 0.75]),
      climbs: dice.pick([0.1, 0.25, 0.45]),
      reselect: dice.pick([0.05, 0.2, 0.35]), links: dice.pick([0, 0.04, 0.15]))
    app.links = app.behavior.links > 0 ? [tree(level: height)] : []
    app.resetsTabsOn = dice.pick([[], [], ["android"], ["ios", "android"]])
    return app
  }
}

/// An app of random size and structure, with people who use it: to compare the structure inferred from its screens with
/// the true one.
///
/// In those with even seeds people plan their errands, in those with odd seeds they follow their tastes: two walks that
/// share no code.
package struct RandomApp: Sendable {
  package let seed: UInt64
  private let users: Int
  private var app: SimulatedApp

  /// - Parameter users: the number of users (default: random, 100 to 1,000).
  package init(seed: UInt64, users: Int? = nil) {
    var dice = Dice(seed: seed, 11, 8)
    self.seed = seed
    self.users = users ?? dice.pick([100, 200, 300, 500, 1000])
    app = .wild(seed: seed)
    guard seed % 2 == 0 else { return }
    app.platforms = SimulatedApp().platforms
    app.links = app.links.map { .init(name: $0.name) }
    for index in app.menus.indices { app.menus[index].abandoned = 0.15 }
    app.behavior.back = app.behavior.climbs + app.behavior.reselect
    app.behavior.reselect = 0.35
  }

  /// The root screens of the tabs, including the list of the More tab.
  package var roots: Set<String> { Set(app.tabs.map(\.root.name) + (app.more == nil ? [] : ["More"])) }
  /// The screens that a hidden menu opens.
  package var menuItems: Set<String> { Set(app.menus.flatMap(\.items).map(\.root.name)) }

  /// The log as NDJSON: only `screen_view`, or with the events that show the structure. Both contain the same sessions.
  package func log(viewsOnly: Bool) throws -> [UInt8] {
    if seed % 2 == 0 {
      var options = SimulationOptions(users: users, seed: seed)
      options.style = viewsOnly ? .views : .full
      var log: [UInt8] = []
      try simulate(app: app, options: options) { log += $0 }
      return log
    }
    var population = Population()
    population.users = users
    population.limitSessions(to: 6000, app)
    let events = SimulatedLog(app, population, seed: seed).events
    guard viewsOnly else { return events.log }
    return events.compactMap { event -> LoggedEvent? in
      if event.event.hasPrefix("app_") { return event }
      guard event.screen != nil, event.event != "tap", event.event != "gesture" else { return nil }
      return LoggedEvent(event: "screen_view", screen: event.screen).like(event, at: event.time)
    }.log
  }
}
