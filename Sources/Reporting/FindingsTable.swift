import Measures
import UsabilityRules

/// The table `findings`: one row for each finding, worst first.
package func findingsTable(_ findings: [Finding]) -> Table {
  TableDefinition<Finding>(
    "findings", "One row for each finding, the worst first.", order: .given,
    [
      .key("rule", "Id of the rule that found it.") { $0.rule },
      .text("severity", "Severity: error, warning or info.") { $0.severity.rawValue },
      .text("evidence", "Evidence: structural, strong, moderate or exploratory.") { $0.evidence.rawValue },
      .text("state", "Whether it holds now: current, new (in the recent part of the log only) or over (no longer in the recent part).") { $0.state.rawValue },
      .key("subject_kind", "What the subject is: app, section, screen, tab, menu, item, …") { $0.subjectKind },
      .key("subject", "What it is about; app for the whole app.") { $0.subject },
      .key("section", "The section, menu or container that the subject is in; empty where it is in none.") { $0.section },
      .text("metric", "The figure that broke the threshold.") { $0.metric },
      .measure("value", "Its value; shares are fractions 0–1.", in: nil) { $0.value },
      .bound("ci_low", "Lower bound of the 95% interval.") { $0.interval?.low },
      .bound("ci_high", "Upper bound of the 95% interval.") { $0.interval?.high },
      .measure("threshold", "The threshold.", in: nil) { $0.threshold },
      .users("users", "Affected users.") { $0.users },
      .users("eligible_users", "Eligible users.") { $0.eligibleUsers },
      .count("effective_users", "Effective users: how many equally active users would give the same certainty; empty if no share is judged.") {
        $0.effectiveUsers
      },
      .sessions("sessions", "The sessions concerned.") { $0.sessions },
      .count("extra_taps", "Extra taps that people made, net; totals leave out rows with a part_of.") { $0.extraTaps },
      .text("part_of", "RULE SUBJECT of the finding that claims these taps; empty where it claims them itself.") { $0.partOf },
      .text("message", "What is wrong, in one sentence.") { $0.message },
      .text("recommendation", "What to change.") { $0.recommendation },
      .text("source", "Where the threshold comes from.") { $0.source },
      .text("example_sessions", "Example sessions, separated by spaces.") { $0.examples.map(\.label).joined(separator: " ") },
    ]
  ).table(findings.sorted { $0.precedes($1) })
}
