import Measures

extension RuleContext {
  /// The items of menus that the map or the log names, in text order of menus and items.
  var menuItems: [(item: Menus.Item, sum: CountWithExamples)] {
    let names = scope.names
    return Set(measures.menus.items.keys).union(scope.declared.menuItems)
      .sorted { (names.rank($0.menu), names.rank($0.item)) < (names.rank($1.menu), names.rank($1.item)) }
      .map { ($0, measures.menus.items[$0] ?? .init()) }
  }
}
