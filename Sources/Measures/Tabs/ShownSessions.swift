import NavigationModel

/// In which sessions the bar showed a tab, where its tabs are logged: sessions by their build, their lists of tabs, and
/// a tab that was used in them; without one, all of them.
package struct ShownSessions: Measure, Summed {
  static var isForRules: Bool { false }

  package struct Key: Hashable, BinaryRecord {
    package let build: AppBuild
    package let lists: Unordered<Name>
    package let tab: Name

    package static let form = BinaryForm(Self.init(build:lists:tab:), \.build, \.lists, \.tab)
  }

  private var sums = Bounded<Self>()
  private var used = NameList()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if counts.tabLists.isEmpty || sums.isOverfull { return }
    let lists = Unordered(Array(Set(counts.tabLists)))
    let build = AppBuild(session.segment)
    used.removeAll()
    for use in counts.uses where use.kind == .tab { _ = used.number(adding: use.name) }
    let tabs = used.keys + [.unknown]
    sums.add { sums in
      for tab in tabs { sums[adding: Key(build: build, lists: lists, tab: tab)] += 1 }
    }
  }

  static let fields = Fields<Self>(\.sums)

  /// A tab that the bar shows in some sessions only.
  package typealias Conditional = (shown: Int, used: Int, of: Int)

  /// The tabs that fewer than nine in ten of the sessions with lists show, in some builds.
  package func conditional(in builds: Set<AppBuild>, _ names: Names) -> [Name: Conditional] {
    var all = 0
    var tabs: [Name: Conditional] = [:]
    for (key, sessions) in sums.kept.pairs where builds.contains(key.build) {
      let shown = Set(key.lists.elements.flatMap { names.tabs(in: $0) })
      if key.tab.isKnown {
        if shown.contains(key.tab) { tabs[key.tab, default: (0, 0, 0)].used += sessions }
      } else {
        all += sessions
        for tab in shown { tabs[tab, default: (0, 0, 0)].shown += sessions }
      }
    }
    return tabs.filter { $0.value.shown * 10 < all * 9 }.mapValues { ($0.shown, $0.used, all) }
  }
}

extension ShownSessions: Bounding {
  static func isTooMuch(_ kept: SumsByKey<Key, Int>) -> Bool { kept.count > BarUsers.mostKeys }
}
