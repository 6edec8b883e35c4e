import Measures

/// The folded measures of both sides of a comparison.
public struct ComparedSides: Sendable {
  public let before: Measures
  public let after: Measures
  public let beforeScope: MeasureScope
  public let afterScope: MeasureScope
  public let sums: ComparisonSums

  public init(before: Measures, after: Measures, beforeScope: MeasureScope, afterScope: MeasureScope, sums: ComparisonSums) {
    self.before = before
    self.after = after
    self.beforeScope = beforeScope
    self.afterScope = afterScope
    self.sums = sums
  }

  public var structureKnown: Bool { beforeScope.structureKnown && afterScope.structureKnown }
}
