import Measures
import NavigationModel
import UsabilityRules

/// The contents of a comparison. Values only.
public struct ComparisonContents: Sendable {
  /// The app's name, if the map gives it.
  public var app: String?
  /// Whether users were assigned at random. Otherwise a difference may have any cause.
  public var isExperiment: Bool
  /// Each later side compared with the first.
  public var pairs: [Pair]
  public var settings: ComparisonSettings
  /// The dimension whose values are compared, without a time order; nil if there is a side before and one after.
  public var dimension: String?
  package var calendar = CalendarDays.utc
  /// The settings of this run: session gap, map, …
  package var choices: [(name: String, value: String)] = []
  /// Notes for the reader, one line each.
  public var notes: [String] = []
  /// Fewer people than this are a hidden small group; nil if all are shown.
  var leastShown: Int?

  package init(app: String? = nil, isExperiment: Bool, pairs: [Pair], settings: ComparisonSettings) {
    self.app = app
    self.isExperiment = isExperiment
    self.pairs = pairs
    self.settings = settings
  }

  /// One side.
  public struct Side: Sendable, Equatable {
    /// How the reports call it: `before`, or a value of the dimension.
    public var label: String
    public var users: Int
    public var sessions: Int
    public var events: Int
    /// The times of its first and last event, microseconds since 1970-01-01T00:00:00Z; nil without events.
    public var period: ClosedRange<Int64>?

    package init(_ label: String, _ measures: Measures) {
      self.label = label
      users = measures.totals.users
      sessions = measures.totals.sessions
      events = measures.totals.events
      period = measures.period
    }
  }

  public struct Pair: Sendable {
    public var before: Side
    public var after: Side
    public var usersOnBoth: Int
    public var checks: [ComparisonCheck]
    public var figures: [ComparedFigure]
    public var findings: [FindingChange]
    /// Entries that stand in another container after.
    public var moved: [MovedEntry]
    /// How long to wait for a change worth having.
    package var waiting: [WeeksToWait] = []
    /// The sides that cannot be judged, and why.
    public package(set) var notAssessed: [(label: String, why: ReportContents.NotAssessed)] = []

    package init(
      before: Side, after: Side, usersOnBoth: Int, checks: [ComparisonCheck], figures: [ComparedFigure],
      findings: [FindingChange],
      moved: [MovedEntry] = []
    ) {
      self.before = before
      self.after = after
      self.usersOnBoth = usersOnBoth
      self.checks = checks
      self.figures = figures
      self.findings = findings
      self.moved = moved
    }

    package func count(_ verdict: ChangeVerdict) -> Int { figures.count { $0.verdict == verdict } }

    /// The number of measures with a verdict.
    package var judged: Int { figures.count { $0.verdict != nil } }

    func findings(_ kind: FindingChange.Kind) -> [FindingChange] { findings.filter { $0.kind == kind } }
  }

  /// The title of every report.
  public var title: String { app.map { "Navigation compared: \($0)" } ?? "Navigation compared" }
}

/// A check whether the sides may be compared, in one respect.
public struct ComparisonCheck: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    case passed
    /// A caveat.
    case warning
    /// The sides are not comparable.
    case refused
    /// It would have refused, but was overridden.
    case allowed
  }

  public let id: String
  public var outcome: Outcome
  /// The compared property, on each side.
  public package(set) var before: String
  public package(set) var after: String
  /// What is wrong and what to do; if nothing is, what was checked.
  public package(set) var message: String

  package init(_ id: String, _ outcome: Outcome, before: String, after: String, _ message: String) {
    self.id = id
    self.outcome = outcome
    self.before = before
    self.after = after
    self.message = message
  }
}

/// A row's value for a pair of sides.
typealias Compared<Value> = (pair: ComparisonContents.Pair, value: Value)
