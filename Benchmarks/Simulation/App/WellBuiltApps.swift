import Yams

extension AppShape {
  /// The apps of `well-built-apps.yml`, and one with nearly three hundred screens of different names.
  package static let wellBuilt: [AppShape] = {
    do {
      let text = String(decoding: PackageResources.well_built_apps_yml, as: UTF8.self)
      var apps = try YAMLDecoder().decode([DescribedPart<AppShape>].self, from: text).map(\.part)
      func branch(_ tab: String) -> [Screen] {
        (1...8).map { number in Screen("\(tab) \(number)", weight: 1 / Double(number), stay: 9, (1...6).map { Screen("\(tab) \(number).\($0)", stay: 14) }) }
      }
      apps.insert(AppShape("Three hundred screens", tabs: ["Learn", "Practice", "Exams", "Library", "Me"].map { Entry($0, Screen($0, branch($0))) }), at: 9)
      return apps
    } catch {
      fatalError("well-built-apps.yml: \(error)")
    }
  }()

  /// A section with some pages below its root, for sections without special behavior.
  static func section(_ name: String, _ pages: String..., weight: Double = 1, reach: Double = 0.95, stay: Double = 11) -> Entry {
    Entry(name, Screen(name, stay: stay, pages.map { Screen($0, stay: 14) }), weight: weight, reach: reach)
  }
}

// The keys of `well-built-apps.yml`.

extension AppShape: Described {
  init() { self.init("", tabs: []) }

  static var keys: [DescribedKey<Self>] {
    [
      .init("app", \.name, isNeeded: true), .init("tabs", \.tabs), .init("more", \.more), .init("menus", \.menus), .init("gestures", \.gestures),
      .init("links", \.links), .init("tasks", \.tasks), .init("platforms", \.devices), .init("gate", \.gate),
      .init("start") { $0.start = try $1.decode(DescribedPart<Screen>.self, forKey: $2).part },
      .init("kinds") { $0.kinds = try $1.decode([[String]].self, forKey: $2).map { ($0[0], $0[1]) } }, .init("sessions", \.meanSessions),
      .init("errands", \.errands), .init("goes_on", \.goesOn), .init("climbs", \.climbs), .init("reselects", \.reselects), .init("linked", \.linked),
      .init("resets_tabs_on", \.resetsTabsOn),
    ]
  }
}

extension AppShape.Screen: Named {
  init() { self.init("") }

  static var keys: [DescribedKey<Self>] { [.init("name", \.name, isNeeded: true), .init("weight", \.weight)] + contents }
  /// The keys of a screen wherever it occurs.
  static var contents: [DescribedKey<Self>] {
    [
      .init("stay", \.stay), .init("goes_on", \.goesOn), .init("opens_another", \.opensAnother), .init("nests", \.nests), .init("modals", \.modals),
      .init("screens", \.below),
    ]
  }
}

extension AppShape.Entry: Named {
  init() { self.init("", .init()) }

  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("screen", \.root.name), .init("weight", \.weight), .init("reach", \.reach),
      .init("acts") { $0.acts = try $1.decode(DescribedPart<AppShape.Modal>.self, forKey: $2).part },
    ] + AppShape.Screen.contents.map { $0.of(\.root) }
  }
  mutating func complete() { if root.name.isEmpty { root.name = name } }
}

extension AppShape.Modal: Described {
  init() { self.init([]) }

  static var keys: [DescribedKey<Self>] { [.init("screens", \.screens), .init("share", \.share), .init("goes_on", \.goesOn), .init("stay", \.stay)] }
}

extension AppShape.Menu: Described {
  init() { self.init("menu", []) }

  static var keys: [DescribedKey<Self>] {
    [.init("name", \.name), .init("items", \.items), .init("platforms", \.platforms), .init("abandoned", \.abandoned)]
  }
}

extension AppShape.Gesture: Described {
  init() { self.init("", on: "") }

  static var keys: [DescribedKey<Self>] {
    [.init("name", \.name), .init("on", \.screen), .init("reach", \.reach), .init("failing", \.failing)]
  }
}

