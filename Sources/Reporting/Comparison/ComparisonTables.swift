import Measures
import Statistics
import UsabilityRules

extension ComparisonContents {
  /// Every table that is written as CSV.
  public var tables: [Table] { [measuresTable, findingsTable, checksTable] }

  /// The names of ``tables``.
  public static let tableNames = ["compare", "compare_findings", "compare_checks"]

  private static let sides: [Table.Column] = [
    .init("before", .text, "The first side: a log, a store, or values of dimensions."),
    .init("after", .text, "The second side."),
  ]

  private static func sides(_ pair: Pair) -> [Table.Cell] { [.text(pair.before.label), .text(pair.after.label)] }

  private var measuresTable: Table {
    func value(_ value: ComparedFigure.Value, _ unit: ComparedFigure.Unit) -> [Table.Cell] {
      let number: Table.Cell = unit == .count || unit == .quantile ? .init(value.value.map { Int($0) }) : .init(value.value)
      return [number, .init(value.interval?.low), .init(value.interval?.high), .init(value.n), .init(value.users)]
    }
    let rows = pairs.flatMap { pair in
      pair.figures.map { figure -> [Table.Cell] in
        Self.sides(pair) + [
          .text(figure.family.rawValue), .text(figure.metric), .text(figure.subjectKind), .text(figure.subject),
          figure.section.map { .text($0) } ?? .unknown, .text(figure.unit.rawValue), .text(figure.better.rawValue),
        ] + value(figure.before, figure.unit) + value(figure.after, figure.unit) + [
          .init(figure.difference), .init(figure.change?.interval.low), .init(figure.change?.interval.high), .init(figure.p),
          .init(figure.pAdjusted), .init(figure.smallest), figure.evidence.map { .text($0.rawValue) } ?? .unknown,
          figure.verdict.map { .text($0.rawValue) } ?? .unknown,
        ]
      }
    }
    func side(_ name: String, _ words: String) -> [Table.Column] {
      [
        .init("\(name)_value", .number, "The measure \(words); shares are fractions 0–1, empty where it is not known."),
        .init("\(name)_low", .number, "Lower bound of its 95 % interval."),
        .init("\(name)_high", .number, "Upper bound of its 95 % interval."),
        .init("\(name)_n", .integer, "The denominator of the share or mean \(words)."),
        .init("\(name)_users", .integer, "Users with rows in it \(words)."),
      ]
    }
    return Table(
      name: "compare", meaning: "One row for each measure and pair of sides: both values, the difference, and what it says.",
      columns: Self.sides + [
        .init("family", .text, "The measures that are adjusted together: log, depth, path, tabs, menu, gesture, task, screen."),
        .init("metric", .text, "The measure."),
        .init("subject_kind", .text, "What the subject is: app, tab, item, menu, gesture, task, screen."),
        .init("subject", .text, "What it is about; app for the whole app."),
        .init("section", .text, "The menu or list that the subject is in; empty where it is in none."),
        .init("unit", .text, "What the value is: count, share, mean, or quantile."),
        .init("better", .text, "Which way is the better one: lower, higher, or neither."),
      ] + side("before", "before") + side("after", "after") + [
        .init("difference", .number, "After minus before."),
        .init("ci_low", .number, "Lower bound of the 95 % interval of the difference."),
        .init("ci_high", .number, "Upper bound of the 95 % interval of the difference."),
        .init("p", .number, "Two-sided p-value for no difference."),
        .init("p_adjusted", .number, "The same, adjusted for how many measures of the family were looked at (Benjamini–Hochberg)."),
        .init("smallest", .number, "The smallest change worth having."),
        .init("evidence", .text, "How much it rests on: strong, moderate or exploratory; empty where nothing is judged."),
        .init("verdict", .text, "better, worse, changed, same (no difference to be seen), unsure (cannot tell); empty where nothing is judged."),
      ], rows: rows)
  }

  private var findingsTable: Table {
    func value(_ finding: Finding?) -> [Table.Cell] {
      [
        finding.map { .text($0.severity.rawValue) } ?? .unknown, .init(finding?.value), .init(finding?.interval?.low),
        .init(finding?.interval?.high), .init(finding?.users), .init(finding?.eligibleUsers), finding.map { .text($0.message) } ?? .unknown,
      ]
    }
    let rows = pairs.flatMap { pair in
      pair.findings.compactMap { change -> [Table.Cell]? in
        guard let finding = change.finding else { return nil }
        return Self.sides(pair) + [
          .text(change.kind.rawValue), .text(finding.rule), .text(finding.subjectKind), .text(finding.subject),
          finding.section.map { .text($0) } ?? .unknown, .text(finding.metric),
        ] + value(change.before) + value(change.after)
      }
    }
    func side(_ name: String, _ words: String) -> [Table.Column] {
      [
        .init("\(name)_severity", .text, "How bad it is \(words); empty where it is not found there."),
        .init("\(name)_value", .number, "The figure that broke the threshold \(words)."),
        .init("\(name)_low", .number, "Lower bound of its 95 % interval."),
        .init("\(name)_high", .number, "Upper bound of its 95 % interval."),
        .init("\(name)_users", .integer, "The users concerned \(words)."),
        .init("\(name)_eligible_users", .integer, "The users who could have been concerned \(words)."),
        .init("\(name)_message", .text, "What is wrong \(words), in one sentence."),
      ]
    }
    return Table(
      name: "compare_findings", meaning: "One row for each finding of either side and pair of sides.",
      columns: Self.sides + [
        .init("change", .text, "new, gone, stays, or not_judged: the rule had nothing to look at on the other side."),
        .init("rule", .text, "Id of the rule that found it."),
        .init("subject_kind", .text, "What the subject is."),
        .init("subject", .text, "What it is about; app for the whole app."),
        .init("section", .text, "The section, menu or container that the subject is in; empty where it is in none."),
        .init("metric", .text, "The figure that broke the threshold."),
      ] + side("before", "before") + side("after", "after"), rows: rows)
  }

  private var checksTable: Table {
    Table(
      name: "compare_checks", meaning: "One row for each check of whether the sides may be compared, and pair of sides.",
      columns: Self.sides + [
        .init("check", .text, "The check."),
        .init("outcome", .text, "passed, warning, or allowed: it would have refused, and was told not to."),
        .init("before_value", .text, "What was looked at, before."),
        .init("after_value", .text, "What was looked at, after."),
        .init("message", .text, "What is wrong and what follows from it; what was looked at, where nothing is wrong."),
      ],
      rows: pairs.flatMap { pair in
        pair.checks.map { Self.sides(pair) + [.text($0.id), .text($0.outcome.rawValue), .text($0.before), .text($0.after), .text($0.message)] }
      })
  }
}
