import Foundation

/// A random app and people who want things from it. Their wants do not depend on the layout: the same people with the
/// same wants can be led through any layout, and the taps that they need can be counted.
package struct IntentionApp: Sendable {
  /// A want: to get to a screen of an entry.
  package struct Want: Sendable {
    package let entry: Int
    /// Screens below the entry's root, each by its index among its siblings.
    package let path: [Int]
    /// How long the person looks at the screen, milliseconds.
    let stay: Int

    /// To look at an entry, and then at the first tab.
    static func visit(to entry: Int) -> [Self] {
      [Self(entry: entry, path: [], stay: 9000), Self(entry: 0, path: [], stay: 9000)]
    }
  }

  /// What a person wants in one session, in order.
  package struct Visit: Sendable {
    package let platform: Int
    /// Index of the app's version.
    package let version: Int
    package internal(set) var wants: [Want]
    let start: Int64
    /// The entry where the app opens; nil: the person's first one. Anything but that is by a link.
    var link: Int?
    /// Whether people will go on like this: an outage or a season is over.
    package internal(set) var isTypical = true
    var isLogged = true
    /// When in the sixty days of the log it is, from 0 to 1.
    var progress: Double { min(1, max(0, Double(start - IntentionApp.start) / (60 * 86_400_000))) }
  }

  package struct Person: Sendable {
    package let name: String
    /// Whether, of two ways with the same number of taps, the person goes back step by step and does not select the tab
    /// again.
    let climbs: Bool
    package internal(set) var visits: [Visit]
    /// By platform, if the person has another bar than most.
    package internal(set) var layouts: [BarLayout]?
    /// What the labels of tabs end with in the log, in the person's language.
    package internal(set) var suffix = ""
    /// Where the app opens.
    var home = 0
  }

  package static let platforms = ["ios", "android"]
  package static let versions = ["1.9", "1.10", "2.0"]
  static let start: Int64 = 1_772_000_000_000

  package let seed: UInt64
  /// Whether people who return to a tab go up screen by screen, even if selecting the tab again takes fewer taps.
  let climbsAlways: Bool
  /// The names of the entries; the first is where sessions begin.
  package internal(set) var entries: [String]
  /// By platform, then by version. The last two versions have the same layout.
  package private(set) var layouts: [[BarLayout]] = []
  package internal(set) var people: [Person] = []
  /// What misleads whoever only counts; nil if nothing does.
  package private(set) var twist: String?
  var changesLog: @Sendable (inout [LoggedEvent], inout Dice) -> Void = { _, _ in }

  /// - Parameter twisted: whether something of ``Twist/all`` happens to the people or to their log.
  package init(seed: UInt64, climbsAlways: Bool = false, twisted: Bool = false) {
    self.seed = seed
    self.climbsAlways = climbsAlways
    var dice = Dice(seed: seed)
    let tabs = dice.within(3...5)
    let hidden = dice.within(2...12)
    entries = (0..<(tabs + hidden)).map { "E\($0)" }
    let levels = entries.map { _ in (0..<dice.within(0...3)).map { _ in dice.within(1...4) } }
    // How much each entry is wanted. In a well-built app the tabs are wanted most.
    let skew = dice.within(0.3...1.4)
    var interest = entries.indices.map { dice.lognormal(median: 1, sigma: 0.3) / pow(Double($0 + 1), skew) }
    if !dice.chance(0.35) {
      let mixed = (0..<dice.within(1...4)).map { _ in (dice.within(1...(tabs - 1)), tabs + dice.below(hidden)) }
      for (tab, item) in mixed { interest.swapAt(tab, item) }
    }
    for _ in 0..<dice.within(1...2) {
      let kind = dice.below(3)
      let items = Array(tabs..<(tabs + hidden))
      let inMore = kind == 0 ? items.count : kind == 1 ? 0 : items.count / 2
      let present = BarLayout(
        bar: Array(0..<tabs), more: Array(items.prefix(inMore)), menu: Array(items.dropFirst(inMore)))
      // In the first version one item had the slot of a tab.
      let before =
        dice.chance(0.5) ? present.moving(up: [dice.pick(items)], down: [dice.within(1...(tabs - 1))]) : present
      layouts.append([before, present, present])
    }
    drawPeople(interest, levels, &dice)
    guard twisted else { return }
    let twist = dice.pick(Twist.all)
    twist.change(&self, &dice)
    self.twist = twist.name
  }

  /// - Parameter levels: the number of screens below the root of each entry, level by level.
  private mutating func drawPeople(_ interest: [Double], _ levels: [[Int]], _ dice: inout Dice) {
    let count = dice.pick([150, 250, 400, 600])
    let activity = dice.within(0.3...1.1)
    let individuality = dice.within(0.5...4)
    let resumes = dice.within(0...0.8)
    let wanted = dice.within(2.0...6.0)
    people = (0..<count).map { number in
      var own = Dice(seed: seed, number + 1)
      let weights = interest.map { $0 * own.gamma(shape: individuality) }
      let platform = own.below(layouts.count)
      let sessions = max(1, min(80, Int(own.lognormal(median: 6, sigma: activity))))
      let upgrades = own.within(0.0...1.0)
      let visits = (0..<sessions).map { session in
        let part = Double(session) / Double(sessions)
        var last: [Int: [Int]] = [:]
        let wants = (0..<max(1, own.poisson(mean: wanted))).map { _ -> Want in
          let entry = own.index(weights: weights)
          var path = last[entry] ?? []
          if path.isEmpty || !own.chance(resumes) {
            path = levels[entry].prefix(own.within(0...levels[entry].count)).map { own.below($0) }
          }
          last[entry] = path
          // One look in ten is short.
          return Want(
            entry: entry, path: path, stay: own.chance(0.1) ? own.within(1000...5000) : own.within(5001...60_000))
        }
        let time = Self.start + Int64(session) * 86_400_000 * 60 / Int64(sessions) + Int64(own.below(40_000_000))
        return Visit(
          platform: platform, version: part < upgrades * 0.4 ? 0 : part < upgrades * 0.8 ? 1 : 2, wants: wants,
          start: time)
      }
      return Person(name: "person-\(seed)-\(number)", climbs: climbsAlways || own.chance(0.5), visits: visits)
    }
  }
}

/// Which entries of an app are in the tab bar, which behind the More list, and which in a hidden menu. Entries are
/// identified by their index.
package struct BarLayout: Sendable, Hashable {
  package var bar: [Int]
  package var more: [Int] = []
  package var menu: [Int] = []

  /// The number of used slots in the bar, including the More tab.
  package var width: Int { bar.count + (more.isEmpty ? 0 : 1) }

  /// The layout after promoting some hidden entries and demoting some tabs: behind the More list if there was one,
  /// otherwise into the menu.
  package func moving(up promoted: [Int], down demoted: [Int]) -> BarLayout {
    var layout = self
    layout.bar = bar.filter { !demoted.contains($0) } + promoted
    layout.more.removeAll(where: promoted.contains)
    layout.menu.removeAll(where: promoted.contains)
    if more.isEmpty { layout.menu += demoted } else { layout.more += demoted }
    return layout
  }
}
