// Flaws of tab bars (too long or too short, and tabs that don't behave like tabs), of the More list, and of the choice
// of tabs.

extension Flaw {
  /// Adds tabs until there are seven, on phones only.
  package static let tabsOverFive = Flaw("tabs.over-five", hasShare: false) { app, flaw in
    let names = app.screenNames
    let spares = ["Deals", "Club", "Magazine", "Stores", "Nearby", "Radio"].filter { !names.contains($0) }
    flaw.subjects = Array(spares.prefix(max(1, 7 - app.tabs.count)))
    let weight = app.tabs.map(\.weight).reduce(0, +) / Double(app.tabs.count)
    app.tabs += flaw.subjects.map { .init(name: $0, root: .init(name: $0), weight: weight, compactOnly: true) }
    guard app.tabs.count > 5 else { throw app.error(flaw, "\(app.tabs.count) tabs are not over five") }
  }

  package static let tabsTooFew = Flaw("tabs.too-few", hasShare: false) { app, _ in app.tabs.removeSubrange(2...) }

  /// Makes a tab one that hardly anyone uses.
  ///
  /// Any hidden item with more reach would be a candidate for the tab's slot, and features of the tab would go unused:
  /// unless their flaws are wanted, such items, gestures and badges are removed.
  package static let tabsNeglected = Flaw("tabs.neglected", "tab") { app, flaw in
    let tab = try app.tab(of: &flaw)
    guard tab > 0 else { throw app.error(flaw, "the first tab is shown at the start, everybody uses it") }
    app.tabs[tab].reach = flaw.share ?? 0.01
    app.tabs[tab].badge = 0
    let screens = app.tabs[tab].root.all.map(\.name)
    app.gestures.removeAll { $0.on.map(screens.contains) ?? false }
    if !app.flaws.contains(where: { $0.flaw.rule.hasPrefix("menu.") }) { app.menus = [] }
    let ofMoreList: [Flaw] = [.tabsMoreToll, .tabsMoreOutranks, .tabsWideOverflow, .tabsReorderConsensus]
    if !app.flaws.contains(where: { ofMoreList.contains($0.flaw) }) { app.more = nil }
  }

  package static let tabsRejected = Flaw("tabs.rejected", "tab", of: each(\.tabs), 0.15, choice: { $0.tabs.last?.name })
  { $0.blocked = $1 }
  package static let tabsUnstableSet = Flaw("tabs.unstable-set") { app, flaw in
    app.behavior.unstableTabs = flaw.share ?? 0.12
  }

  /// Makes a tab open a form instead of a section: a new one, unless one is named or the bar is full.
  package static let tabsActsNotNavigates = Flaw("tabs.acts-not-navigates", "tab", hasShare: false) { app, flaw in
    if flaw.subjects.isEmpty, app.tabs.count + (app.more == nil ? 0 : 1) < 5, !app.screenNames.contains("Sell") {
      flaw.subjects = ["Sell"]
      app.tabs.append(.init(name: "Sell", root: .init(name: "Sell"), weight: app.tabs.map(\.weight).min() ?? 1))
    }
    let tab = try app.tab(of: &flaw)
    app.tabs[tab].acts = .init(screens: ["New \(app.tabs[tab].name)"])
    app.tabs[tab].root.screens = []
  }

  /// Hides the bar on a share of the screens directly below the roots, and on all below them.
  package static let tabsBarHidden = Flaw("tabs.bar-hidden") { app, flaw in
    for tab in app.tabs.indices {
      let count = app.tabs[tab].root.screens.count
      for index in 0..<min(count, Int(((flaw.share ?? 0.7) * Double(count)).rounded(.up))) {
        app.tabs[tab].root.screens[index].changeAll { $0.hidesBar = true }
      }
    }
  }

  /// By default of the tab that people most likely leave at a deep level.
  package static let tabsStateLost = Flaw(
    "tabs.state-lost", "tab", of: each(\.tabs), 0.7,
    choice: { $0.tabs.max { $0.weight * Double($0.root.height) < $1.weight * Double($1.root.height) }?.name }
  ) { $0.stateLost = $1 }

