import Findings
import Measures
import NavigationModel

/// A tab of the bar, for comparison with hidden items.
public struct VisibleTab: Sendable, Equatable {
  public let name: String
  /// Users who selected it, from another section or the same.
  public let users: Int
  /// Users who could have.
  public let eligibleUsers: Int
  /// Selections from another section.
  public let selects: Int
}

extension RuleContext {
  /// The tabs of the bar without the More tab, in text order: those that the map declares or, if it declares none, all that were selected
  /// or shown.
  public var visibleTabs: [VisibleTab] {
    let more = text(scope.declared.moreTab)
    return tabNames.subtracting([more]).sorted { $0.precedesByScalars($1) }.map { name in
      let known = scope.names.name(name)
      let cell = known.flatMap { measures.tabs.cells[$0] }
      let eligible = known.map { scope.eligibleUsers(of: .init(.tab, $0)) } ?? scope.users
      return VisibleTab(name: name, users: min(cell?.users ?? 0, eligible), eligibleUsers: eligible, selects: cell?.selects ?? 0)
    }
  }

  private var tabNames: Set<String> {
    if !scope.map.tabs.isEmpty { return Set(scope.map.tabs) }
    let shown = measures.tabSets.shown.keys.flatMap { tabs(in: $0.tabs) }
    return Set(measures.tabs.cells.keys.map { text($0) }).union(shown)
  }

  /// The different tabs of a logged list (joined with `|`), in order.
  func tabs(in list: Name) -> [String] {
    var seen: Set<String> = []
    return text(list).split(separator: "|").map(String.init).filter { seen.insert($0).inserted }
  }

  /// The visible tab with the smallest reach; on ties, the first in text order. The tab in which sessions begin is left out: people
  /// use it without selecting it.
  public var leastUsedTab: VisibleTab? {
    let start = startTab
    return visibleTabs.filter { $0.name != start }.min { a, b in
      (a.users * b.eligibleUsers, a.selects) < (b.users * a.eligibleUsers, b.selects)
    }
  }

  /// The tab whose root is the screen on which more than half of all parts begin: by the map, or by name.
  var startTab: String? {
    let cells = measures.screens.cells
    let entries = cells.cells.reduce(0) { $0 + $1.entries }
    guard let start = cells.pairs.first(where: { $0.1.entries * 2 > entries })?.0 else { return nil }
    let screen = text(start)
    return scope.map.roots.first { $0.screen == screen }?.tab ?? visibleTabs.first { $0.name == screen }?.name
  }
}
