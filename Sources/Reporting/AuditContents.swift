import Advice
import Findings
import Measures
import Tables

/// The contents of a report. Values only: no report reads a log, a store or a clock.
public struct AuditContents: Sendable {
  /// The app's name, if the map gives it.
  public var app: String?
  public var measures: Measures
  public var scope: MeasureScope
  /// The tables of the measures, as written.
  public var tables: [Table]
  public var findings: [Finding]
  /// What would save taps.
  public var advice = Advice()
  /// The tables of the advice, as written.
  public var adviceTables: [Table] = []
  /// The measures broken down by segment, if requested.
  public var segments: SegmentFigures?
  /// The rules that had something to check.
  public var rules: [RuleNote] = []
  public var rulesNotRun: [RuleNotRun] = []
  /// Rules that the map switches off.
  public var rulesOff: [RuleNote] = []
  public var exempted: [ExemptedFinding] = []
  public var logQuality: [LogQualityRow] = []
  /// Kinds of unmapped events, the most common first.
  public var unread: [UnreadEvent] = []
  /// The logs, as commands name them.
  public var logNames = "LOG"
  public var sources: [Source] = []
  public var rejections: [RejectedLines] = []
  /// The settings of this run: session gap, map, …
  public var settings: [Setting] = []
  public var thresholds: [ChangedThreshold] = []
  /// Files of the run other than ``tables`` and the report.
  public var otherFiles: [WrittenFile] = []
  public var holdings = Holdings()
  /// What was hidden to protect small groups, if requested.
  public internal(set) var hidden: Hidden?
  /// The name of the store on which the rules' queries run; nil if no store holds these sessions.
  public var queryStore: String?
  /// Earlier runs on other sessions, the oldest first.
  public var earlier: [EarlierRun] = []
  /// Whether the report shows changes since the last of them.
  public var isComparedWithEarlier = false
  /// The address of the rules reference, if known.
  public var documentation: String?

  public init(app: String? = nil, measures: Measures, scope: MeasureScope, tables: [Table], findings: [Finding]) {
    self.app = app
    self.measures = measures
    self.scope = scope
    self.tables = tables
    self.findings = findings
  }

  /// A rule, for reports.
  public struct RuleNote: Sendable, Equatable {
    public var id: String
    public var title: String
    /// Why it matters to people.
    public var why: String
    /// The threshold is our own convention, not a published one.
    public var isConvention: Bool
    /// SQL that reproduces the counts of its findings, with the effective thresholds.
    public var query: String?

    public init(id: String, title: String, why: String = "", isConvention: Bool = false, query: String? = nil) {
      self.id = id
      self.title = title
      self.why = why
      self.isConvention = isConvention
      self.query = query
    }
  }

  /// A rule that had nothing to check.
  public struct RuleNotRun: Sendable, Equatable {
    public var id: String
    public var title: String
    /// What evidence is missing.
    public var missing: String
    /// The event or map key that would provide it.
    public var remedy: String

    public init(id: String, title: String, missing: String, remedy: String) {
      self.id = id
      self.title = title
      self.missing = missing
      self.remedy = remedy
    }
  }

  /// The result of a data quality check.
  public struct LogQualityRow: Sendable, Equatable {
    public var check: String
    /// Nil if it is based on too few users.
    public var count: Int?
    public var share: Double?
    public var consequence: String
    /// What it counts.
    public var subject: Table.Row.Subject

    public init(check: String, count: Int?, share: Double?, consequence: String, subject: Table.Row.Subject = .users) {
      self.check = check
      self.count = count
      self.share = share
      self.consequence = consequence
      self.subject = subject
    }

    public init(_ result: LogCheckResult) {
      self.init(check: result.check, count: result.count, share: result.share, consequence: result.consequence, subject: result.subject)
    }
  }

  /// A file of the log.
  public struct Source: Sendable, Equatable {
    public var name: String
    public var format: String
    /// Lines that are not blank.
    public var lines: Int
    public var events: Int
    public var rejected: Int

    public init(name: String, format: String, lines: Int, events: Int, rejected: Int) {
      self.name = name
      self.format = format
      self.lines = lines
      self.events = events
      self.rejected = rejected
    }
  }

  /// Lines that were rejected for one reason.
  public struct RejectedLines: Sendable, Equatable {
    public var reason: String
    public var count: Int
    /// The first of them: `events.ndjson, line 17`.
    public var examples: [String]

    public init(reason: String, count: Int, examples: [String]) {
      self.reason = reason
      self.count = count
      self.examples = examples
    }
  }

  public struct Setting: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A threshold that the map changes.
  public struct ChangedThreshold: Sendable, Equatable {
    public var rule: String
    public var name: String
    public var value: Double
    public var usual: Double

    public init(rule: String, name: String, value: Double, usual: Double) {
      self.rule = rule
      self.name = name
      self.value = value
      self.usual = usual
    }
  }

  public struct WrittenFile: Sendable, Equatable {
    public var name: String
    public var meaning: String

    public init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }
}

extension AuditContents {
  /// Every table that is written as CSV, in the order of the documentation: findings, measures, log quality.
  public var allTables: [Table] {
    let measured = segments.map { segments in tables.map { segments.table($0) } } ?? tables
    return ([findingsTable(findings)] + measured + adviceTables + [logQualityTable, unreadTable]).map { ofReport($0) }
  }

  /// A table with the columns that identify the report.
  public func ofReport(_ table: Table) -> Table { table.of(app: app, period: period) }

  /// The times of the first and the last event; if small groups are hidden, their full days, because each time comes from one user.
  var period: ClosedRange<Int64>? {
    guard hidden != nil, let span = measures.period else { return measures.period }
    return calendar.wholeDays(span)
  }

  /// What a day is.
  public var calendar: CalendarDays { scope.declared.calendar }

  /// The table `log_quality`: one row for each data quality check.
  public var logQualityTable: Table { Self.logQualityTable(logQuality) }

  public static func logQualityTable(_ rows: [LogQualityRow]) -> Table {
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
