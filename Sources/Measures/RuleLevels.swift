import NavigationModel

/// The levels of a map. Measures with other levels count other things.
public struct RuleLevels: Sendable, Equatable {
  /// ``RuleLevel/limit``
  public let limit: Int
  /// ``RuleLevel/deep``
  public let deep: Int

  public init(_ map: AppMap) {
    limit = RuleLevel.limit.value(in: map)
    deep = RuleLevel.deep.value(in: map)
  }
}
