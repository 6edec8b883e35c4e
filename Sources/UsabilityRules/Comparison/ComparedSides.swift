import Measures

/// The folded measures of both sides of a comparison.
package struct ComparedSides: Sendable {
  package let before: Measures
  package let after: Measures
  package let beforeScope: MeasureScope
  package let afterScope: MeasureScope
  package let sums: ComparisonSums

  package init(before: Measures, after: Measures, beforeScope: MeasureScope, afterScope: MeasureScope, sums: ComparisonSums) {
    self.before = before
    self.after = after
    self.beforeScope = beforeScope
    self.afterScope = afterScope
    self.sums = sums
  }

  package var structureKnown: Bool { beforeScope.structureKnown && afterScope.structureKnown }
}
