import Foundation

/// An app of random size and structure, with people who use it: to compare the structure inferred from its screens with the true one.
///
/// Those with even seeds are walked by the simulator, those with odd seeds by ``Lives``, which shares no code with it and in which people behave differently.
package struct RandomApp: Sendable {
  package let seed: UInt64
  private let users: Int
  private let shape: AppShape

  /// - Parameter users: the number of users (default: random, 100 to 1,000).
  package init(seed: UInt64, users: Int? = nil) {
    var dice = Dice(seed: seed, 11, 8)
    self.seed = seed
    self.users = users ?? dice.pick([100, 200, 300, 500, 1000])
    shape = .wild(seed: seed)
  }

  /// The root screens of the tabs, including the list of the More tab.
  package var roots: Set<String> { Set(shape.tabs.map(\.root.name) + (shape.more.isEmpty ? [] : ["More"])) }
  /// The screens that a hidden menu opens.
  package var menuItems: Set<String> { Set(shape.menus.flatMap(\.items).map(\.root.name)) }

  /// The log as NDJSON: only `screen_view`, or with the events that show the structure. Both contain the same sessions.
  package func log(viewsOnly: Bool) throws -> [UInt8] {
    guard seed % 2 == 0 else {
      var crowd = Crowd()
      crowd.users = users
      crowd.activity = min(1, 6000 / (Double(users) * shape.meanSessions))
      let events = Lives(shape, crowd, seed: seed).events
      return LogLines(viewsOnly ? events.compactMap(\.view) : events).bytes
    }
    let app = try SimulatedApp(yaml: shape.description(), file: "random-\(seed).app.yml")
    var options = SimulationOptions(users: users, seed: seed)
    options.style = viewsOnly ? .views : .full
    var log: [UInt8] = []
    _ = try simulate(app: app, options: options) { log += $0 }
    return log
  }
}

extension LoggedEvent {
  /// What is left of it in a log of screens alone.
  fileprivate var view: LoggedEvent? {
    if event.hasPrefix("app_") { return self }
    guard let screen, event != "tap", event != "gesture" else { return nil }
    return LoggedEvent(time: time, user: user, session: session, event: "screen_view", screen: screen, segment: segment)
  }
}

extension AppShape {
  /// An app of any size and structure, parts of it rarely used, with names that say nothing: screens that several others lead to, up to seven levels and tabs.
  static func wild(seed: UInt64) -> AppShape {
    var dice = Dice(seed: seed, 11, 7)
    let (height, branching, limit) = (dice.within(2...7), dice.pick([1, 2, 2, 3, 4]), dice.pick([25, 60, 120]))
    let search = dice.chance(0.15) ? Screen("S0", weight: 0.3) : nil
    var shared: [Screen] = []
    var count = 0
    func tree(_ name: String? = nil, level: Int) -> Screen {
      count += 1
      var screen = Screen(name ?? "S\(count)", weight: dice.pick([0.3, 0.5, 1, 1, 2, 3]), opensAnother: dice.pick([0.05, 0.2, 0.4]))
      if level > 1, dice.chance(0.15) { screen.modals = [Modal(["M\(dice.within(1...3))"])] }
      if level < height, dice.chance(0.8) {
        for _ in 0..<dice.within(1...branching) where count < limit { screen.below.append(tree(level: level + 1)) }
      }
      if !shared.isEmpty, dice.chance(0.15) { screen.below.append(dice.pick(shared)) }
      if let search, dice.chance(0.8) { screen.below.append(search) }
      if level > 2, dice.chance(0.15) { shared.append(Screen(screen.name)) }
      return screen
    }
    func items(_ reach: ClosedRange<Double>, _ weight: ClosedRange<Double>) -> [Entry] {
      (0..<dice.within(2...5)).map { _ in
        let root = tree(level: max(1, height - 1))
        return Entry(root.name, root, weight: dice.within(weight), reach: dice.within(reach))
      }
    }
    let names = dice.chance(0.5) ? ["Home", "Search", "Orders", "Profile", "Cart", "Inbox", "Library"] : (0..<7).map { "T\($0)" }
    let skew = dice.pick([0, 0.3, 0.7, 1.2])
    let tabs = names.prefix(dice.pick([2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7])).enumerated().map { index, name in
      let reach = index > 0 && dice.chance(0.4) ? dice.pick([0.9, 0.6, 0.3, 0.1]) : 1
      return Entry(name, tree(name, level: 1), weight: dice.within(1...3) / pow(Double(index + 1), skew), reach: reach)
    }
    var shape = AppShape("Random app \(seed)", tabs: tabs)
    if dice.chance(0.3) { shape.more = items(0.2...0.8, 0.03...0.3) }
    if dice.chance(0.2) { shape.menus = [Menu("menu", items(0.1...0.8, 0.02...0.2))] }
    shape.meanSessions = dice.pick([2, 4, 7, 12])
    shape.errands = dice.pick([1.5, 2.5, 3.4, 6])
    shape.goesOn = dice.pick([0.4, 0.6, 0.75])
    shape.climbs = dice.pick([0.1, 0.25, 0.45])
    shape.reselects = dice.pick([0.05, 0.2, 0.35])
    shape.linked = dice.pick([0, 0.04, 0.15])
    shape.links = shape.linked > 0 ? [tree(level: height)] : []
    shape.resetsTabsOn = dice.pick([[], [], ["android"], ["ios", "android"]])
    return shape
  }
}
