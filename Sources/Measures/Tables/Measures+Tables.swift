import NavigationModel

extension Measures {
  /// All tables of the measures, in the order of OutputFiles.md. To add one, add a line here.
  public func tables(_ scope: MeasureScope) -> [Table] {
    let tables = [
      summary(scope), depths.table(scope), screens.table(scope), tabs.table(scope, tabSets: tabSets),
      sectionChanges.table(scope), moreList.table(scope), menus.table(scope), menus.itemTable(scope),
      gestures.table(scope), discovery.table(scope), transitions.table(scope), daily.table(scope),
      tasks.table(scope), trails.table(scope),
    ]
    return tables + [ReachTable.table(of: tables)]
  }

  /// The names of ``tables(_:)``.
  public static let tableNames = Measures().tables(.empty).map(\.name)
}

extension MeasureScope {
  /// The scope of an empty log.
  fileprivate static var empty: MeasureScope {
    let names = NameTable()
    return MeasureScope(
      measures: Measures(), names: names.snapshot(), map: AppMap(), declared: DeclaredNames(AppMap(), names: names), intake: Intake())
  }
}
