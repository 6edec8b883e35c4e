import Measures
import UsabilityRules

/// All that a report is made of. Values only: no report reads a log, a store or a clock.
public struct AuditContents: Sendable {
  /// The app's name, where the map gives it.
  public var app: String?
  public var measures: Measures
  public var scope: MeasureScope
  /// The tables of the measures, as they are written.
  public var tables: [Table]
  public var findings: [Finding]
  /// The measures told apart by segment, where that was asked for.
  public var segments: SegmentFigures?
  /// The rules that had something to look at.
  public var rules: [RuleNote] = []
  public var rulesNotRun: [RuleNotRun] = []
  /// Rules that the map switches off.
  public var rulesOff: [RuleNote] = []
  public var exempted: [ExemptedFinding] = []
  public var logQuality: [LogQualityRow] = []
  public var sources: [Source] = []
  public var rejections: [RejectedLines] = []
  /// What was chosen for this run: session gap, map, …
  public var settings: [Setting] = []
  public var thresholds: [ChangedThreshold] = []
  /// Files of the run that are no table of ``tables`` and not the report itself.
  public var otherFiles: [WrittenFile] = []
  public var holdings = Holdings()
  /// What was hidden of small groups, where that was asked for.
  public internal(set) var hidden: Hidden?
  /// The name of the store on which the rules' queries count; nil where there is none that holds these sessions.
  public var queryStore: String?

  public init(app: String? = nil, measures: Measures, scope: MeasureScope, tables: [Table], findings: [Finding]) {
    self.app = app
    self.measures = measures
    self.scope = scope
    self.tables = tables
    self.findings = findings
  }

  /// A rule, as a report speaks of it.
  public struct RuleNote: Sendable, Equatable {
    public var id: String
    public var title: String
    /// Why it matters to people.
    public var why: String
    /// Its threshold is our own convention, not a published one.
    public var isConvention: Bool
    /// SQL that reproduces the counts of its findings, with the thresholds in force.
    public var query: String?

    public init(id: String, title: String, why: String = "", isConvention: Bool = false, query: String? = nil) {
      self.id = id
      self.title = title
      self.why = why
      self.isConvention = isConvention
      self.query = query
    }
  }

  /// A rule that had nothing to look at.
  public struct RuleNotRun: Sendable, Equatable {
    public var id: String
    public var title: String
    /// What evidence is missing.
    public var missing: String
    /// Which event or key of the map would give it.
    public var remedy: String

    public init(id: String, title: String, missing: String, remedy: String) {
      self.id = id
      self.title = title
      self.missing = missing
      self.remedy = remedy
    }
  }

  /// A finding that the map sets aside.
  public struct ExemptedFinding: Sendable, Equatable {
    public var finding: Finding
    public var reason: String?

    public init(_ finding: Finding, reason: String?) {
      self.finding = finding
      self.reason = reason
    }
  }

  /// What a check of the log found.
  public struct LogQualityRow: Sendable, Equatable {
    public var check: String
    /// Nil where it tells of too few people.
    public var count: Int?
    public var share: Double?
    public var consequence: String

    public init(check: String, count: Int?, share: Double?, consequence: String) {
      self.check = check
      self.count = count
      self.share = share
      self.consequence = consequence
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

  /// Lines that could not be read, for one reason.
  public struct RejectedLines: Sendable, Equatable {
    public var reason: String
    public var count: Int
    /// Where the first of them stand: `events.ndjson, line 17`.
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

  /// A threshold that the map sets to other than the default.
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
    [findingsTable(findings)] + (segments.map { segments in tables.map { segments.table($0) } } ?? tables) + [logQualityTable]
  }

  /// The table `log_quality`: one row for each check of the log.
  public var logQualityTable: Table {
    Table(
      name: "log_quality", meaning: "One row for each check of the log.",
      columns: [
        .init("check", .text, "The check."),
        .init("count", .integer, "How many events, steps, users, … it found."),
        .init("share", .share, "Those over all that were looked at."),
        .init("consequence", .text, "What follows from it for this report."),
      ],
      rows: logQuality.map { [.text($0.check), .init($0.count), .init($0.share), .text($0.consequence)] })
  }

  /// The name that reports give to the app.
  var appName: String { app ?? "the app" }

  func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  func rule(_ id: String) -> RuleNote? { rules.first { $0.id == id } }
}
