import Statistics

/// A row of `summary.csv`: a figure of the entire log.
package struct SummaryRow {
  package private(set) var metric = ""
  private var cell = Table.Cell.unknown
  private var value = Figure.Value()
  private var unit = ""
  private var subject = Table.Row.Subject.users

  private init() {}

  fileprivate init(_ figure: Figure, _ value: Figure.Value) {
    (metric, cell, self.value, unit, subject) = (figure.name, figure.cell(value.value), value, figure.unit.rawValue, figure.subject)
  }

  /// The value of a count; nil for other figures.
  package var count: Int? { if case .number(let number) = cell { Int(exactly: number) } else { nil } }

  fileprivate static var table: TableDefinition<SummaryRow> {
    TableDefinition(
      "summary", "One row for each measure of the whole log.", order: .given, smallGroups: .emptyCells, subject: \.subject,
      [
        .key("metric", "The measure.", at: \.metric),
        .figure("value", "Its value; shares are fractions 0–1, empty where it is not known.") { $0.cell }.read { $0.cell = $1 },
        .bound("ci_low", "Lower bound of the 95% interval of a share.") { $0.value.interval?.low },
        .bound("ci_high", "Upper bound of the 95% interval of a share.") { $0.value.interval?.high },
        .count("n", "The denominator of a share or mean, the number of values of a quantile or maximum.") { $0.value.n },
        .text("unit", "What the value is: count, share, mean, or quantile (a maximum is one).") { $0.unit },
      ])
  }

  /// The rows of a file, as far as an earlier report is compared by them; nil if it is another table.
  package static func rows(in records: [[String]]) -> [SummaryRow]? { table.rows(of: records, from: SummaryRow()) }
}

extension Measures {
  /// One row for each figure of the entire log.
  package func summary(_ scope: MeasureScope) -> Table {
    SummaryRow.table.table(Figure.all.filter(\.isInSummary).map { SummaryRow($0, $0.value(self, scope)) })
  }
}
