extension Measures {
  /// One row for each figure of the entire log.
  package func summary(_ scope: MeasureScope) -> Table {
    TableDefinition<(figure: Figure, value: Figure.Value)>(
      "summary", "One row for each measure of the whole log.", order: .given, smallGroups: .emptyCells, subject: \.figure.subject,
      [
        .key("metric", "The measure.") { $0.figure.name },
        .figure("value", "Its value; shares are fractions 0–1, empty where it is not known.") { $0.figure.cell($0.value.value) },
        .bound("ci_low", "Lower bound of the 95% interval of a share.") { $0.value.interval?.low },
        .bound("ci_high", "Upper bound of the 95% interval of a share.") { $0.value.interval?.high },
        .count("n", "The denominator of a share or mean, the number of values of a quantile or maximum.") { $0.value.n },
        .text("unit", "What the value is: count, share, mean, or quantile (a maximum is one).") { $0.figure.unit.rawValue },
      ]
    ).table(Figure.all.filter(\.isInSummary).map { ($0, $0.value(self, scope)) })
  }
}
