import NavigationModel

/// The users who were shown bars, by the tabs in these.
struct ShownTabs: Sendable {
  /// Users by number of sessions, with the set of all their builds.
  private typealias Group = (set: Int, users: Histogram)

  /// All of them.
  private var all = Histogram()
  private var bySet: [Int: Histogram] = [:]
  /// By tab: those who were shown it in one of their lists, and those who used it all the same.
  private var byTab: [Name: [Group]] = [:]

  init(_ users: BuildUsers, _ names: Names) {
    var tabsInList: [Name: Set<Name>] = [:]
    for list in Set(users.shown.keys.lazy.flatMap(\.lists.elements)) {
      tabsInList[list] = Set(names.tabs(in: list))
    }
    for (key, histogram) in users.shown {
      func isShown(_ tab: Name) -> Bool { key.lists.elements.contains { tabsInList[$0]?.contains(tab) ?? false } }
      let group = (set: Int(key.set), users: histogram)
      if key.tab.isKnown {
        // Users of the tab are also among those of their lists.
        if !isShown(key.tab) { byTab[key.tab, default: []].append(group) }
      } else {
        all.merge(histogram)
        bySet[group.set, default: Histogram()].merge(histogram)
        for tab in Set(key.lists.elements.flatMap { tabsInList[$0] ?? [] }) { byTab[tab, default: []].append(group) }
      }
    }
  }

  /// The users with at least so many sessions who were shown any bar.
  func count(from sessions: Int) -> Int { all.count(from: sessions) }

  /// Those with exactly these builds.
  func count(in set: Int, from sessions: Int) -> Int { bySet[set]?.count(from: sessions) ?? 0 }

  /// Those who were shown the tab or used it.
  /// - Parameter sets: only those with one of these sets of builds; nil for all.
  func count(of tab: Name, from sessions: Int, in sets: Set<Int>? = nil) -> Int {
    (byTab[tab] ?? []).reduce(0) { count, group in
      sets?.contains(group.set) ?? true ? count + group.users.count(from: sessions) : count
    }
  }
}
