import Findings
import Reporting
import Statistics
import UsabilityRules

extension AuditOutcome {
  /// The outcome as JSON, without a line end.
  public var json: String {
    let object = JSON.object([
      ("app", app.map { .string($0) } ?? .null),
      ("users", .integer(users)), ("sessions", .integer(sessions)), ("events", .integer(events)),
      (
        "counts",
        .object(
          Severity.allCases.reversed().map { severity in
            (severity.rawValue, .integer(findings.count { $0.severity == severity }))
          })
      ),
      ("verdict", .string(verdict)), ("since", since.map { .string($0) } ?? .null),
      ("not_assessed", notAssessed.map { .string($0.reason) } ?? .null),
      (
        "unknown_events",
        .array(
          unread.map { event in
            .object([
              ("event", .string(event.event)), ("count", .integer(event.count)), ("users", .integer(event.users)),
              ("looks_like", event.looksLike.map { .string($0) } ?? .null), ("confidence", event.confidence.map { .number($0) } ?? .null),
            ])
          })
      ),
      ("findings", .array(findings.map(json))),
      ("plan", .array(PlanWords.sentences(advice).map { .string($0) })),
      ("baseline", comparison.map(json) ?? .null),
      ("folder", .string(folder)),
      ("files", .array(files.map { .string($0) })),
      ("notes", .array(notes.map { .string($0) })),
    ])
    return String(object.text.dropLast())
  }

  private func json(_ comparison: BaselineComparison) -> JSON {
    let stale = comparison.stale.map { entry in
      JSON.object([
        ("rule", .string(entry.rule)), ("subject", .string(entry.subject)), ("section", entry.section.map { .string($0) } ?? .null),
      ])
    }
    return .object([
      ("file", .string(comparison.file)), ("new", .integer(newCount(atLeast: .info))), ("stale", .array(stale)),
    ])
  }

  private func json(_ finding: Finding) -> JSON {
    func number(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }
    func integer(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }
    return .object([
      ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
      ("is_new", .bool(isNew(finding))), ("evidence", .string(finding.evidence.rawValue)), ("state", .string(finding.state.rawValue)),
      ("subject_kind", .string(finding.subjectKind)),
      ("subject", .string(finding.subject)), ("section", finding.section.map { .string($0) } ?? .null),
      ("metric", .string(finding.metric)), ("value", number(finding.value)), ("ci_low", number(finding.interval?.low)),
      ("ci_high", number(finding.interval?.high)), ("threshold", number(finding.threshold)), ("users", integer(finding.users)),
      ("eligible_users", integer(finding.eligibleUsers)), ("effective_users", integer(finding.effectiveUsers)),
      ("sessions", integer(finding.sessions)), ("extra_taps", integer(finding.extraTaps)),
      ("part_of", finding.partOf.map { .string($0) } ?? .null), ("message", .string(finding.message)),
      ("recommendation", .string(finding.recommendation)), ("source", .string(finding.source)),
      ("example_sessions", .array(finding.examples.map { .string($0.label) })),
    ])
  }
}
