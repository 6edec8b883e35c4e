import Tables

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

  /// A wide table: the kind of its rows, and the columns of their names.
  private static let sources: [(table: String, kind: String, container: String?, entry: String)] = [
    ("gestures", "gesture", nil, "gesture"), ("menus", "menu", nil, "menu"), ("menu_items", "menu_item", "menu", "item"),
    ("more", "more_item", nil, "item"), ("tabs", "tab", nil, "tab"),
  ]

  /// - Parameter tables: contains the wide tables.
  static func table(of tables: [Table]) -> Table {
    let rows = sources.flatMap { source -> [Row] in
      guard let table = tables.first(where: { $0.name == source.table }) else { return [] }
      let rows = TableRows(table)
      return rows.indices.map { index in
        Row(
          kind: source.kind, container: source.container.map { rows.text(index, $0) } ?? place(of: source.kind), entry: rows.text(index, source.entry),
          table: rows, index: index)
      }
    }
    return TableDefinition<Row>(
      "reach", "One row for each tab, More item, menu, menu item and gesture: how many of those who could use it did.",
      [
        .key("kind", "What it is: gesture, menu, menu_item, more_item or tab.") { $0.kind },
        .key("container", "What it is in: bar, More, or the menu; empty for menus and gestures.") { $0.container },
        .key("entry", "Its name.") { $0.entry },
        .cell(Table.Column("users", .users, .integer, "Users who used it.")) { $0.cell("users") },
        .cell(Table.Column("eligible_users", .bound, .integer, "Users with a session in which the app may have had it.")) { $0.cell("eligible_users") },
        .cell(Table.Column("reach", .share, .share, "Those users over the eligible users.")) { $0.cell("reach") },
        .cell(Table.Column("reach_low", .bound, .share, "Lower bound of the 95% interval.")) { $0.cell("reach_low") },
        .cell(Table.Column("reach_high", .bound, .share, "Upper bound of the 95% interval.")) { $0.cell("reach_high") },
      ]
    ).table(rows)
  }

  private static func place(of kind: String) -> String? {
    switch kind {
    case "tab": "bar"
    case "more_item": "More"
    default: nil
    }
  }
}

extension TableColumns {
  /// A column that is filled from another table.
  fileprivate static func cell(_ column: Table.Column, _ cell: @escaping (Row) -> Table.Cell) -> Self { .init([column]) { $1.append(cell($0)) } }
}
