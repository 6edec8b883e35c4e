extension AppShape {
  /// Apps of many kinds, built well for their platform and purpose: no rule should find anything in them.
  ///
  /// A test verifies this: ``TrueFigures/judged`` of their logs contains no flaw.
  package static let wellBuilt: [AppShape] = shops + readers + talkers + tools + androids + services

  /// A section with some pages below its root, for sections without special behavior.
  static func section(_ name: String, _ pages: String..., weight: Double = 1, reach: Double = 0.95, stay: Double = 11) -> Entry {
    Entry(name, Screen(name, stay: stay, pages.map { Screen($0, stay: 14) }), weight: weight, reach: reach)
  }
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
