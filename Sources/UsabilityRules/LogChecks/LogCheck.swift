import Measures
import NavigationModel

/// A data quality check that runs before any rule: a row of `log_quality.csv`. Each check gives a row, even if it found
/// nothing.
///
/// To add a check, write a `static let` in one of the files of this folder and list it in ``all``.
package struct LogCheck: Sendable, Identifiable {
  package let id: String
  package let meaning: String
  let evaluate: @Sendable (LogCheckContext) -> LogCheckResult

  init(
    _ id: String, _ meaning: String, evaluate: @escaping @Sendable (LogCheckContext) -> LogCheckResult
  ) {
    self.id = id
    self.meaning = meaning
    self.evaluate = evaluate
  }

  /// All checks, in the order of the table.
  package static let all: [LogCheck] = [
    .doubleScreen, .containerName, .noStructure, .guessedStructure, .inferred, .cutSessions, .gluedSessions,
    .singleViewSessions,
    .namesWithIDs, .mixedSessions, .noZone,
    .silentSwitch, .severalBars, .moreHub, .unmapped, .notUnderstood,
    .maskedName, .longName,
    .clock, .duplicate, .excludedUser, .placeholderUser, .truncated,
    .contradiction, .doubled, .missingBack, .batchedTime, .longSession, .outlyingTime, .impliedOpens, .machineEvents,
    .opensWithChoice, .lateBacks, .straightLines, .noTarget, .heavyUser, .thin, .noEvidence,
  ]

  package static func results(_ context: LogCheckContext) -> [LogCheckResult] {
    all.map { check in
      var result = check.evaluate(context)
      result.check = check.id
      return result
    }
  }
}

package struct LogCheckContext: Sendable {
  package let measures: Measures
  package let scope: MeasureScope
  /// The rules that had nothing to check, and the remedies.
  package let rulesWithoutEvidence: [RuleNotRun]
  /// The names that may be shown if small groups are hidden: those that enough people met. Nil: all.
  package let nameable: Set<NameText>?
  let reliability: LogReliability

  package init(
    _ measures: Measures, _ scope: MeasureScope, rulesWithoutEvidence: [RuleNotRun], nameable: Set<NameText>? = nil
  ) {
    self.measures = measures
    self.scope = scope
    self.rulesWithoutEvidence = rulesWithoutEvidence
    self.nameable = nameable
    reliability = LogReliability(measures, scope)
  }

  /// What ends the doubt of a check: nothing that the newest version has already.
  func remedy(of check: String, or usual: Text) -> Text {
    reliability.all.first { $0.check == check }?.remedy ?? usual
  }

  var quality: LogQuality { measures.logQuality }
  var lineCounts: LineCounts { scope.lineCounts }

  /// The most names that a consequence lists.
  static let namesShown = 5
  /// The most characters of a name that a consequence shows.
  static let nameLength = 60

  /// The first few names, long ones truncated.
  func list(_ names: [String]) -> String {
    let listed = names.filter { nameable?.contains($0) ?? true }.prefix(Self.namesShown)
    let shown = listed.map { $0.count > Self.nameLength ? $0.prefix(Self.nameLength - 1) + "…" : $0 }.joined(
      separator: ", ")
    let rest = names.count - listed.count
    if listed.isEmpty { return rest > 0 ? Wording.count(rest, "name") : "" }
    return shown + (rest > 0 ? " and \(rest) more" : "")
  }

  /// `3 events`; if small groups are hidden, `events`: the number of people behind it is unknown.
  func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    nameable == nil ? Wording.count(count, one, many) : many ?? one + "s"
  }
}

/// The result of a check.
package struct LogCheckResult: Sendable, Equatable {
  package var check = ""
  /// The number of events, steps, users, … that it found.
  package let count: Int
  /// The share of these among all that were checked; nil if there is none.
  package let share: Double?
  package let consequence: Text

  /// `consequence` if something was found, otherwise `none`.
  package init(_ count: Int, of whole: Int? = nil, _ consequence: @autoclosure () -> Text) {
    self.count = count
    share = whole.flatMap { $0 > 0 ? Double(count) / Double($0) : nil }
    self.consequence = count > 0 ? consequence() : "none"
  }

  /// A share with one consequence above a limit and another up to it.
  package init(
    _ count: Int, of whole: Int, limit: Double, above: @autoclosure () -> Text, otherwise: @autoclosure () -> Text
  ) {
    let isAbove = whole > 0 && Double(count) / Double(whole) > limit
    self.init(count, of: whole, isAbove ? "more than \(Wording.wholePercent(limit)): \(above())" : otherwise())
  }

  /// The table `log_quality`, the only list of what is written of a result.
  package static var table: TableDefinition<LogCheckResult> {
    TableDefinition(
      "log_quality", "One row for each check of the log.", order: .given, smallGroups: .totals,
      [
        .key("check", "The check.") { $0.check },
        .count(.count, "Number of events, steps, users, … found.") { $0.count },
        .share("share", "Share of all that were checked.") { $0.share },
        .text("consequence", "Consequence for this report.") { $0.consequence.plain },
      ])
  }
}
