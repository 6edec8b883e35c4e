import Foundation

/// The use of each section of a hypothesis: features that distinguish a tab, a menu item, and a screen that is linked
/// to from everywhere.
struct SectionUse {
  let screen: Int32
  /// The share of parts of sessions that begin with it.
  let startShare: Double
  /// How often it was opened at its root, from how many different screens, and how often it came back as it was left.
  let entries: Int
  let sources: Int
  let kept: Int
  let lost: Int
  /// Bits saved by making it the root of a section, compared with a screen that others lead to.
  let bits: Double
  /// Bits saved by making it a menu item, compared with a tab: negative if a tab explains it better.
  let bitsAsMenuItem: Double
  /// The number of users who opened it, and the share of their later sessions in which they did so again.
  let users: Int
  let repeatShare: Double
  /// Departures from its root down to screens of the section: their share of all departures, their number, and the
  /// median stay on the root (µs).
  let downShare: Double
  let children: [Int32]
  let medianStay: Int64?
  var menuOdds = 0.0

  var bitsPerEntry: Double { bits / Double(max(entries, 1)) }
  var bitsAsMenuItemPerEntry: Double { bitsAsMenuItem / Double(max(entries, 1)) }

  static func all(_ search: inout RootSearch, roots: [Int32], bits: Double) -> [SectionUse] {
    let paths = search.paths
    let pairs = search.pairs
    let replay = PathReplay(paths, pairs, .init(roots: roots))
    let starts = pairs.waysIn(paths).starts
    let habits = habits(paths, roots)
    var uses: [SectionUse] = []
    for (section, root) in roots.enumerated() {
      let others = roots.filter { $0 != root }
      let isFixed = search.fixed.contains(root)
      let without = isFixed ? .infinity : search.bits(.init(roots: others)) - bits
      let asMenuItem = isFixed ? -.infinity : bits - search.bits(.init(roots: others, menuItems: [root]))
      var entries = 0
      var sources = 0
      var down = 0
      var children: [(screen: Int32, pushes: Int32)] = []
      for pair in 0..<pairs.count {
        if pairs.to[pair] == root, replay.entries[pair] > 0 {
          entries += Int(replay.entries[pair])
          sources += 1
        }
        if pairs.from[pair] == root, replay.pushes[pair] > 0 {
          down += Int(replay.pushes[pair])
          if pairs.isUsual[pair] { children.append((pairs.to[pair], replay.pushes[pair])) }
        }
      }
      let kinds = PathReplay.Action.allCases.count
      let left = replay.actions[(Int(root) * kinds)..<((Int(root) + 1) * kinds)].reduce(0) { $0 + Int($1) }
      uses.append(
        SectionUse(
          screen: root, startShare: Double(starts[Int(root)]) / Double(max(paths.count, 1)), entries: entries,
          sources: sources,
          kept: Int(replay.kept[section]), lost: Int(replay.lost[section]), bits: without, bitsAsMenuItem: asMenuItem,
          users: habits[section].users, repeatShare: habits[section].repeatShare,
          downShare: left > 0 ? Double(down) / Double(left) : 0,
          children: children.sorted { ($1.pushes, $0.screen) < ($0.pushes, $1.screen) }.map(\.screen),
          medianStay: habits[section].medianStay))
    }
    return uses
  }

  /// For each of some screens, how many users open it, in which share of their further sessions, and how long they
  /// stay, µs.
  private static func habits(_ paths: ScreenPaths, _ screens: [Int32]) -> [(
    users: Int, repeatShare: Double, medianStay: Int64?
  )] {
    var sectionOf = [Int](repeating: -1, count: paths.names.count)
    for (section, screen) in screens.enumerated() { sectionOf[Int(screen)] = section }
    var stays = [[Int64]](repeating: [], count: screens.count)
    var users = [Int](repeating: 0, count: screens.count)
    var repeats = users
    var chances = users
    // The number of the current user's sessions in which each was opened.
    var opened = users
    var lastSession = [Int32](repeating: -1, count: screens.count)
    var sessions = 0
    var user: Int32 = -1
    var session: Int32 = -1
    func endUser(_ opened: inout [Int]) {
      for section in screens.indices where opened[section] > 0 {
        users[section] += 1
        repeats[section] += opened[section] - 1
        chances[section] += sessions - 1
        opened[section] = 0
      }
      sessions = 0
    }
    for path in paths.indices {
      if paths.users[path] != user {
        endUser(&opened)
        user = paths.users[path]
      }
      if paths.sessions[path] != session {
        session = paths.sessions[path]
        sessions += 1
      }
      for view in paths[path] {
        let section = sectionOf[Int(paths.screens[view])]
        guard section >= 0 else { continue }
        if paths.stays[view] >= 0 { stays[section].append(paths.stays[view]) }
        if lastSession[section] != session {
          lastSession[section] = session
          opened[section] += 1
        }
      }
    }
    endUser(&opened)
    return screens.indices.map { section in
      let own = stays[section].sorted()
      let repeatShare = chances[section] > 0 ? Double(repeats[section]) / Double(chances[section]) : 0
      return (users[section], repeatShare, own.isEmpty ? nil : own[(own.count - 1) / 2])
    }
  }
}