extension AppShape.Device: Described {
  init() { self.init("") }

  static var keys: [DescribedKey<Self>] {
    [
      .init("name") { $0 = .init(try $1.decode(String.self, forKey: $2)) },
      .init("device") { $0 = .init($0.segment.platform ?? "", try $1.decode(String.self, forKey: $2)) }, .init("weight", \.weight),
    ]
  }
}

extension AppShape.Task: Described {
  init() { self.init("", path: []) }

  static var keys: [DescribedKey<Self>] { [.init("name", \.name), .init("path", \.path), .init("share", \.share)] }
}

extension AppShape {
  /// An app of random size and structure, in which each entry is used by many eligible users: three to five tabs, none much rarer than the hidden entries,
  /// at most five levels, sometimes a menu, a More list, modal flows.
  package static func random(seed: UInt64) -> AppShape {
    var dice = Dice(seed: seed, 11, 6)
    var names = dice.shuffled([
      "Home", "Search", "Feed", "Shop", "Library", "Activity", "Plans", "Profile", "Inbox", "Cart", "Maps", "Deals", "Rooms", "Courses",
    ])
    let height = dice.pick([2, 3, 3, 4, 4, 5])
    let branching = dice.pick([1, 2, 3, 4, 6])
    func tree(_ name: String, level: Int, from dice: inout Dice) -> Screen {
      var below: [Screen] = []
      if level < height, dice.chance(0.8) {
        for number in 1...dice.within(1...branching) {
          let kind = dice.chance(0.25) ? "/*" : ""
          below.append(tree("\(name) \(number)", level: level + 1, from: &dice))
          below[below.count - 1].name += kind
        }
      }
      let modals = dice.chance(0.12) ? [Modal((1...dice.within(1...4)).map { "\(name) sheet \($0)" })] : []
      return Screen(
        name, weight: dice.lognormal(median: 1, sigma: 0.7), stay: dice.within(7.0...25), opensAnother: dice.pick([0.05, 0.2, 0.4]), modals: modals, below)
    }
    let least = dice.within(0.6...0.95)
    func entry(_ reach: ClosedRange<Double>, _ weight: ClosedRange<Double>, _ name: String, from dice: inout Dice) -> Entry {
      Entry(name, tree(name, level: 1, from: &dice), weight: dice.within(weight), reach: dice.within(reach))
    }
    var tabs: [Entry] = []
    for _ in 0..<dice.pick([3, 4, 4, 5, 5]) { tabs.append(entry(least...1, 0.6...2, names.removeLast(), from: &dice)) }
    var shape = AppShape("Random app \(seed)", tabs: tabs)
    if dice.chance(0.4) {
      shape.menus = [
        Menu(
          platforms: dice.chance(0.6) ? ["android"] : nil, abandoned: dice.within(0.02...0.2),
          (1...dice.within(2...7)).map { number in
            entry(0.25...0.6 * least, 0.2...0.5, "Item \(number)", from: &dice)
          })
      ]
    } else if dice.chance(0.3), tabs.count < 5 {
      shape.more = (1...dice.within(2...4)).map { number in entry(0.2...0.5 * least, 0.01...0.03, "Extra \(number)", from: &dice) }
    }
    if dice.chance(0.3) { shape.gestures = [Gesture("swipe", on: tabs[0].name, reach: dice.within(0.3...0.9))] }
    if dice.chance(0.3) { shape.controls = [("Banner", 0.02), ("Photo", 0.03)] }
    shape.meanSessions = dice.pick([4, 8, 15])
    shape.errands = dice.within(1.5...4)
    shape.goesOn = dice.within(0.45...0.8)
    shape.climbs = dice.within(0.05...0.3)
    shape.reselects = dice.within(0.1...0.6)
    shape.linked = dice.pick([0, 0.05, 0.2])
    shape.links = shape.linked > 0 ? [Screen("Message from us", stay: 12)] : []
    if dice.chance(0.3) { shape.resetsTabsOn = ["android"] }
    return shape
  }
}
