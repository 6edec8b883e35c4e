import Measures
import NavigationModel

/// The tabs of a bar, and their source.
struct TabBar {
  enum Origin {
    case map, list, selections
  }

  var origin: Origin
  var tabs: [String]
  var version = ""
  /// Users who saw the list, or who selected the least selected of the tabs.
  var users: Int?

  var inVersion: Text { version.isEmpty ? "" : " in version \(version)" }
}

/// A sight of the tab bar, and its number of users.
typealias BarSight = (sight: Sightings.Sight, users: Int)

extension RuleContext {
  /// Selected tabs, tab lists and the More list on the surfaces for which `isMeant` holds, with their users.
  func barSights(where isMeant: (Sightings.Surface) -> Bool) -> [BarSight] {
    measures.sightings.users(where: isMeant).filter { $0.key.kind != .menu }.map { (sight: $0.key, users: $0.value) }
  }

  /// The sights by app version, the versions in text order.
  func byVersion(_ sights: [BarSight]) -> [(version: String, sights: [BarSight])] {
    Dictionary(grouping: sights, by: \.sight.appVersion).map { (version: text($0), sights: $1) }
      .sorted { $0.version.precedesByScalars($1.version) }
  }

  /// The bars that at least `users` users saw in each version. If the log shows the bar's contents, these count;
  /// otherwise all selected tabs.
  func seenBars(_ sights: [BarSight], atLeast users: Int) -> [TabBar] {
    byVersion(sights).flatMap { version, sights -> [TabBar] in
      let lists = sights.filter { $0.sight.kind == .tabList }
      if lists.isEmpty {
        let selected = sights.filter { $0.sight.kind == .tab && $0.users >= users }
        let tabs = scope.names.ordered(selected.map(\.sight.name)).map { text($0) }
        return [TabBar(origin: .selections, tabs: tabs, version: version, users: selected.map(\.users).min())]
      }
      return lists.filter { $0.users >= users }.sorted { text($0.sight.name).precedesByScalars(text($1.sight.name)) }
        .map { list in
          let tabs = scope.names.tabs(in: list.sight.name).map { text($0) }
          return TabBar(origin: .list, tabs: tabs, version: version, users: list.users)
        }
    }
  }
}

/// A tab of the bar, for comparison with hidden items.
package struct VisibleTab: Sendable, Equatable {
  package let name: String
  /// Users who selected it, from another section or the same, or came to its root by a link.
  package let users: Int
  /// Whether some of them only came by links.
  package let isByLinks: Bool
  package let eligibleUsers: Int
  package let selects: Int
}

/// The tabs of the bar, which rules and pictures compare with hidden items.
package struct VisibleTabs {
  /// The tabs without the More tab, in text order: those that the map declares or, if it declares none, all that were
  /// selected or shown, without strips inside a page and tabs that no present bar has.
  package let all: [VisibleTab]
  /// The tab whose root is the screen on which more than half of all parts begin: by the map, or by name.
  package let start: String?
  /// The tabs that only a role uses, and others may not see.
  package var ofRoles: Set<NameText> { SeveralBars.tabsOfRoles(measures, scope) }

  private let measures: Measures
  private let scope: MeasureScope

  /// - Parameter whole: the entire log, if the measures are of a part of it.
  package init(_ measures: Measures, _ scope: MeasureScope, whole: Measures? = nil) {
    let log = whole ?? measures
    let absent = log.lastSessions.absentTabs {
      LayoutFinder(entries: log.entries(scope), log, scope).absentTabs
    }
    let strips = measures.tabOrigins.stripNames
    let selected = measures.tabs.sums.keys.filter { !strips.contains($0) && $0 != .unnamed }
    let shown = measures.tabSets.shown.keys.flatMap { scope.names.tabs(in: $0.tabs) }
    let seen = (selected + shown).filter { !absent.contains($0) }.map { scope.names[$0] }
    let more = NameText(scope.names[scope.declared.moreTab])
    let names = Set(texts: scope.map.tabs.isEmpty ? seen : scope.map.tabs).subtracting([more])
    let tabs = names.texts.map { name in
      let known = scope.names.name(name)
      let sum = known.flatMap { measures.tabs.sums[$0] }
      let eligible = known.map { scope.eligibleUsers(of: .init(.tab, $0)) } ?? scope.users
      let selected = sum?.users ?? 0
      let reached = max(
        selected,
        known.map {
          measures.tabHabits.users(of: $0, root: scope.declared.root(of: $0), withSessions: 1, withoutFirst: false)
            .either
        } ?? 0)
      return VisibleTab(
        name: name, users: min(reached, eligible), isByLinks: reached > selected, eligibleUsers: eligible,
        selects: sum?.selects ?? 0)
    }
    all = tabs
    self.measures = measures
    self.scope = scope
    let entries = measures.screens.sums.values.reduce(0) { $0 + $1.entries }
    let screen = measures.screens.sums.pairs.first { $0.1.entries * 2 > entries }.map { scope.names[$0.0] }
    start = screen.flatMap { screen in
      scope.map.roots.first { $0.screen.isSame(as: screen) }?.tab ?? tabs.first { $0.name.isSame(as: screen) }?.name
    }
  }

  /// The tab with the smallest reach; on ties, the first in text order. The tab in which sessions begin is left out:
  /// people use it without selecting it; so are those of a role.
  package var leastUsed: VisibleTab? {
    let ofRoles = ofRoles
    return all.filter { !$0.name.isSame(as: start) && !ofRoles.contains($0.name) }.min { a, b in
      (a.users * b.eligibleUsers, a.selects) < (b.users * a.eligibleUsers, b.selects)
    }
  }
}

extension RuleContext {
  package var visibleTabs: VisibleTabs { VisibleTabs(measures, scope, whole: whole) }
}
