extension SimulatedApp {
  /// Flaws of tab bars: too long or too short, and tabs that don't behave like tabs.
  mutating func plantTabs(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .tabsOverFive: try plantOverFive(&flaw)
    case .tabsTooFew: tabs.removeSubrange(2...)
    case .tabsNeglected: try plantNeglected(&flaw)
    case .tabsRejected: tabs[try tab(of: &flaw)].blocked = flaw.share ?? 0.15
    case .tabsUnstableSet: habits.unstableTabs = flaw.share ?? 0.12
    case .tabsActsNotNavigates: try plantActingTab(&flaw)
    case .tabsBarHidden: hideBar(flaw.share ?? 0.7)
    case .tabsHunting:
      guard tabs.count >= 4 else { throw error(flaw, "it takes 4 tabs to hunt for one") }
      habits.hunting = flaw.share ?? 0.1
    case .tabsStateLost: tabs[try tab(of: &flaw, choice: deepestTab)].stateLost = flaw.share ?? 0.7
    case .tabsBadgeBlind:
      let tab = try tab(of: &flaw, choice: tabs.firstIndex { $0.badge > 0 } ?? tabs.count - 1)
      tabs[tab].badge = flaw.share ?? 0.92
      tabs[tab].badgeHeeded = false
    case .tabsRotationRefused:
      tabs[try tab(of: &flaw, choice: 0)].refusesRotation = flaw.share ?? 0.6
      behavior.rotate = max(behavior.rotate, 0.03)
    case .tabsSlowFirstOpen: tabs[try tab(of: &flaw, choice: 1)].slowFirstOpen = true
    default: try plantMore(&flaw)
    }
  }

  /// Makes a tab one that hardly anyone uses.
  ///
  /// Any hidden item with more reach would be a candidate for the tab's slot, and features of the tab would go unused:
  /// unless their flaws are wanted, such items, gestures and badges are removed.
  private mutating func plantNeglected(_ flaw: inout PlantedFlaw) throws {
    let tab = try tab(of: &flaw)
    guard tab > 0 else { throw error(flaw, "the first tab is shown at the start, everybody uses it") }
    tabs[tab].reach = flaw.share ?? 0.01
    tabs[tab].badge = 0
    let screens = tabs[tab].root.levels().map(\.screen.name)
    gestures.removeAll { $0.on.map(screens.contains) ?? false }
    if !flaws.contains(where: { $0.rule.hasPrefix("menu.") }) { menus = [] }
    if !flaws.contains(where: { Flaw.ofMoreList.contains($0.flaw) }) { more = nil }
  }

  /// Adds tabs until there are seven, on phones only.
  private mutating func plantOverFive(_ flaw: inout PlantedFlaw) throws {
    let spares = ["Deals", "Club", "Magazine", "Stores", "Nearby", "Radio"].filter { !screenNames.contains($0) }
    if flaw.subjects.isEmpty { flaw.subjects = Array(spares.prefix(max(1, 7 - tabs.count))) }
    let weight = tabs.map(\.weight).reduce(0, +) / Double(tabs.count)
    for name in flaw.subjects {
      if let known = tabs.firstIndex(where: { $0.name == name }) {
        tabs[known].compactOnly = known >= 5
      } else {
        guard !tabs.contains(where: { $0.root.name == name }) else {
          throw error(flaw, "'\(name)' is a screen of another tab")
        }
        var tab = Tab(root: Screen(name: name), name: name, weight: weight)
        tab.compactOnly = true
        tabs.append(tab)
      }
    }
    guard tabs.count > 5 else { throw error(flaw, "\(tabs.count) tabs are not over five, name more") }
  }

  /// Makes a tab open a form instead of a section: a new one, unless one is named or the bar is full.
  private mutating func plantActingTab(_ flaw: inout PlantedFlaw) throws {
    if flaw.subjects.isEmpty, tabs.count + (more == nil ? 0 : 1) < 5, !screenNames.contains("Sell") {
      flaw.subjects = ["Sell"]
      tabs.append(Tab(root: Screen(name: "Sell"), name: "Sell", weight: tabs.map(\.weight).min() ?? 1))
    }
    let tab = try tab(of: &flaw)
    tabs[tab].acts = "New \(tabs[tab].name)"
    tabs[tab].root.screens = []
  }

  /// Hides the bar on this share of the screens directly below the roots, and on all below them.
  private mutating func hideBar(_ share: Double) {
    func hide(_ screen: inout Screen) {
      screen.hidesBar = true
      for index in screen.screens.indices { hide(&screen.screens[index]) }
    }
    for tab in tabs.indices {
      let count = tabs[tab].root.screens.count
      let hidden = Int((share * Double(count)).rounded(.up))
      for index in 0..<min(count, hidden) { hide(&tabs[tab].root.screens[index]) }
    }
  }

  /// The tab that people most likely leave at a deep level.
  private var deepestTab: Int {
    tabs.indices.max { tabs[$0].weight * Double(tabs[$0].root.height) < tabs[$1].weight * Double(tabs[$1].root.height) } ?? 0
  }
}

