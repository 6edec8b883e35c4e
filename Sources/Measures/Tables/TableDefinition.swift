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

  package let empty: Table
  let columns: [TableColumns<Row>]
  private let order: Order

  /// The meanings are those in ``Table``.
  package init(
    _ name: String, _ meaning: String, order: Order = .keys, smallGroups: Table.SmallGroupPolicy = .leaveOutRows,
    isOfParts: Bool = false, _ columns: [TableColumns<Row>]
  ) {
    empty = Table(
      name: name, meaning: meaning, columns: columns.flatMap(\.columns), smallGroups: smallGroups, isOfParts: isOfParts)
    self.columns = columns
    self.order = order
  }

  package func row(_ row: Row) -> Table.Row {
    var cells: [Table.Cell] = []
    cells.reserveCapacity(empty.columns.count)
    for column in columns { column.fill(row, &cells) }
    return Table.Row(cells)
  }

  package func table(_ rows: some Sequence<Row>) -> Table {
    var table = empty
    table.rows = rows.map { row($0) }
    if order == .keys { table.sortByKeys() }
    return table
  }
}

extension TableColumns {
  /// A column whose values can also be read from a file (``TableDefinition/rows(of:from:)``).
  /// - Parameter set: sets a row's value; cells that are not what the column holds are ``Table/Cell/unknown``.
  package func read(_ set: @escaping (inout Row, Table.Cell) -> Void) -> Self { Self(columns, set: set, fill) }

  /// A text of a row, which is read as well.
  package static func key(_ column: TypedColumn<String>, _ meaning: String, at path: WritableKeyPath<Row, String>)
    -> Self
  {
    key(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.text }
  }

  package static func key(_ column: TypedColumn<String>, _ meaning: String, at path: WritableKeyPath<Row, String?>)
    -> Self
  {
    key(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1 == .unknown ? nil : $1.text }
  }

  package static func text(_ column: TypedColumn<String>, _ meaning: String, at path: WritableKeyPath<Row, String>)
    -> Self
  {
    text(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.text }
  }

  package static func text(_ column: TypedColumn<String>, _ meaning: String, at path: WritableKeyPath<Row, String?>)
    -> Self
  {
    text(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1 == .unknown ? nil : $1.text }
  }

  /// A word of a list. Unknown words are not read.
  package static func word<Word: RawRepresentable<String>>(
    _ column: TypedColumn<String>, _ meaning: String, at path: WritableKeyPath<Row, Word>
  ) -> Self {
    text(column, meaning) { $0[keyPath: path].rawValue }.read { row, cell in
      Word(rawValue: cell.text).map { row[keyPath: path] = $0 }
    }
  }

  package static func count(_ column: TypedColumn<Int>, _ meaning: String, at path: WritableKeyPath<Row, Int?>) -> Self
  {
    count(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.integer }
  }

  package static func users(_ column: TypedColumn<Int>, _ meaning: String, at path: WritableKeyPath<Row, Int?>) -> Self
  {
    users(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.integer }
  }

  package static func sessions(_ column: TypedColumn<Int>, _ meaning: String, at path: WritableKeyPath<Row, Int?>)
    -> Self
  {
    sessions(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.integer }
  }

  package static func measure(
    _ column: TypedColumn<Double>, _ meaning: String, in unit: Table.Column.Unit?,
    at path: WritableKeyPath<Row, Double?>
  ) -> Self {
    measure(column, meaning, in: unit) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.number }
  }

  package static func bound(_ column: TypedColumn<Double>, _ meaning: String, at path: WritableKeyPath<Row, Double?>)
    -> Self
  {
    bound(column, meaning) { $0[keyPath: path] }.read { $0[keyPath: path] = $1.number }
  }
}

extension TableDefinition {
  /// The rows of a file that was written with these columns, or with some of them in any order.
  /// - Parameter records: the cells of the file, the names of its columns first.
  /// - Returns: nil if it lacks a key, so it is another table.
  package func rows(of records: [[String]], from blank: Row) -> [Row]? {
    let header = records.first ?? []
    let readers = columns.compactMap { column in
      column.columns.first.flatMap { first in
        header.firstIndex(of: first.name).flatMap { index in column.set.map { (index, first, $0) } }
      }
    }
    guard empty.keys.allSatisfy({ key in readers.contains { $0.1.name == key.name } }) else { return nil }
    return records.dropFirst().map { cells in
      readers.reduce(into: blank) { row, reader in
        let (index, column, set) = reader
        set(&row, index < cells.count ? Table.Cell(cells[index], column.kind) : .unknown)
      }
    }
  }
}

extension Table.Cell {
  /// A cell of a file; unknown if it is empty or does not hold the column's kind.
  fileprivate init(_ text: String, _ kind: Table.Column.Kind) {
    self =
      switch kind {
      case _ where text.isEmpty: .unknown
      case .text, .date, .time: .text(text)
      case .integer: .init(Int(text))
      case .number, .share: .init(Double(text).flatMap { $0.isFinite ? $0 : nil })
      }
  }

  fileprivate var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
}
