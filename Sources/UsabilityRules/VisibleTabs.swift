import Measures
import NavigationModel

/// A tab of the bar, for comparison with hidden items.
package struct VisibleTab: Sendable, Equatable {
  package let name: String
  /// Users who selected it, from another section or the same, or came to its root by a link.
  package let users: Int
  /// Whether some of them only came by links.
  package let isByLinks: Bool
  /// Users who could have.
  package let eligibleUsers: Int
  /// Selections from another section.
  package let selects: Int
}

/// The tabs of the bar, which rules and pictures compare with hidden items.
package struct VisibleTabs {
  /// The tabs without the More tab, in text order: those that the map declares or, if it declares none, all that were selected or shown, without strips
  /// inside a page.
  package let all: [VisibleTab]
  /// The tab whose root is the screen on which more than half of all parts begin: by the map, or by name.
  package let start: String?
  /// The tabs that only a role uses, and others may not see.
  package var ofRoles: Set<String> { SeveralBars.tabsOfRoles(measures, scope) }

  private let measures: Measures
  private let scope: MeasureScope

  package init(_ measures: Measures, _ scope: MeasureScope) {
    let more = scope.names[scope.declared.moreTab]
    let tabs = Self.names(measures, scope).subtracting([more]).sorted { $0.precedesByScalars($1) }.map { name in
      let known = scope.names.name(name)
      let sum = known.flatMap { measures.tabs.sums[$0] }
      let eligible = known.map { scope.eligibleUsers(of: .init(.tab, $0)) } ?? scope.users
      let root = scope.map.roots.first { $0.tab == name }.flatMap { scope.names.name($0.screen) }
      let selected = sum?.users ?? 0
      let reached = max(selected, known.map { measures.tabHabits.users(of: $0, root: root, withSessions: 1, withoutFirst: false).either } ?? 0)
      return VisibleTab(
        name: name, users: min(reached, eligible), isByLinks: reached > selected, eligibleUsers: eligible, selects: sum?.selects ?? 0)
    }
    all = tabs
    (self.measures, self.scope) = (measures, scope)
    let screen = Self.startScreen(measures, scope)
    start = screen.flatMap { screen in scope.map.roots.first { $0.screen == screen }?.tab ?? tabs.first { $0.name == screen }?.name }
  }

  /// The tab with the smallest reach; on ties, the first in text order. The tab in which sessions begin is left out: people use it without
  /// selecting it; so are those of a role.
  package var leastUsed: VisibleTab? {
    let ofRoles = ofRoles
    return all.filter { $0.name != start && !ofRoles.contains($0.name) }.min { a, b in
      (a.users * b.eligibleUsers, a.selects) < (b.users * a.eligibleUsers, b.selects)
    }
  }

  private static func names(_ measures: Measures, _ scope: MeasureScope) -> Set<String> {
    if !scope.map.tabs.isEmpty { return Set(scope.map.tabs) }
    let strips = measures.tabOrigins.stripNames
    let shown = measures.tabSets.shown.keys.flatMap { scope.names.tabs(in: $0.tabs) }
    return Set(measures.tabs.sums.keys.filter { !strips.contains($0) }.map { scope.names[$0] }).union(shown)
  }

  private static func startScreen(_ measures: Measures, _ scope: MeasureScope) -> String? {
    let sums = measures.screens.sums
    let entries = sums.values.reduce(0) { $0 + $1.entries }
    return sums.pairs.first { $0.1.entries * 2 > entries }.map { scope.names[$0.0] }
  }
}

extension RuleContext {
  package var visibleTabs: VisibleTabs { VisibleTabs(measures, scope) }

  /// The different tabs of a logged list, in order.
  package func tabs(in list: Name) -> [String] { scope.names.tabs(in: list) }
}
