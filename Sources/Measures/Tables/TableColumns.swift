/// A column of a table, or several that belong together, such as a share and its interval.
package struct TableColumns<Row> {
  package let columns: [Table.Column]
  /// Appends one cell for each column.
  package let fill: (Row, inout [Table.Cell]) -> Void
  /// Sets the value of a single column as read from a file; nil for columns that are only written.
  let set: ((inout Row, Table.Cell) -> Void)?

  package init(
    _ columns: [Table.Column], set: ((inout Row, Table.Cell) -> Void)? = nil, _ fill: @escaping (Row, inout [Table.Cell]) -> Void
  ) {
    self.columns = columns
    self.set = set
    self.fill = fill
  }

  private init(
    _ name: String, _ role: Table.Column.Role, _ kind: Table.Column.Kind, _ meaning: String, in unit: Table.Column.Unit? = nil,
    basis: String? = nil, _ cell: @escaping (Row) -> Table.Cell
  ) {
    self.init([Table.Column(name, role, kind, meaning, in: unit, basis: basis)]) { $1.append(cell($0)) }
  }

  /// A text that identifies a row, alone or with other keys.
  package static func key(_ name: String, _ meaning: String, _ value: @escaping (Row) -> String?) -> Self {
    .init(name, .key, .text, meaning) { .init(value($0)) }
  }

  /// A number that identifies a row, alone or with other keys.
  package static func numberKey(_ name: String, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .key, .integer, meaning) { .init(value($0)) }
  }

  /// A day, since 1970-01-01, that identifies a row, alone or with other keys.
  package static func dayKey(_ name: String, _ meaning: String, _ day: @escaping (Row) -> Int) -> Self {
    .init(name, .key, .date, meaning) { .date(day($0)) }
  }

  package static func text(_ name: String, _ meaning: String, _ value: @escaping (Row) -> String?) -> Self {
    .init(name, .text, .text, meaning) { .init(value($0)) }
  }

  /// Names, which a file has in one cell with spaces between.
  package static func list(_ name: String, _ meaning: String, _ value: @escaping (Row) -> [String]) -> Self {
    .init(name, .text, .text, meaning) { .list(value($0)) }
  }

  /// A time, in microseconds since 1970-01-01T00:00:00Z.
  package static func time(_ name: String, _ meaning: String, _ value: @escaping (Row) -> Int64?) -> Self {
    .init(name, .text, .time, meaning) { value($0).map { .time($0) } ?? .unknown }
  }

  package static func count(_ name: String, _ meaning: String, basis: String? = nil, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .count, .integer, meaning, basis: basis) { .init(value($0)) }
  }

  package static func users(_ name: String, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .users, .integer, meaning) { .init(value($0)) }
  }

  package static func sessions(_ name: String, _ meaning: String, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .sessions, .integer, meaning) { .init(value($0)) }
  }

  /// A minimum or maximum of integers.
  package static func extreme(_ name: String, _ meaning: String, in unit: Table.Column.Unit?, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .extreme, .integer, meaning, in: unit) { .init(value($0)) }
  }

  /// A quantile of integers.
  package static func quantile(_ name: String, _ meaning: String, in unit: Table.Column.Unit?, basis: String? = nil, _ value: @escaping (Row) -> Int?) -> Self {
    .init(name, .measure, .integer, meaning, in: unit, basis: basis) { .init(value($0)) }
  }

  /// A mean, a ratio, or a quantile of durations.
  package static func measure(_ name: String, _ meaning: String, in unit: Table.Column.Unit?, basis: String? = nil, _ value: @escaping (Row) -> Double?) -> Self
  {
    .init(name, .measure, .number, meaning, in: unit, basis: basis) { .init(value($0)) }
  }

  /// A number that is a count in some rows and a share in others: its unit is that of the row.
  package static func figure(_ name: String, _ meaning: String, _ value: @escaping (Row) -> Table.Cell) -> Self {
    .init(name, .measure, .number, meaning, value)
  }

  /// A bound of the previous column's interval.
  package static func bound(_ name: String, _ meaning: String, kind: Table.Column.Kind = .number, _ value: @escaping (Row) -> Double?) -> Self {
    .init(name, .bound, kind, meaning) { .init(value($0)) }
  }

  package static func share(_ name: String, _ meaning: String, basis: String? = nil, _ value: @escaping (Row) -> Double?) -> Self {
    .init(name, .share, .share, meaning, basis: basis) { .init(value($0)) }
  }
}