/// Classifies the sections found: tabs, the More list, and items of a hidden menu.
///
/// Tabs keep their state and are used again and again; menu items start over and are used now and then. The weights
/// below were fitted (logistic regression) on apps of two simulators that share no code;
/// `Benchmarks/InferenceBenchmark` measures their accuracy.
struct SectionKinds {
  private(set) var tabs: [SectionUse] = []
  private(set) var more: SectionUse?
  private(set) var menuItems: [SectionUse] = []

  /// A root that saves fewer bits per opening, and is reused less than half as much as the clear ones, is not a section
  /// but a screen that many others link to (a search, for example).
  static let clearBitsPerEntry = 0.2
  private static let leastRepeats = 0.5
  private static let leastEntries = 3

  /// - Parameters:
  ///   - fixed: sections that are known to be tabs or on which sessions start.
  ///   - areAll: whether there are no other tabs.
  ///   - moreScreen: the screen of the More list, if the map declares it.
  init(_ uses: [SectionUse], names: [String], fixed: Set<Int32>, areAll: Bool, moreScreen: Int32?) {
    let uses = uses.filter { fixed.contains($0.screen) || $0.entries >= Self.leastEntries }
    let clear = uses.filter { !fixed.contains($0.screen) && $0.bitsPerEntry >= Self.clearBitsPerEntry }
    let usual = clear.isEmpty ? 0 : Self.reference(clear)
    let found = uses.filter {
      fixed.contains($0.screen) || $0.bitsPerEntry >= Self.clearBitsPerEntry
        || $0.repeatShare >= Self.leastRepeats * usual
    }
    more =
      found.first { $0.screen == moreScreen }
      ?? (areAll ? nil : Self.moreList(among: found.filter { !fixed.contains($0.screen) }, of: found, names))
    let open = found.filter { !fixed.contains($0.screen) && $0.screen != more?.screen }
    let reference = Self.reference(open)
    var rated = open
    for index in rated.indices {
      rated[index].menuOdds = Self.menuOdds(rated[index], reference, names[Int(rated[index].screen)])
    }
    rated.sort { ($1.menuOdds, $0.screen) < ($0.menuOdds, $1.screen) }
    let count = areAll ? rated.count : Self.menuCount(rated.map(\.menuOdds))
    menuItems = Array(rated.prefix(count))
    tabs = found.filter { fixed.contains($0.screen) && $0.screen != more?.screen } + rated.dropFirst(count)
    // In order of use: the section on which sessions start comes first.
    func precedes(_ a: SectionUse, _ b: SectionUse) -> Bool {
      if (a.startShare >= RootSearch.startShare) != (b.startShare >= RootSearch.startShare) {
        return a.startShare > b.startShare
      }
      return (b.users, b.entries, a.screen) < (a.users, a.entries, b.screen)
    }
    tabs.sort(by: precedes)
    menuItems.sort(by: precedes)
  }

  // MARK: - Items of a menu

  /// How often tabs of this app are reused: the median over those that are certainly tabs, or the maximum.
  private static func reference(_ uses: [SectionUse]) -> Double {
    let sure = uses.filter { $0.bitsAsMenuItem < 0 }.map(\.repeatShare).sorted()
    if sure.isEmpty { return uses.map(\.repeatShare).max() ?? 0 }
    return sure.count % 2 == 1 ? sure[sure.count / 2] : (sure[sure.count / 2 - 1] + sure[sure.count / 2]) / 2
  }

  /// The probability that a section is a menu item, considered alone.
  static func menuOdds(_ use: SectionUse, _ reference: Double, _ name: String) -> Double {
    let forgetting = min(0.6, max(-0.6, use.bitsAsMenuItemPerEntry))
    let rarity = min(3, max(-1, -log2((use.repeatShare + 0.02) / (reference + 0.02))))
    let score = -3.66 + 3.46 * forgetting + 2.54 * rarity + SectionNames.menuLeaning(name)
    return 1 / (1 + exp(-score))
  }

  /// How many of the sections, the likeliest first, are menu items: most apps have no hidden menu, and a menu has more
  /// than one item.
  static func menuCount(_ odds: [Double]) -> Int {
    let priors = [0.7, 0.1, 1.0]
    var best = (count: 0, score: -Double.infinity)
    for count in 0...odds.count {
      var score = log(priors[min(count, priors.count - 1)])
      for (index, chance) in odds.enumerated() { score += log(max(1e-6, index < count ? chance : 1 - chance)) }
      if score > best.score { best = (count, score) }
    }
    return best.count
  }

  // MARK: - The More list

