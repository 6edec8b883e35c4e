import Statistics

/// A share with its 95% interval, if known.
package struct ShareWithInterval {
  var share: Double?
  var interval: Interval?

  init(share: Double?, interval: Interval?) {
    self.share = share
    self.interval = interval
  }

  init(_ sums: RatioSums?) { self.init(share: sums?.share, interval: sums?.interval()) }

  /// A share of users, each counted once.
  init(users: Int, of all: Int) {
    self.init(share: all > 0 ? Double(users) / Double(all) : nil, interval: wilson(successes: users, of: all))
  }
}

extension TableColumns {
  /// A share in the column `name`, and its interval in `…_low` and `…_high`.
  /// - Parameter low, high: the meanings of the bounds.
  static func shareWithInterval(
    _ name: String, _ meaning: String, bounds: String? = nil, basis: String? = nil, low: String = "Lower bound of the 95% interval.",
    high: String = "Upper bound of the 95% interval.", _ value: @escaping (Row) -> ShareWithInterval
  ) -> Self {
    let stem = bounds ?? name
    return .init([
      Table.Column(name, .share, .share, meaning, basis: basis), Table.Column(stem + "_low", .bound, .share, low),
      Table.Column(stem + "_high", .bound, .share, high),
    ]) { row, cells in
      let value = value(row)
      cells += [.init(value.share), .init(value.interval?.low), .init(value.interval?.high)]
    }
  }

  /// A share of rows, with an interval that accounts for rows of the same user.
  static func shareByUser(_ name: String, _ meaning: String, basis: String? = nil, _ sums: @escaping (Row) -> RatioSums?) -> Self {
    shareWithInterval(
      name, meaning, basis: basis, low: "Lower bound of the 95% interval, by user.", high: "Upper bound of the 95% interval, by user."
    ) { ShareWithInterval(sums($0)) }
  }

  /// The share of the eligible users who use something, with its Wilson interval, and the eligible users.
  static func reach(of scope: MeasureScope, _ use: @escaping (Row) -> (subject: Discovery.Subject, users: Int)) -> Self {
    let share = shareWithInterval("reach", "Those users over the eligible users.") { row in
      let (subject, users) = use(row)
      let eligible = scope.eligibleUsers(of: subject)
      return ShareWithInterval(users: min(users, eligible), of: eligible)
    }
    // Like a bound, it reveals nothing about who did something, and is hidden with the share.
    let eligible = Table.Column("eligible_users", .bound, .integer, "Users with a session in which the app may have had it.", in: .users)
    return .init(share.columns + [eligible]) { row, cells in
      share.fill(row, &cells)
      cells.append(.integer(scope.eligibleUsers(of: use(row).subject)))
    }
  }
}

/// The reach of everything in the navigation, in one long table with uniform columns.
enum ReachTable {
  private struct Row {
    let kind: String
    let container: String?
    let entry: String
    let table: TableRows
    let index: Int

    func cell(_ column: String) -> Table.Cell { table.cell(index, column) }
  }

  /// - Parameter tables: contains the wide tables: those of parts of the app that have a reach.
  static func table(of tables: [Table]) -> Table {
    let rows = tables.flatMap { table -> [Row] in
      guard let parts = table.parts, table.index(of: "reach") != nil else { return [] }
      let rows = TableRows(table)
      return rows.indices.map { index in
        let container: String? =
          switch parts.container {
          case .none: nil
          case .all(let name): name
          case .column(let column): rows.text(index, column)
          }
        return Row(kind: parts.kind, container: container, entry: rows.text(index, parts.column), table: rows, index: index)
      }
    }
    return TableDefinition<Row>(
      "reach", "One row for each tab, More item, menu, menu item and gesture: how many of those who could use it did.",
      [
        .key("kind", "What it is: gesture, menu, menu_item, more_item or tab.") { $0.kind },
        .key("container", "What it is in: bar, More, or the menu; empty for menus and gestures.") { $0.container },
        .key("entry", "Its name.") { $0.entry },
        .cell(Table.Column("users", .users, .integer, "Users who used it.")) { $0.cell("users") },
        .cell(Table.Column("eligible_users", .bound, .integer, "Users with a session in which the app may have had it.", in: .users)) {
          $0.cell("eligible_users")
        },
        .cell(Table.Column("reach", .share, .share, "Those users over the eligible users.")) { $0.cell("reach") },
        .cell(Table.Column("reach_low", .bound, .share, "Lower bound of the 95% interval.")) { $0.cell("reach_low") },
        .cell(Table.Column("reach_high", .bound, .share, "Upper bound of the 95% interval.")) { $0.cell("reach_high") },
      ]
    ).table(rows)
  }
}

extension TableColumns {
  /// A column that is filled from another table.
  fileprivate static func cell(_ column: Table.Column, _ cell: @escaping (Row) -> Table.Cell) -> Self { .init([column]) { $1.append(cell($0)) } }
}
