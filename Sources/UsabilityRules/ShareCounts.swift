import Findings
import Measures
import NavigationModel
import Statistics
import Tables

/// The counts of a rule that judges a share of rows: for each subject the users and sessions with a counted row, the users with any row, and
/// y of n rows.
struct ShareCount {
  var subject: String
  var users: Int
  var sessions: Int
  var share: RatioSums
  /// More columns, named in ``RuleCounts/shares(_:and:)``.
  var more: [Int] = []

  static let columns = ["subject", "users", "eligible_users", "sessions", "y", "n"]

  var row: [Table.Cell] {
    [.text(subject)] + ([users, share.users, sessions, share.sumY, share.sumN] + more).map { .integer($0) }
  }
}

extension ShareCount {
  init(_ subject: String, _ happening: Happening, _ share: RatioSums, more: [Int] = []) {
    self.init(subject: subject, users: happening.users, sessions: happening.sessions, share: share, more: more)
  }

  init(_ subject: String, _ cell: ShareCell) {
    self.init(subject: subject, users: cell.users, sessions: cell.sessions, share: cell.share)
  }
}

extension RuleCounts {
  /// - Parameter columns: the names of additional columns.
  static func shares(_ counts: [ShareCount], and columns: [String] = []) -> RuleCounts {
    RuleCounts(ShareCount.columns + columns, counts.map(\.row))
  }
}

extension RuleContext {
  /// The rows of the tabs with any counts, in text order.
  func tabCounts<Cell>(_ cells: NameCells<Cell>, _ figures: (Cell) -> (happening: Happening, sums: RatioSums)) -> RuleCounts {
    .shares(
      scope.names.ordered(cells.keys).compactMap { name in
        let (happening, sums) = figures(cells[name] ?? Cell())
        return sums.sumN > 0 ? ShareCount(text(name), happening, sums) : nil
      })
  }
}