  /// The section that only leads on: named accordingly, or left within moments for one of several screens and never
  /// found deeper.
  private static func moreList(among uses: [SectionUse], of all: [SectionUse], _ names: [String]) -> SectionUse? {
    if let named = uses.first(where: { SectionNames.isMore(names[Int($0.screen)]) && !$0.children.isEmpty }) {
      return named
    }
    let stays = all.compactMap(\.medianStay).sorted()
    guard stays.count >= 3 else { return nil }
    let usual = Double(stays[stays.count / 2])
    return uses.filter { use in
      guard let stay = use.medianStay, use.children.count >= 2, use.entries >= 20 else { return false }
      return use.downShare >= 0.7 && Double(stay) <= 0.5 * usual && use.kept * 4 <= use.kept + use.lost
    }.max { ($0.downShare, $1.screen) < ($1.downShare, $0.screen) }
  }
}

/// What screen names say about their role in an app: the little that holds for most apps.
enum SectionNames {
  private static let more = Set(WordLists.list("moreLists").map(NameWords.fold))
  private static let items = WordLists.set("menuItems")
  private static let tabs = WordLists.set("tabs")
  private static let fillers = WordLists.set("fillers")

  /// Whether a screen has the name of a More list: `More`, `MoreViewController`, `more_tab`.
  static func isMore(_ name: String) -> Bool {
    let words = words(of: name)
    return words.count == 1 && more.contains(words[0])
  }

  static func menuLeaning(_ name: String) -> Double {
    let words = words(of: name)
    guard words.count == 1 else { return 0 }
    return items.contains(words[0]) ? 1 : tabs.contains(words[0]) ? -1 : 0
  }

  /// The meaningful words of a name, in lower case: `MoreListViewController` has only `more`.
  static func words(of name: String) -> [String] { NameWords.words(of: name).filter { !fillers.contains($0) } }
}

/// Whether people moved as on an app with tabs: a tab is in sight everywhere, so it is chosen from all screens alike,
/// and many apps keep it as it was left. Links are chosen from the pages that have them, and browsers go back in the
/// order in which people came.
///
/// The thresholds were chosen on 200 random apps, of which 94 % show these signs, and on 150 shops, wikis, funnels,
/// pages and courses without tabs, of which 1 % do (Method.md).
extension PathReplay {
  /// The coefficient of variation between screens of the share of their views that are followed by the root, without
  /// what chance adds.
  private static let unevenness = 1.2
  /// The share of views on screens from which the root was opened, of those from which chance alone would have opened
  /// it at least three times.
  private static let coverage = 0.8
  private static let leastSources = 5
  private static let leastOpenings = 5.0
  private static let leastReturns = 20

  /// Whether the roots of the hypothesis are tabs.
  func showsTabs(_ paths: ScreenPaths, _ pairs: ScreenPairs, fixed: [Int32]) -> Bool {
    let roots = hypothesis.roots
    var views = [Double](repeating: 0, count: paths.names.count)
    for screen in paths.screens { views[Int(screen)] += 1 }
    let even = roots.filter { isEven($0, views, pairs) }
    let free = Set(roots).subtracting(fixed)
    let evenFree = even.count { free.contains($0) }
    let isChosenAlike = (evenFree >= 2 || even.count >= 3) && evenFree * 3 >= free.count
    // Sections that come back as they were left, and hardly ever otherwise.
    let kept = Int(kept.reduce(0, +))
    let lost = Int(lost.reduce(0, +))
    let opened = Int(entries.reduce(0, +))
    let isKept = kept >= Self.leastReturns && kept >= 20 * lost && kept * 10 >= opened && !even.isEmpty && !free.isEmpty
    return isChosenAlike || isKept
  }

  private func isEven(_ root: Int32, _ views: [Double], _ pairs: ScreenPairs) -> Bool {
    var opened = [Double](repeating: 0, count: views.count)
    for pair in 0..<pairs.count where pairs.to[pair] == root { opened[Int(pairs.from[pair])] += Double(entries[pair]) }
    let others = views.indices.filter { $0 != Int(root) && views[$0] > 0 }
    let all = others.reduce(0) { $0 + views[$1] }
    let openings = others.reduce(0) { $0 + opened[$1] }
    guard openings >= Self.leastOpenings else { return false }
    let share = openings / all
    let spread = others.reduce(0) {
      $0 + (opened[$1] - share * views[$1]) * (opened[$1] - share * views[$1]) / views[$1]
    }
    let chance = Double(others.count - 1) * share * (1 - share)
    let variation = (max(0, spread - chance) / (all * share * share)).squareRoot()
    let expected = others.filter { views[$0] * share >= 3 }
    let covered = expected.reduce(0) { $0 + (opened[$1] > 0 ? views[$1] : 0) }
    return variation <= Self.unevenness && covered >= Self.coverage * expected.reduce(0) { $0 + views[$1] }
      && !expected.isEmpty
      && others.count { views[$0] * share >= 1 } >= Self.leastSources
  }
}
