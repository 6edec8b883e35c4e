import Foundation
import Simulation

/// A random app description for the simulator of navaudit.
struct DescribedApp {
  private let seed: UInt64
  private let users: Int
  private var dice: Dice
  private var count = 0
  private let depth: Int
  private let branching: Int
  private let limit: Int
  /// A screen that most others link to.
  private var search: String?
  /// Screens that several others lead to.
  private var shared: [String] = []
  private var tabs: [String] = []
  private var more: [String] = []
  private var menu: [String] = []
  private var description = "app: Random\n"

  init(seed: UInt64, users: Int?) {
    self.seed = seed
    dice = Dice(seed: seed)
    let crowd = dice.pick([100, 200, 300, 500, 1000])
    self.users = users ?? crowd
    depth = dice.within(2...7)
    branching = dice.pick([1, 2, 2, 3, 4])
    limit = dice.pick([25, 60, 120])
    if dice.chance(0.15) { search = newName() }
    describe()
  }

  private mutating func describe() {
    let names = dice.chance(0.5) ? ["Home", "Search", "Orders", "Profile", "Cart", "Inbox", "Library"] : (0..<7).map { "T\($0)" }
    let skew = dice.pick([0, 0.3, 0.7, 1.2])
    tabs = Array(names.prefix(dice.pick([2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7])))
    description += "tabs:\n"
    for (index, tab) in tabs.enumerated() {
      let weight = 3 / exp(skew * log(Double(index + 1))) * dice.within(0.6...1.5)
      let reach = index > 0 && dice.chance(0.4) ? dice.pick([0.9, 0.6, 0.3, 0.1, 0.05]) : 1
      description += "  - {name: \(tab), weight: \(rounded(weight)), reach: \(reach)\(inside(level: 1))}\n"
    }
    if dice.chance(0.3) {
      description += "more:\n  items:\n"
      for _ in 0..<dice.within(2...5) { more.append(addItem(reach: 0.2...0.8, weight: 0.03...0.3)) }
    }
    if dice.chance(0.2) {
      description += "menus:\n  - name: menu\n    items:\n"
      for _ in 0..<dice.within(2...5) { menu.append(addItem(reach: 0.1...0.8, weight: 0.02...0.2)) }
    }
    if dice.chance(0.3) { description += "links: [{name: \(newName())}]\n" }
    description += """
      behavior: {sessions: \(dice.pick([2, 4, 7, 12])), errands: \(dice.pick([1.5, 2.5, 3.4, 6])), drill: \(dice.pick([0.4, 0.6, 0.75])), \
      back: \(dice.pick([0.25, 0.45, 0.65])), links: \(dice.pick([0, 0.04, 0.15])), modal: \(dice.pick([0.05, 0.12, 0.2]))}\n
      """
  }

  private mutating func addItem(reach: ClosedRange<Double>, weight: ClosedRange<Double>) -> String {
    let name = newName()
    let shares = "reach: \(rounded(dice.within(reach))), weight: \(rounded(dice.within(weight)))"
    description += "    - {name: \(name), \(shares)\(inside(level: max(1, depth - 1)))}\n"
    return name
  }

  private mutating func newName() -> String {
    count += 1
    return "S\(count)"
  }

  /// The contents of a screen at a level: modal screens, and screens below it.
  private mutating func inside(level: Int) -> String {
    var text = ""
    if level > 1, dice.chance(0.15) { text += ", modals: [M\(dice.within(1...3))]" }
    var screens: [String] = []
    if level < depth, dice.chance(0.8) {
      for _ in 0..<dice.within(1...branching) where count < limit {
        let name = newName()
        screens.append("{name: \(name), weight: \(dice.pick([0.3, 0.5, 1, 1, 2, 3]))\(inside(level: level + 1))}")
        if level > 1, dice.chance(0.15) { shared.append(name) }
      }
    }
    if !shared.isEmpty, dice.chance(0.15) { screens.append("{name: \(dice.pick(shared))}") }
    if let search, dice.chance(0.8) { screens.append("{name: \(search), weight: 0.3}") }
    return text + (screens.isEmpty ? "" : ", screens: [\(screens.joined(separator: ", "))]")
  }

  private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

  var app: RandomApp {
    let (description, seed, users) = (description, seed, users)
    return RandomApp(seed: seed, roots: Set(tabs + (more.isEmpty ? [] : ["More"])), menuItems: Set(menu)) { viewsOnly in
      let app = try SimulatedApp(yaml: description, file: "random-\(seed).app.yml")
      var options = SimulationOptions(users: users, seed: seed)
      options.style = viewsOnly ? .views : .full
      var log: [UInt8] = []
      _ = try simulate(app: app, options: options) { log += $0 }
      return log
    }
  }
}
