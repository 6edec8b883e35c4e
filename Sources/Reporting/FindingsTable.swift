import Measures
import UsabilityRules

/// The table `findings`: one row for each finding, worst first.
public func findingsTable(_ findings: [Finding]) -> Table {
  let rows = findings.sorted { $0.precedes($1) }.map { finding -> [Table.Cell] in
    [
      .text(finding.rule), .text(finding.severity.rawValue), .text(finding.evidence.rawValue),
      .text(finding.subjectKind), .text(finding.subject), finding.section.map { .text($0) } ?? .unknown,
      .text(finding.metric), .init(finding.value), .init(finding.interval?.low), .init(finding.interval?.high),
      .init(finding.threshold), .init(finding.users), .init(finding.eligibleUsers), .init(finding.sessions),
      .init(finding.extraTaps), .text(finding.message), .text(finding.recommendation), .text(finding.source),
      .text(finding.examples.map(\.label).joined(separator: " ")),
    ]
  }
  return Table(
    name: "findings", meaning: "One row for each finding, the worst first.",
    columns: [
      .init("rule", .text, "Id of the rule that found it."),
      .init("severity", .text, "How bad it is: error, warning or info."),
      .init("evidence", .text, "How sure it is: structural, strong, moderate or exploratory."),
      .init("subject_kind", .text, "What the subject is: app, section, screen, tab, menu, item, …"),
      .init("subject", .text, "What it is about; app for the whole app."),
      .init("section", .text, "The section, menu or container that the subject is in; empty where it is in none."),
      .init("metric", .text, "The figure that broke the threshold."),
      .init("value", .number, "Its value; shares are fractions 0–1."),
      .init("ci_low", .number, "Lower bound of the 95 % interval."),
      .init("ci_high", .number, "Upper bound of the 95 % interval."),
      .init("threshold", .number, "The threshold."),
      .init("users", .integer, "The users concerned."),
      .init("eligible_users", .integer, "The users who could have been concerned."),
      .init("sessions", .integer, "The sessions concerned."),
      .init("extra_taps", .integer, "Taps that people paid and would not have to pay."),
      .init("message", .text, "What is wrong, in one sentence."),
      .init("recommendation", .text, "What to change."),
      .init("source", .text, "Where the threshold comes from."),
      .init("example_sessions", .text, "Sessions by which it can be looked up, with a space between."),
    ],
    rows: rows)
}
