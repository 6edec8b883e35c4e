import Measures
import UsabilityRules

/// The contents of a report. Values only: no report reads a log, a store or a clock.
public struct AuditContents: Sendable {
  /// The app's name, if the map gives it.
  package var app: String?
  package var measures: Measures
  package var scope: MeasureScope
  /// The tables of the measures, as written.
  package var tables: [Table]
  package var findings: [Finding]
  /// What would save taps.
  package var advice = Advice()
  /// The tables of the advice, as written.
  package var adviceTables: [Table] = []
  /// The measures broken down by segment, if requested.
  package var segments: SegmentFigures?
  /// The rules that had something to check.
  package var rules: [RuleNote] = []
  package var rulesNotRun: [RuleNotRun] = []
  /// Rules that judged everything and found nothing, and those that ran, found nothing, and could not judge, with the reason.
  package var rulesClear: [RuleNote] = []
  package var rulesNotJudged: [(rule: RuleNote, reason: String)] = []
  /// Rules that the map switches off.
  package var rulesOff: [RuleNote] = []
  package var exempted: [ExemptedFinding] = []
  package var logQuality: [LogQualityRow] = []
  /// Kinds of unmapped events, the most common first.
  package var unread: [UnreadEvent] = []
  /// The logs, as commands name them.
  package var logNames = "LOG"
  /// The file of the app map in use; nil if there is none, or it was drafted for this run.
  package var mapFile: String?
  /// How a log without a map was read.
  package var reading: [String] = []
  /// What would give a verdict, if there is none.
  package var remedy: String? { notAssessed?.remedy(logs: logNames, map: mapFile, unread: unread) }
  package var sources: [Source] = []
  package var rejections: [RejectedLines] = []
  /// The settings of this run: session gap, map, …
  package var settings: [Setting] = []
  package var thresholds: [ChangedThreshold] = []
  /// Files of the run other than ``tables`` and the report.
  package var otherFiles: [WrittenFile] = []
  package var holdings = Holdings()
  /// What was hidden to protect small groups, if requested.
  package internal(set) var hidden: Hidden?
  /// The name of the store on which the rules' queries run; nil if no store holds these sessions.
  package var queryStore: String?
  /// An earlier report on other sessions.
  package var earlier: EarlierReport?
  /// Whether the report shows changes since an earlier one.
  package var isComparedWithEarlier = false
  /// The address of the rules reference, if known.
  package var documentation: String?

  package init(app: String? = nil, measures: Measures, scope: MeasureScope, tables: [Table], findings: [Finding]) {
    self.app = app
    self.measures = measures
    self.scope = scope
    self.tables = tables
    self.findings = findings
  }

  /// A rule, for reports.
  package struct RuleNote: Sendable, Equatable {
    package var id: String
    package var title: String
    /// Why it matters to people.
    package var why: String
    /// The threshold is our own convention, not a published one.
    package var isConvention: Bool
    /// SQL that reproduces the counts of its findings, with the effective thresholds.
    package var query: String?

    package init(id: String, title: String, why: String = "", isConvention: Bool = false, query: String? = nil) {
      self.id = id
      self.title = title
      self.why = why
      self.isConvention = isConvention
      self.query = query
    }
  }

  /// A rule that had nothing to check.
  package struct RuleNotRun: Sendable, Equatable {
    package var id: String
    package var title: String
    /// What evidence is missing.
    package var missing: String
    /// The event or map key that would provide it.
    package var remedy: String

    package init(id: String, title: String, missing: String, remedy: String) {
      self.id = id
      self.title = title
      self.missing = missing
      self.remedy = remedy
    }
  }

  /// The result of a data quality check.
  package struct LogQualityRow: Sendable, Equatable {
    package var check: String
    /// Nil if it is based on too few users.
    package var count: Int?
    package var share: Double?
    package var consequence: String
    /// What it counts.
    package var subject: Table.Row.Subject

    package init(check: String, count: Int?, share: Double?, consequence: String, subject: Table.Row.Subject = .users) {
      self.check = check
      self.count = count
      self.share = share
      self.consequence = consequence
      self.subject = subject
    }

    package init(_ result: LogCheckResult) {
      self.init(check: result.check, count: result.count, share: result.share, consequence: result.consequence, subject: result.subject)
    }
  }

  /// A file of the log.
  package struct Source: Sendable, Equatable {
    package var name: String
    package var format: String
    /// Lines that are not blank.
    package var lines: Int
    package var events: Int
    package var rejected: Int

    package init(name: String, format: String, lines: Int, events: Int, rejected: Int) {
      self.name = name
      self.format = format
      self.lines = lines
      self.events = events
      self.rejected = rejected
    }
  }

  /// Lines that were rejected for one reason.
  package struct RejectedLines: Sendable, Equatable {
    package var reason: String
    package var count: Int
    /// The first of them: `events.ndjson, line 17`.
    package var examples: [String]

    package init(reason: String, count: Int, examples: [String]) {
      self.reason = reason
      self.count = count
      self.examples = examples
    }
  }

  package struct Setting: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A threshold that the map changes.
  package struct ChangedThreshold: Sendable, Equatable {
    package var rule: String
    package var name: String
    package var value: Double
    package var usual: Double

    package init(rule: String, name: String, value: Double, usual: Double) {
      self.rule = rule
      self.name = name
      self.value = value
      self.usual = usual
    }
  }

  package struct WrittenFile: Sendable, Equatable {
    package var name: String
    package var meaning: String

    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }
}

extension AuditContents {
  /// Every table that is written as CSV, in the order of the documentation: findings, measures, log quality.
  package var allTables: [Table] {
    let measured = segments.map { segments in tables.map { segments.table($0) } } ?? tables
    return ([Finding.table(of: findings)] + measured + adviceTables + [logQualityTable, unreadTable]).map { ofReport($0) }
  }

  /// A table with the columns that identify the report.
  package func ofReport(_ table: Table) -> Table { table.of(app: app, period: period) }

  /// The times of the first and the last event; if small groups are hidden, the full days that ``Measures/showDays(ofAtLeast:_:)`` shows.
  var period: ClosedRange<Int64>? { measures.period }

  /// What a day is.
  package var calendar: CalendarDays { scope.declared.calendar }

  /// The table `log_quality`: one row for each data quality check.
  package var logQualityTable: Table { Self.logQualityTable(logQuality) }

  package static func logQualityTable(_ rows: [LogQualityRow]) -> Table {
    TableDefinition<LogQualityRow>(
      "log_quality", "One row for each check of the log.", order: .given, smallGroups: .emptyCells, subject: \.subject,
      [
        .key("check", "The check.") { $0.check },
        .count("count", "Number of events, steps, users, … found.") { $0.count },
        .share("share", "Share of all that were checked.") { $0.share },
        .text("consequence", "Consequence for this report.") { $0.consequence },
      ]
    ).table(rows)
  }

  /// The app's name in reports.
  var appName: String { app ?? "the app" }

  func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  func rule(_ id: String) -> RuleNote? { rules.first { $0.id == id } }
}
