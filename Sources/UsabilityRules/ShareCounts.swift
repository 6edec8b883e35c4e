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
  func tabCounts<Cell>(_ cells: SumsByName<Cell>, _ figures: (Cell) -> (happening: CountWithExamples, sums: RatioSums)) -> RuleCounts {
    .shares(
      scope.names.ordered(cells.keys).compactMap { name in
        let (happening, sums) = figures(cells[name] ?? Cell())
        return sums.sumN > 0 ? ShareCount(text(name), happening, sums) : nil
      })
  }
}
