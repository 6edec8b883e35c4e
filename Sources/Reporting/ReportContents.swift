import Measures
import NavigationModel
import UsabilityRules

/// The contents of a report. Values only: no report reads a log, a store or a clock.
public struct ReportContents: Sendable {
  /// The app's name, if the map gives it.
  package var app: String?
  package var measures: Measures
  package var scope: MeasureScope
  /// The tables of the measures, as written.
  package var tables: [Table]
  package var findings: [Finding]
  package var advice = Advice()
  /// The tables of the advice, as written.
  package var adviceTables: [Table] = []
  /// The rules that had something to check.
  package var rules: [Rule] = []
  /// Those that found nothing: whether they judged everything, or why they could not.
  package var rulesWithoutFinding: [(rule: Rule, reason: Text?)] = []
  package var rulesNotRun: [RuleNotRun] = []
  package var exempted: [(finding: Finding, reason: String?)] = []
  package var logQuality: [LogCheckResult] = []
  /// Kinds of unmapped events, the most common first.
  package var unread: [UnknownEvent] = []
  /// The logs, as commands name them.
  package var logNames = "LOG"
  /// The file of the app map in use; nil if there is none, or it was drafted for this run.
  package var mapFile: String?
  /// The line of the app map for the commonest unmapped event that looks like navigation; nil if there is none.
  package var mapLine: String?
  /// How a log without a map was read.
  package var reading: [Text] = []
  /// The files of the log, with their lines that are not blank.
  package var sources: [(name: String, format: String, lines: Int, events: Int, rejected: Int)] = []
  package var rejections: [RejectedLines] = []
  /// The settings of this run: session gap, map, …
  package var settings: [(name: String, value: String)] = []
  /// The thresholds that the map changes; `standard` is the value that the rule has by default.
  package var thresholds: [(rule: String, name: String, value: Double, standard: Double)] = []
  /// Files of the run other than ``tables`` and the report.
  package var otherFiles: [(name: String, meaning: String)] = []
  package var privacy = Privacy()
  /// What was hidden to protect small groups, if requested.
  package internal(set) var hidden: Hidden?
  /// Sessions behind findings, with their steps, by their names; none without a store of these sessions.
  package var exampleSessions: [String: ExampleSession] = [:]
  /// An earlier report on other sessions.
  package var earlier: EarlierReport?
  /// What is judged, where a part of the log is doubtful; the tables are of all of it.
  package var part: Part?
  /// What surely changed since then; nil if the log has nothing of the time before.
  package var since: SinceRows?
  /// The smallest changes that the log could show.
  package var waiting: [WeeksToWait] = []
  /// Whether the report shows changes since an earlier one.
  package var isComparedWithEarlier = false

  package init(app: String? = nil, measures: Measures, scope: MeasureScope, tables: [Table], findings: [Finding]) {
    self.app = app
    self.measures = measures
    self.scope = scope
    self.tables = tables
    self.findings = findings
  }

  /// The part of a log that no doubt accuses.
  package struct Part: Sendable {
    var measures: Measures
    var scope: MeasureScope
    /// What is doubtful elsewhere, and how to judge this part alone.
    var sentence: Text

    package init(measures: Measures, scope: MeasureScope, sentence: Text) {
      self.measures = measures
      self.scope = scope
      self.sentence = sentence
    }
  }

  /// What findings and plans rest on.
  var judged: (measures: Measures, scope: MeasureScope) {
    part.map { ($0.measures, $0.scope) } ?? (measures, scope)
  }

  /// Lines that were rejected for one reason, how many, and the first of them: `events.ndjson, line 17`.
  package typealias RejectedLines = (reason: String, count: Int, examples: [String])
}

extension ReportContents {
  /// Every table that is written as CSV, in the order of the documentation: findings, measures, log quality.
  package var allTables: [Table] {
    ([Finding.table(of: findings)] + tables + adviceTables + [logQualityTable, unreadTable]).map { ofReport($0) }
  }

  /// A table with the columns that identify the report.
  package func ofReport(_ table: Table) -> Table { table.of(app: app, period: period) }

  /// The times of the first and the last event; if small groups are hidden, the full days that
  /// ``Measures/showDays(ofAtLeast:_:)`` shows.
  var period: ClosedRange<Int64>? { measures.period }

  package var calendar: CalendarDays { scope.declared.calendar }

  /// The table `log_quality`: one row for each data quality check.
  package var logQualityTable: Table { LogCheckResult.table.table(logQuality) }

  func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }

  /// Rules that judged everything and found nothing.
  var rulesClear: [Rule] { rulesWithoutFinding.compactMap { $0.reason == nil ? $0.rule : nil } }

  /// Rules that found nothing and could not judge, with the reason.
  var rulesNotJudged: [(rule: Rule, reason: Text)] {
    rulesWithoutFinding.compactMap { clearance in clearance.reason.map { (clearance.rule, $0) } }
  }

  var rulesOff: [Rule] { rulesNotRun.compactMap { if case .switchedOff = $0.reason { $0.rule } else { nil } } }

  /// Rules that had nothing to check.
  package var rulesWithoutEvidence: [RuleNotRun] { rulesNotRun.filter { !$0.missing.isEmpty } }
}
