/// How rows become a table: its columns, and how a row fills each.
///
/// To add a column, add a line. Its role decides how it is sorted, described and protected.
package struct TableDefinition<Row> {
  package enum Order: Sendable {
    /// By the key columns.
    case keys
    /// In the given order.
    case given
  }

  /// The table without rows.
  package let empty: Table
  let columns: [TableColumns<Row>]
  private let order: Order
  private let subject: (Row) -> Table.Row.Subject

  /// - Parameters:
  ///   - name: the name of its file, without the extension.
  ///   - meaning: what one row stands for.
  ///   - isOfParts: whether rows are parts of the app.
  ///   - subject: what the figures of a row count.
  package init(
    _ name: String, _ meaning: String, order: Order = .keys, smallGroups: Table.SmallGroupPolicy = .combineRows, isOfParts: Bool = false,
    subject: @escaping (Row) -> Table.Row.Subject = { _ in .users }, _ columns: [TableColumns<Row>]
  ) {
    empty = Table(name: name, meaning: meaning, columns: columns.flatMap(\.columns), smallGroups: smallGroups, isOfParts: isOfParts)
    self.columns = columns
    self.order = order
    self.subject = subject
  }

  /// The cells of a row.
  package func row(_ row: Row) -> Table.Row {
    var cells: [Table.Cell] = []
    cells.reserveCapacity(empty.columns.count)
    for column in columns { column.fill(row, &cells) }
    return Table.Row(cells, subject: subject(row))
  }

  package func table(_ rows: some Sequence<Row>) -> Table {
    var table = empty
    table.rows = rows.map { row($0) }
    if order == .keys { table.sortByKeys() }
    return table
  }
}
