import NavigationModel

/// A column of a table, or several that belong together, such as a share and its interval.
package struct TableColumns<Row> {
  package let columns: [Table.Column]
  /// Appends one cell for each column.
  package let fill: (Row, inout [Table.Cell]) -> Void
  /// Sets the value of a single column as read from a file; nil for columns that are only written.
  let set: ((inout Row, Table.Cell) -> Void)?

  package init(
    _ columns: [Table.Column], set: ((inout Row, Table.Cell) -> Void)? = nil,
    _ fill: @escaping (Row, inout [Table.Cell]) -> Void
  ) {
    self.columns = columns
    self.set = set
    self.fill = fill
  }

  private init<Value>(
    _ column: TypedColumn<Value>, _ role: Table.Column.Role, _ kind: Table.Column.Kind, _ meaning: String,
    in unit: Table.Column.Unit? = nil,
    basis: String? = nil, _ cell: @escaping (Row) -> Table.Cell
  ) {
    self.init([Table.Column(column.name, role, kind, meaning, in: unit, basis: basis)]) { $1.append(cell($0)) }
  }

  /// A text that identifies a row, alone or with other keys.
  package static func key(_ column: TypedColumn<String>, _ meaning: String, _ value: @escaping (Row) -> String?) -> Self
  {
    .init(column, .key, .text, meaning) { .init(value($0)) }
  }

  /// A number that identifies a row, alone or with other keys.
  package static func numberKey(_ column: TypedColumn<Int>, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self
  {
    .init(column, .key, .integer, meaning) { .init(value($0)) }
  }

  /// A day, since 1970-01-01, that identifies a row, alone or with other keys.
  package static func dayKey(_ column: TypedColumn<CalendarDate>, _ meaning: String, _ day: @escaping (Row) -> Int)
    -> Self
  {
    .init(column, .key, .date, meaning) { .date(day($0)) }
  }

  package static func text(_ column: TypedColumn<String>, _ meaning: String, _ value: @escaping (Row) -> String?)
    -> Self
  {
    .init(column, .text, .text, meaning) { .init(value($0)) }
  }

  /// Names, which a file has in one cell with spaces between.
  package static func list(_ column: TypedColumn<[String]>, _ meaning: String, _ value: @escaping (Row) -> [String])
    -> Self
  {
    .init(column, .text, .text, meaning) { .list(value($0)) }
  }

  /// A time, in microseconds since 1970-01-01T00:00:00Z.
  package static func time(_ column: TypedColumn<Int64>, _ meaning: String, _ value: @escaping (Row) -> Int64?) -> Self
  {
    .init(column, .text, .time, meaning) { value($0).map { .time($0) } ?? .unknown }
  }

  package static func count(
    _ column: TypedColumn<Int>, _ meaning: String, basis: String? = nil, _ value: @escaping (Row) -> Int?
  ) -> Self {
    .init(column, .count, .integer, meaning, basis: basis) { .init(value($0)) }
  }

  package static func users(_ column: TypedColumn<Int>, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self {
    .init(column, .users, .integer, meaning) { .init(value($0)) }
  }

  package static func sessions(_ column: TypedColumn<Int>, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self
  {
    .init(column, .sessions, .integer, meaning) { .init(value($0)) }
  }

  package static func quantile(
    _ column: TypedColumn<Int>, _ meaning: String, in unit: Table.Column.Unit?, basis: String? = nil,
    _ value: @escaping (Row) -> Int?
  ) -> Self {
    .init(column, .measure, .integer, meaning, in: unit, basis: basis) { .init(value($0)) }
  }

  /// A mean, a ratio, or a quantile of durations.
  package static func measure(
    _ column: TypedColumn<Double>, _ meaning: String, in unit: Table.Column.Unit?, basis: String? = nil,
    _ value: @escaping (Row) -> Double?
  ) -> Self {
    .init(column, .measure, .number, meaning, in: unit, basis: basis) { .init(value($0)) }
  }

  /// A number that is a count in some rows and a share in others: its unit is that of the row.
  package static func figure(_ column: TypedColumn<Double>, _ meaning: String, _ value: @escaping (Row) -> Table.Cell)
    -> Self
  {
    .init(column, .measure, .number, meaning, value)
  }

  package static func bound(
    _ column: TypedColumn<Double>, _ meaning: String, kind: Table.Column.Kind = .number,
    _ value: @escaping (Row) -> Double?
  ) -> Self {
    .init(column, .bound, kind, meaning) { .init(value($0)) }
  }

  package static func share(
    _ column: TypedColumn<Double>, _ meaning: String, basis: String? = nil, _ value: @escaping (Row) -> Double?
  ) -> Self {
    .init(column, .share, .share, meaning, basis: basis) { .init(value($0)) }
  }
}