extension SimulatedApp {
  /// Flaws of the More list, and of the choice of tabs.
  mutating func plantMore(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .tabsMoreToll:
      // Used by many, but by fewer than the least used tab; used again and again.
      let share = flaw.share ?? 0.75
      let indices = try moreItems(&flaw, default: ["Coupons", "Stores", "Help"])
      for index in indices {
        changeMore(index) {
          $0.reach = share
          $0.weight = 0.35
          $0.atOnce = false
        }
      }
      more?.wideOnly = false
    case .tabsMoreOutranks:
      // Nearly everybody looks at the item now and then; fewer use the least used tab; nobody needs many extra taps for it.
      let item = try moreItems(&flaw, default: ["Coupons"])[0]
      let isPaidFor = flaws.contains { $0.flaw == .tabsMoreToll }
      for index in more?.items.indices ?? 0..<0 where !isPaidFor && index != item { changeMore(index) { $0.weight = 0 } }
      changeMore(item) {
        $0.reach = 0.95
        $0.weight = isPaidFor ? 0.35 : 0.06
        $0.atOnce = isPaidFor
      }
      tabs[leastTab].reach = min(tabs[leastTab].reach, flaw.share ?? (isPaidFor ? 0.62 : 0.35))
    case .tabsWideOverflow:
      let wide = platforms.filter(\.isWide).map(\.weight).reduce(0, +) / platforms.map(\.weight).reduce(0, +)
      guard wide > 0 else { throw error(flaw, "no platform has a tablet's room") }
      // Each item is known to about one user in 25: enough not to be undiscovered.
      let indices = try moreItems(&flaw, default: ["Coupons", "Stores", "Help"])
      let reach = flaw.share ?? min(1, 0.039 / wide)
      for index in indices {
        changeMore(index) {
          $0.reach = reach
          $0.weight = 0.15
          $0.atOnce = true
        }
      }
      more?.wideOnly = true
    default:
      if flaw.subjects.isEmpty { flaw.subjects = [more?.items.first?.name ?? "Wishlist"] }
      habits.reorder = (flaw.subjects[0], flaw.share ?? 0.25)
    }
  }

  /// The indices of the flaw's items in the More list, added if they are missing.
  private mutating func moreItems(_ flaw: inout PlantedFlaw, default names: [String]) throws -> [Int] {
    var list = more ?? MoreList()
    if flaw.subjects.isEmpty {
      flaw.subjects = list.items.isEmpty ? names : Array(list.items.prefix(names.count).map(\.name))
    }
    let indices = flaw.subjects.map { name in
      if let known = list.items.firstIndex(where: { $0.name == name }) { return known }
      list.items.append(Item(root: Screen(name: name), name: name))
      return list.items.count - 1
    }
    more = list
    return indices
  }

  private mutating func changeMore(_ index: Int, _ change: (inout Item) -> Void) {
    guard var list = more else { return }
    change(&list.items[index])
    more = list
  }
}
