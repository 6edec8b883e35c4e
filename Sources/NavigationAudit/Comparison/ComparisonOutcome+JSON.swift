import Advice
import Findings
import Reporting
import Statistics
import UsabilityRules

extension ComparisonOutcome {
  /// The outcome as JSON, without a line end.
  public var json: String {
    let object = JSON.object([
      ("app", contents.app.map { .string($0) } ?? .null),
      ("kind", .string(contents.isExperiment ? "experiment" : "observational")),
      ("worse", .integer(worse)),
      ("comparisons", .array(contents.pairs.map(json))),
      ("folder", .string(folder)),
      ("files", .array(files.map { .string($0) })),
      ("notes", .array(contents.notes.map { .string($0) })),
    ])
    return String(object.text.dropLast())
  }

  private func json(_ pair: ComparisonContents.Pair) -> JSON {
    func side(_ side: ComparisonContents.Side) -> JSON {
      .object([
        ("label", .string(side.label)), ("users", .integer(side.users)), ("sessions", .integer(side.sessions)), ("events", .integer(side.events)),
      ])
    }
    let judged = pair.figures.filter { $0.verdict.map { [.better, .worse, .changed].contains($0) } ?? false }
    return .object([
      ("before", side(pair.before)), ("after", side(pair.after)), ("users_on_both", .integer(pair.usersOnBoth)),
      ("verdicts", .object(ChangeVerdict.allCases.map { ($0.rawValue, .integer(pair.count($0))) })),
      ("differences", .array(judged.map(json))),
      ("findings", .array(pair.findings.compactMap(json))),
      ("moved", .array(pair.moved.map(json))),
      (
        "checks",
        .array(
          pair.checks.map { check in
            .object([("check", .string(check.id)), ("outcome", .string(check.outcome.rawValue)), ("message", .string(check.message))])
          })
      ),
    ])
  }

  private func json(_ figure: ComparedFigure) -> JSON {
    func number(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }
    return .object([
      ("metric", .string(figure.metric)), ("subject_kind", .string(figure.subjectKind)), ("subject", .string(figure.subject)),
      ("section", figure.section.map { .string($0) } ?? .null), ("before", number(figure.before.value)), ("after", number(figure.after.value)),
      ("difference", number(figure.difference)), ("ci_low", number(figure.change?.interval.low)),
      ("ci_high", number(figure.change?.interval.high)), ("p_adjusted", number(figure.pAdjusted)),
      ("evidence", figure.evidence.map { .string($0.rawValue) } ?? .null), ("verdict", figure.verdict.map { .string($0.rawValue) } ?? .null),
    ])
  }

  private func json(_ moved: MovedEntry) -> JSON {
    func number(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }
    return .object([
      ("entry", moved.kind == .all ? .null : .string(moved.name)), ("kind", .string(moved.kind.rawValue)), ("from", .string(moved.placeBefore)),
      ("to", .string(moved.placeAfter)), ("predicted_per_100_sessions", number(moved.predicted?.value)),
      ("saved_per_100_sessions", number(moved.observed?.value)), ("verdict", moved.verdict.map { .string($0.rawValue) } ?? .null),
    ])
  }

  private func json(_ change: FindingChange) -> JSON? {
    guard let finding = change.finding else { return nil }
    return .object([
      ("change", .string(change.kind.rawValue)), ("rule", .string(finding.rule)), ("subject", .string(finding.subject)),
      ("section", finding.section.map { .string($0) } ?? .null),
      ("before_severity", change.before.map { .string($0.severity.rawValue) } ?? .null),
      ("after_severity", change.after.map { .string($0.severity.rawValue) } ?? .null), ("message", .string(finding.message)),
    ])
  }
}
