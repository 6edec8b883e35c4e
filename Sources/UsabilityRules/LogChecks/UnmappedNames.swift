import Measures
import NavigationModel

/// Names in the log of the kinds that the app map declares: tabs, items of the More list, menus and their items, screens.
struct UnmappedNames {
  private var seen: Set<String> = []
  private var unmapped: Set<String> = []

  /// The number of different names seen.
  var countOfSeen: Int { seen.count }
  /// Names that are missing in the map, in text order.
  var names: [String] { unmapped.sorted { $0.precedesByScalars($1) } }

  init(_ measures: Measures, _ scope: MeasureScope) {
    let map = scope.map
    let moreTab = scope.names[scope.declared.moreTab]
    let tabs = Set(map.tabs + map.roots.map(\.tab) + [moreTab])
    let items = Set(map.more?.items ?? [])
    if !map.tabs.isEmpty { add(measures.tabNames(scope.names), known: tabs) }
    if !items.isEmpty { add(measures.moreList.items.keys.map { scope.names[$0] }, known: items) }
    if !map.menus.isEmpty { addMenus(measures, scope) }
    if !map.screens.isEmpty {
      // A screen without a logged name is called like the tab or the item that led to it.
      let known = tabs.union(items).union(map.screenNamesAnywhere).union(map.menus.flatMap { [$0.name] + $0.items })
      add(measures.screens.sums.keys.map { scope.names[$0] }, known: known.union([scope.names[.more]]))
    }
  }

  private mutating func add(_ names: some Sequence<String>, known: Set<String>) {
    for name in names where name != "?" {
      seen.insert(name)
      if !known.contains(name) { unmapped.insert(name) }
    }
  }

  /// If the map declares a menu without a list of items, its items are not checked.
  private mutating func addMenus(_ measures: Measures, _ scope: MeasureScope) {
    let names = scope.names
    let declared = Dictionary(scope.map.menus.map { ($0.name, Set($0.items)) }) { $0.union($1) }
    add(measures.menus.menus.keys.map { names[$0] }, known: Set(declared.keys))
    for item in measures.menus.items.keys {
      let known = declared[names[item.menu]]
      if known?.isEmpty != true { add([names[item.item]], known: known ?? []) }
    }
  }
}

extension Measures {
  /// The tabs that were tapped, shown or ordered, or had a badge.
  func tabNames(_ names: Names) -> [String] {
    let lists = tabSets.shown.keys.map(\.tabs) + tabSets.edited.keys
    return (tabs.sums.keys + tabSets.badged.keys).map { names[$0] } + lists.flatMap { names[$0].split(separator: "|").map(String.init) }
  }
}

extension AppMap {
  /// All screens that the map names anywhere.
  fileprivate var screenNamesAnywhere: [String] {
    screens.map(\.name) + screens.compactMap(\.parent) + roots.map(\.screen) + menus.compactMap(\.screen)
      + tasks.flatMap { [$0.start, $0.goal] }
  }
}