  package static let tabsHunting = Flaw("tabs.hunting") { app, flaw in
    guard app.tabs.count >= 4 else { throw app.error(flaw, "it takes 4 tabs to hunt for one") }
    app.behavior.hunting = flaw.share ?? 0.1
  }

  package static let tabsBadgeBlind = Flaw(
    "tabs.badge-blind", "tab", of: each(\.tabs), 0.92,
    choice: { ($0.tabs.first { $0.badge > 0 } ?? $0.tabs.last)?.name }
  ) {
    ($0.badge, $0.badgeHeeded) = ($1, false)
  }

  package static let tabsRotationRefused = Flaw(
    "tabs.rotation-refused", "tab", of: each(\.tabs), 0.6, also: { $0.behavior.rotate = max($0.behavior.rotate, 0.03) }
  ) { $0.refusesRotation = $1 }

  package static let tabsSlowFirstOpen = Flaw(
    "tabs.slow-first-open", "tab", of: each(\.tabs), choice: { $0.tabs[1].name }
  ) { tab, _ in tab.slowFirstOpen = true
  }

  // MARK: The More list

  /// Used by many, but by fewer than the least used tab; used again and again.
  package static let tabsMoreToll = Flaw("tabs.more-toll", "items") { app, flaw in
    for index in app.moreIndices(of: &flaw, default: ["Coupons", "Stores", "Help"]) {
      app.moreItems[index].use(reach: flaw.share ?? 0.75, weight: 0.35, atOnce: false)
    }
    app.more?.wideOnly = false
  }

  /// Nearly everybody looks at the item now and then; fewer use the least used tab; nobody needs many extra taps for
  /// it.
  package static let tabsMoreOutranks = Flaw("tabs.more-outranks", "item") { app, flaw in
    let item = app.moreIndices(of: &flaw, default: ["Coupons"])[0]
    let isPaidFor = app.flaws.contains { $0.flaw == .tabsMoreToll }
    for index in app.moreItems.indices where !isPaidFor && index != item { app.moreItems[index].weight = 0 }
    app.moreItems[item].use(reach: 0.95, weight: isPaidFor ? 0.35 : 0.06, atOnce: isPaidFor)
    let tab = app.leastTab
    app.tabs[tab].reach = min(app.tabs[tab].reach, flaw.share ?? (isPaidFor ? 0.62 : 0.35))
  }

  /// Each item is known to about one user in 25: enough not to be undiscovered.
  package static let tabsWideOverflow = Flaw("tabs.wide-overflow", "items") { app, flaw in
    let wide = app.platforms.filter(\.isWide).map(\.weight).reduce(0, +) / app.platforms.map(\.weight).reduce(0, +)
    guard wide > 0 else { throw app.error(flaw, "no platform has a tablet's room") }
    for index in app.moreIndices(of: &flaw, default: ["Coupons", "Stores", "Help"]) {
      app.moreItems[index].use(reach: flaw.share ?? min(1, 0.039 / wide), weight: 0.15, atOnce: true)
    }
    app.more?.wideOnly = true
  }

  package static let tabsReorderConsensus = Flaw("tabs.reorder-consensus", "item") { app, flaw in
    if flaw.subjects.isEmpty { flaw.subjects = [app.moreItems.first?.name ?? "Wishlist"] }
    app.behavior.reorder = (flaw.subjects[0], flaw.share ?? 0.25)
  }
}

extension SimulatedApp {
  /// The indices of the flaw's items in the More list, added if they are missing.
  fileprivate mutating func moreIndices(of flaw: inout PlantedFlaw, default names: [String]) -> [Int] {
    if flaw.subjects.isEmpty { flaw.subjects = moreItems.isEmpty ? names : moreItems.prefix(names.count).map(\.name) }
    return flaw.subjects.map { name in
      if let known = moreItems.firstIndex(where: { $0.name == name }) { return known }
      moreItems.append(.init(name: name, root: .init(name: name), weight: Entry.item.weight, reach: Entry.item.reach))
      return moreItems.count - 1
    }
  }
}
