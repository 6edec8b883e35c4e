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
