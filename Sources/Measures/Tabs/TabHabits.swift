import NavigationModel

/// How people come to tabs when nobody leads them: after their first session, in which the app may show them around,
/// and by links to a tab's root.
package struct TabHabits: Measure, Summed {
  package struct Sum: Summed {
    /// Users by their number of sessions: all, and those who selected the tab after their first session.
    fileprivate var all = Histogram()
    fileprivate var later = Histogram()

    fileprivate mutating func add(_ sessions: Int, _ isLater: Bool) {
      all.count(sessions)
      if isLater { later.count(sessions) }
    }

    static let fields = Fields<Self>(\.all, \.later)
  }

  /// With more different sets than this, none is kept: no bar has so many.
  package static let mostSets = 4096
  /// Fewer new users do not tell a tour from curiosity.
  private static let fewestNew = 10

  private var sums = SumsByName<Sum>()
  /// The users who came to a screen by a link; and those of them who selected a tab, by the screen and the tab.
  private var linked = SumsByName<Sum>()
  private var both = SumsByKey<NamePair, Sum>()
  /// How often each screen was what selecting a tab led to, as its root: by the screen and the tab.
  private var roots = SumsByKey<NamePair, Int>()
  /// What choosing an item of the More list leads to.
  private var arrivals = SumsByKey<NamePair, Int>()
  /// New users, by the tabs that they selected in their first session.
  private var firstTabs = Bounded<Self>()
  private var usualRoots = Once<[Name: Name]>()

  private var sessions = 0
  private var isNew = false
  /// The tabs used, and whether after the first session.
  private var used = SumsByName<Bool>()
  private var first: [Name] = []
  private var links: [Name] = []

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    sessions += 1
    if sessions == 1 { isNew = counts.isFirstOpen }
    for use in counts.uses where use.kind == .tab && use.name != .unnamed {
      let slot = used.number(adding: use.name)
      if sessions > 1 { used[number: slot] = true }
    }
    if sessions == 1 { first = used.keys }
    for step in path.steps {
      switch step.kind {
      case .link: if !links.contains(step.screen), links.count < 32 { links.append(step.screen) }
      case .moreItem: arrivals[adding: NamePair(step.item, step.screen)] += 1
      case .tab: if step.depth == 1 { roots[adding: NamePair(step.screen, step.section.name)] += 1 }
      default: break
      }
    }
  }

  mutating func finishUser() {
    for (tab, isLater) in used.pairs {
      sums[adding: tab].add(sessions, isLater)
      for screen in links { both[adding: NamePair(screen, tab)].add(sessions, isLater) }
    }
    for screen in links { linked[adding: screen].add(sessions, true) }
    if isNew {
      let tabs = Unordered(first)
      firstTabs.add { $0[adding: tabs] += 1 }
    }
    sessions = 0
    isNew = false
    used.removeAll()
    first = []
    links.removeAll(keepingCapacity: true)
  }

  mutating func dropSurplus() { usualRoots = Once() }

  static let fields = Fields<Self>(\.sums, \.linked, \.both, \.roots, \.firstTabs, \.arrivals)

  // MARK: - Results

  /// The screens that choices of an item of the More list showed, unordered.
  fileprivate func screens(ofMoreItem item: Name) -> [(name: Name, count: Int)] {
    arrivals.pairs.filter { $0.0.first == item }.map { ($0.0.second, $0.1) }
  }

  fileprivate var rootsOfTabs: [Name: Name] { usualRoots.value { roots.mostUsual { ($0.second, $0.first) } } }

  /// Whether most new users select each of some tabs in their first session: the app shows them around.
  package func isTour(of tabs: Set<Name>) -> Bool {
    let all = firstTabs.kept.values.reduce(0, +)
    return all >= Self.fewestNew && tabs.count > 1
      && firstTabs.kept.pairs.reduce(0) { $0 + (tabs.isSubset(of: $1.0.elements) ? $1.1 : 0) } * 2 > all
  }

  /// The users with so many sessions who selected a tab, or came to its root by a link.
  /// - Parameter root: the tab's root, if the app map names it; otherwise the screen to which selecting it mostly led.
  package func users(of tab: Name, root: Name?, withSessions least: Int, withoutFirst: Bool) -> (
    selected: Int, linked: Int, either: Int
  ) {
    func count(_ sum: Sum?) -> Int { (withoutFirst ? sum?.later : sum?.all)?.count(from: least) ?? 0 }
    let selected = count(sums[tab])
    guard let root = root ?? rootsOfTabs[tab],
      let link = linked[root]
    else { return (selected, 0, selected) }
    let linked = link.all.count(from: least)
    return (selected, linked, selected + linked - count(both[NamePair(root, tab)]))
  }
}

extension Sums where Keys == KeyList<NamePair>, Sum == Int {
  /// For each name, the other one of more than half of its pairs.
  /// - Parameter order: the name and the other one of a pair.
  func mostUsual(_ order: (NamePair) -> (name: Name, other: Name)) -> [Name: Name] {
    var all: [Name: Int] = [:]
    for (pair, count) in pairs { all[order(pair).name, default: 0] += count }
    return pairs.reduce(into: [:]) { usual, pair in
      let (name, other) = order(pair.0)
      if pair.1 * 2 > all[name, default: 0] { usual[name] = other }
    }
  }
}

extension TabHabits: Bounding {
  static func isTooMuch(_ kept: SumsByKey<Unordered<Name>, Int>) -> Bool { kept.count > mostSets }
}

extension Measures {
  /// The screen to which choosing an entry mostly leads; nil if there is no such screen.
  package func screen(of entry: Entry) -> Name? {
    let screens: [(name: Name, count: Int)]
    switch entry.container {
    case .bar: return tabHabits.rootsOfTabs[entry.name]
    case .more: screens = tabHabits.screens(ofMoreItem: entry.name)
    case .menu(let menu): screens = menus.screens(of: Menus.Item(menu: menu, item: entry.name))
    }
    let all = screens.reduce(0) { $0 + $1.count }
    return screens.first { $0.count * 2 > all }?.name
  }
}
