import Measures
import NavigationModel
import Statistics

// Rows that the rules of the tab bar count alike.

extension RuleContext {
  /// One row of a share of rows: who had it, and y of n.
  func shareRow(_ subject: String, _ happening: Happening, _ sums: RatioSums) -> [Table.Cell] {
    [
      .text(subject), .integer(happening.users), .integer(sums.users), .integer(happening.sessions), .integer(sums.sumY),
      .integer(sums.sumN),
    ]
  }

  /// The rows of the tabs that have any, in text order.
  func tabCounts<Cell>(_ cells: NameCells<Cell>, _ figures: (Cell) -> (happening: Happening, sums: RatioSums)) -> RuleCounts {
    RuleCounts(
      ["subject", "users", "eligible_users", "sessions", "y", "n"],
      scope.names.ordered(cells.keys).compactMap { name in
        let (happening, sums) = figures(cells[name] ?? Cell())
        return sums.sumN > 0 ? shareRow(text(name), happening, sums) : nil
      })
  }
}
