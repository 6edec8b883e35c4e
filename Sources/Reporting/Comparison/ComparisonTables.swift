import Measures
import UsabilityRules

extension ComparisonContents {
  /// Every table that is written as CSV.
  package var tables: [Table] {
    [measuresTable, findingsTable, movesTable, checksTable].map { table in
      (leastShown.map { table.withoutSmallGroups(least: $0).table } ?? table).of(app: app, period: period)
    }
  }

  /// The times of the first and the last event of all sides; if small groups are hidden, the full days that are shown.
  private var period: ClosedRange<Int64>? {
    let spans = pairs.flatMap { [$0.before.period, $0.after.period] }.compactMap(\.self)
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return nil }
    return first...last
  }

  /// The names of ``tables``.
  public static let tableNames =
    ComparisonContents(isExperiment: false, pairs: [], settings: ComparisonSettings()).tables.map(\.name)

  func rows<Value>(_ values: (Pair) -> [Value]) -> [Compared<Value>] {
    pairs.flatMap { pair in values(pair).map { (pair, $0) } }
  }

  private var measuresTable: Table {
    typealias Columns = TableColumns<Compared<ComparedFigure>>
    func side(_ name: String, _ words: String, _ value: @escaping (ComparedFigure) -> ComparedFigure.Value) -> [Columns]
    {
      [
        .figure("\(name)_value", "The measure \(words); shares are fractions 0–1, empty where it is not known.") {
          row in
          let value = value(row.value).value
          let isWhole = row.value.unit == .count || row.value.unit == .quantile
          return isWhole ? .init(value.map { Int($0) }) : .init(value)
        },
        .bound("\(name)_low", "Lower bound of its 95% interval.") { value($0.value).interval?.low },
        .bound("\(name)_high", "Upper bound of its 95% interval.") { value($0.value).interval?.high },
        .count("\(name)_n", "The denominator of the share or mean \(words).") { value($0.value).n },
        .users("\(name)_users", "Users with rows in it \(words).") { value($0.value).users },
      ]
    }
    let what: [Columns] = [
      .text("family", "The family of the measure: log, depth, path, tabs, menu, gesture, task, screen.") {
        $0.value.family.rawValue
      },
      .key("metric", "The measure.") { $0.value.metric },
      .key("subject_kind", "What the subject is: app, tab, item, menu, gesture, task, screen.") {
        $0.value.subjectKind
      },
      .key("subject", "What it is about; app for the whole app.") { $0.value.subject },
      .key("section", "The menu or list that the subject is in; empty where it is in none.") { $0.value.section },
      .text("unit", "What the value is: count, share, mean, or quantile.") { $0.value.unit.rawValue },
      .text("better", "Better direction: lower, higher, or neither.") { $0.value.better.rawValue },
    ]
    let outcome: [Columns] = [
      .measure("difference", "After minus before.", in: nil) { $0.value.difference },
      .bound("ci_low", "Lower bound of the 95% interval of the difference.") { $0.value.change?.interval.low },
      .bound("ci_high", "Upper bound of the 95% interval of the difference.") { $0.value.change?.interval.high },
      .measure("p", "Two-sided p-value for no difference.", in: nil) { $0.value.p },
      .measure("p_adjusted", "The same, adjusted for the number of measures tested (Benjamini–Hochberg).", in: nil) {
        $0.value.pAdjusted
      },
      .measure("smallest", "The smallest change worth having.", in: nil) { $0.value.smallest },
      .text("evidence", "Evidence: strong, moderate or exploratory; empty where nothing is judged.") {
        $0.value.evidence?.rawValue
      },
      .text(
        "verdict",
        """
        better, worse, changed, same (no difference detected), unsure (inconclusive), not_applicable (a side does \
        not have the control); empty where nothing is judged.
        """
      ) {
        $0.value.verdict?.rawValue
      },
    ]
    return TableDefinition(
      "compare", "One row for each measure and pair of sides: both values, the difference, and what it says.",
      order: .given,
      sides() + what + side("before", "before") { $0.before } + side("after", "after") { $0.after } + outcome
    ).table(rows(\.figures))
  }

  private var findingsTable: Table {
    typealias Columns = TableColumns<Compared<FindingChange>>
    func side(_ name: String, _ words: String, _ finding: @escaping (FindingChange) -> Finding?) -> [Columns] {
      [
        .text("\(name)_severity", "Severity \(words); empty where it is not found there.") {
          finding($0.value)?.severity.rawValue
        },
        .measure("\(name)_value", "The figure that broke the threshold \(words).", in: nil) {
          finding($0.value)?.value
        },
        .bound("\(name)_low", "Lower bound of its 95% interval.") { finding($0.value)?.interval?.low },
        .bound("\(name)_high", "Upper bound of its 95% interval.") { finding($0.value)?.interval?.high },
        .users("\(name)_users", "Affected users \(words).") { finding($0.value)?.users },
        .users("\(name)_eligible_users", "Eligible users \(words).") { finding($0.value)?.eligibleUsers },
        .text("\(name)_message", "What is wrong \(words), in one sentence.") { finding($0.value)?.message.plain },
      ]
    }
    let what: [Columns] = [
      .key("change", "new, gone, stays, or not_judged: the rule had nothing to check on the other side.") {
        $0.value.kind.rawValue
      },
      .key("rule", "Id of the rule that found it.") { $0.value.finding?.rule },
      .key("subject_kind", "What the subject is.") { $0.value.finding?.subjectKind },
      .key("subject", "What it is about; app for the whole app.") { $0.value.finding?.subject },
      .key("section", "The section, menu or container that the subject is in; empty where it is in none.") {
        $0.value.finding?.section
      },
      .text("metric", "The figure that broke the threshold.") { $0.value.finding?.metric },
    ]
    return TableDefinition(
      "compare_findings", "One row for each finding of either side and pair of sides.", order: .given,
      sides() + what + side("before", "before") { $0.before } + side("after", "after") { $0.after }
    ).table(rows { $0.findings.filter { $0.finding != nil } })
  }

  private var checksTable: Table {
    TableDefinition<Compared<ComparisonCheck>>(
      "compare_checks", "One row for each check of whether the sides may be compared, and pair of sides.",
      order: .given,
      sides() + [
        .key("check", "The check.") { $0.value.id },
        .text("outcome", "passed, warning, or allowed: it would have refused, but --allow names it.") {
          $0.value.outcome.rawValue
        },
        .text("before_value", "What was looked at, before.") { $0.value.before },
        .text("after_value", "What was looked at, after.") { $0.value.after },
        .text("message", "What is wrong and what follows from it; what was looked at, where nothing is wrong.") {
          $0.value.message
        },
      ]
    ).table(rows(\.checks))
  }
}

/// The columns that identify the pair of sides.
func sides<Value>() -> [TableColumns<Compared<Value>>] {
  [
    .key("before", "The first side: a log, a store, or values of dimensions.") { $0.pair.before.label },
    .key("after", "The second side.") { $0.pair.after.label },
  ]
}
