import Measures
import NavigationModel
import UsabilityRules

/// All that a comparison is made of. Values only.
public struct ComparisonContents: Sendable {
  /// The app's name, where the map gives it.
  public var app: String?
  /// Whether chance decided who is on which side. Without that, a difference may have any reason.
  public var isExperiment: Bool
  /// Each later side with the first one.
  public var pairs: [Pair]
  public var settings: ComparisonSettings
  /// The dimension whose values are compared, of which none comes first in time; nil where there is a side before and one after.
  public var dimension: String?
  /// What was chosen for this run: session gap, map, …
  public var choices: [AuditContents.Setting] = []
  /// What the reader should know, one line each.
  public var notes: [String] = []
  /// Whether what is based on too few users was left out, and how much of it.
  var hidesSmallGroups = false
  var hiddenFigures = 0
  var hiddenFindings = 0

  public init(app: String? = nil, isExperiment: Bool, pairs: [Pair], settings: ComparisonSettings) {
    self.app = app
    self.isExperiment = isExperiment
    self.pairs = pairs
    self.settings = settings
  }

  /// One side.
  public struct Side: Sendable, Equatable {
    public var label: String
    public var users: Int
    public var sessions: Int
    public var events: Int
    /// ``Measures/period``.
    public var period: ClosedRange<Int64>?

    public init(_ label: String, _ measures: Measures) {
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

    public init(
      before: Side, after: Side, usersOnBoth: Int, checks: [ComparisonCheck], figures: [ComparedFigure], findings: [FindingChange]
    ) {
      self.before = before
      self.after = after
      self.usersOnBoth = usersOnBoth
      self.checks = checks
      self.figures = figures
      self.findings = findings
    }

    public func count(_ verdict: ChangeVerdict) -> Int { figures.count { $0.verdict == verdict } }

    func findings(_ kind: FindingChange.Kind) -> [FindingChange] { findings.filter { $0.kind == kind } }
  }

  /// The title of every report.
  public var title: String { app.map { "Navigation compared: \($0)" } ?? "Navigation compared" }
}

/// Whether the sides may be compared, in one respect.
public struct ComparisonCheck: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    case passed
    /// To be kept in mind.
    case warning
    /// The sides are not comparable.
    case refused
    /// It would have refused, and was told not to.
    case allowed
  }

  public let id: String
  public var outcome: Outcome
  /// The respect in which the sides are compared, on each of them.
  public let before: String
  public let after: String
  /// What is wrong and what to do; what was looked at, where nothing is.
  public let message: String

  public init(_ id: String, _ outcome: Outcome, before: String, after: String, _ message: String) {
    self.id = id
    self.outcome = outcome
    self.before = before
    self.after = after
    self.message = message
  }
}
