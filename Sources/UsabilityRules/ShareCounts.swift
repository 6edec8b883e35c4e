import Measures
import Statistics

extension RuleCounts {
  /// - Parameter columns: the names of additional columns.
  static func shares(_ counts: [ShareCount], and columns: [String] = []) -> RuleCounts {
    RuleCounts(ShareCount.columns + columns, counts.map(\.row))
  }
}

extension RuleContext {
  /// The rows of the tabs with any counts, in text order.
  func tabCounts<Sum>(_ sums: SumsByName<Sum>, _ figures: (Sum) -> (happening: CountWithExamples, sums: RatioSums)) -> RuleCounts {
    .shares(
      scope.names.ordered(sums.keys).compactMap { name in
        let (happening, sums) = figures(sums[name] ?? Sum())
        return sums.sumN > 0 ? ShareCount(text(name), happening, sums) : nil
      })
  }
}
