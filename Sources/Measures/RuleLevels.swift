import NavigationModel

/// The levels of a map. Measures with other levels count other things.
package struct RuleLevels: Sendable, Equatable {
  /// ``RuleLevel/limit``
  package let limit: Int
  /// ``RuleLevel/deep``
  package let deep: Int

  /// ``RuleLevel/tabs``
  package let tabs: Int

  package init(_ map: AppMap) {
    limit = RuleLevel.limit.value(in: map)
    deep = RuleLevel.deep.value(in: map)
    tabs = RuleLevel.tabs.value(in: map)
  }
}
