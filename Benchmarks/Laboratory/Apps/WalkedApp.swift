import Foundation

/// A random app with people who stroll through it: each next screen is chosen at random among those that the current one offers.
struct WalkedApp: Sendable {
  struct Screen: Sendable {
    var name: String
    var children: [Int] = []
    var weights: [Double] = []
    var modals: [Int] = []
    /// Screens of other branches.
    var links: [Int] = []
  }

  let seed: UInt64
  var dice: Dice
  let users: Int
  private(set) var screens: [Screen] = []
  private(set) var tabs: [Int] = []
  private(set) var tabWeights: [Double] = []
  /// The share of people who ever use each tab.
  private(set) var tabReach: [Double] = []
  private(set) var more: Int?
  private(set) var menu: [Int] = []
  private(set) var isMenuAtRootsOnly = false
  /// A screen that every other leads to.
  private(set) var search: Int?
  private(set) var linked: [Int] = []
  /// Where sessions start: at the first tab, at any, or where the last one ended.
  enum Start: Sendable { case first, any, last }
  private(set) var start = Start.first
  /// Chances and rates, some of them relative weights.
  private(set) var push = 0.0, back = 0.0, change = 0.0, reselect = 0.0, toSearch = 0.0, toModal = 0.0, toLink = 0.0, toMore = 0.0, toMenu = 0.0
  /// The chance that a tab keeps its state, and that a session starts with a notification.
  private(set) var keeps = 0.0, notified = 0.0
  /// Mean numbers of moves in a session and of sessions of a person.
  private(set) var moves = 0.0, sessions = 0.0
  private let depth: Int
  private let branching: Int
  private let limit: Int

  init(seed: UInt64, users: Int?) {
    self.seed = seed
    dice = Dice(seed: seed)
    let crowd = dice.pick([100, 200, 300, 500, 1000])
    self.users = users ?? crowd
    depth = dice.within(2...7)
    branching = dice.pick([1, 2, 2, 3, 4, 5])
    limit = dice.pick([25, 60, 120])
    build()
    behave()
  }

  private mutating func build() {
    tabs = (0..<dice.pick([2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7])).map { _ in tree(level: 1) }
    let inTabs = screens.indices.filter { !tabs.contains($0) }
    let skew = dice.pick([0, 0.3, 0.7, 1.2])
    tabWeights = tabs.indices.map { dice.within(0.6...1.5) / exp(skew * log(Double($0 + 1))) }
    tabReach = tabs.indices.map { $0 == 0 ? 1 : dice.pick([1, 1, 1, 0.9, 0.6, 0.3]) }
    if tabs.count > 2, dice.chance(0.2) { tabReach[dice.within(1...(tabs.count - 1))] = dice.pick([0.03, 0.06, 0.1]) }
    for _ in 0..<dice.pick([0, 0, 1, 3, 5]) where !inTabs.isEmpty {
      screens[dice.below(screens.count)].links.append(dice.pick(inTabs))
    }
    for _ in 0..<dice.pick([0, 0, 1, 2, 3]) {
      let hosts = (0..<dice.within(1...3)).map { _ in dice.below(screens.count) }
      let modal = newScreen()
      for host in hosts { screens[host].modals.append(modal) }
    }
    linked = inTabs.isEmpty ? [] : (0..<3).map { _ in dice.pick(inTabs) }
    if dice.chance(0.3) {
      let list = newScreen(dice.chance(0.5) ? "More" : nil)
      let items = (0..<dice.within(2...5)).map { _ in tree(level: max(1, depth - 1)) }
      screens[list].children = items
      screens[list].weights = items.map { _ in 1 }
      more = list
    }
    if dice.chance(0.2) {
      menu = (0..<dice.within(2...6)).map { _ in tree(level: max(1, depth - 1)) }
      isMenuAtRootsOnly = dice.chance(0.5)
    }
    if dice.chance(0.15) { search = tree(level: max(1, depth - 1)) }
  }

  private mutating func newScreen(_ name: String? = nil) -> Int {
    screens.append(Screen(name: name ?? "s\(dice.within(100_000...999_999))-\(screens.count)"))
    return screens.count - 1
  }

  private mutating func tree(level: Int) -> Int {
    let screen = newScreen()
    guard level < depth, dice.chance(0.75) else { return screen }
    for _ in 0..<dice.within(0...(branching + 1)) where screens.count < limit {
      let child = tree(level: level + 1)
      screens[screen].children.append(child)
      screens[screen].weights.append(dice.pick([0.2, 0.5, 1, 1, 2, 4]))
    }
    return screen
  }

  private mutating func behave() {
    start = dice.pick([.first, .first, .first, .any, .last])
    keeps = dice.pick([0, 0.5, 1, 1, 1])
    notified = dice.pick([0, 0.05, 0.1, 0.3])
    push = dice.within(0.3...0.6)
    back = dice.within(0.15...0.45)
    change = dice.within(0.1...0.35)
    reselect = dice.within(0...0.05)
    toSearch = dice.within(0.01...0.08)
    toLink = dice.within(0.03...0.15)
    toModal = dice.within(0.03...0.15)
    toMore = dice.within(0.03...0.2)
    toMenu = dice.within(0.02...0.15)
    moves = dice.pick([4, 8, 15, 30])
    sessions = dice.pick([2, 4, 8])
  }

  var app: RandomApp {
    let walked = self
    // A tab that nobody saw cannot be found.
    let seen = Stroll(self, viewsOnly: true).seenRoots
    return RandomApp(seed: seed, roots: seen, menuItems: Set(menu.map { screens[$0].name })) { viewsOnly in
      Stroll(walked, viewsOnly: viewsOnly).log
    }
  }
}
