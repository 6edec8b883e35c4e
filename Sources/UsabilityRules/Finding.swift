import Measures
import Statistics

/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  case info, warning, error

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// How sure a finding is (Statistics.md, *Evidence*).
public enum Evidence: String, Sendable, Codable, CaseIterable {
  /// A fact of the log or the map, no rate in it.
  case structural
  /// A rate of 100 or more eligible users.
  case strong
  /// A rate of 30 to 99 eligible users: never above a warning.
  case moderate
  /// A rate of fewer than 30 eligible users: never above an info.
  case exploratory

  /// Fewer eligible users than this, and a rate rule says nothing.
  public static let leastUsers = 10

  /// The evidence of a rate.
  public init(eligibleUsers: Int) {
    switch eligibleUsers {
    case 100...: self = .strong
    case 30...: self = .moderate
    default: self = .exploratory
    }
  }

  /// The highest severity that a finding on this evidence may have.
  public var highestSeverity: Severity {
    switch self {
    case .structural, .strong: .error
    case .moderate: .warning
    case .exploratory: .info
    }
  }
}

/// Whether a finding holds of the present (TheRules.md, *How rules judge*).
public enum FindingState: String, Sendable, Codable, CaseIterable {
  /// Fires in the recent part of the log only, and shows its figures.
  case new
  /// Fires on the whole log, and no longer holds of its recent part. Never counts for `--fail-on`.
  case over
  /// All others.
  case current
}

/// What a rule says about one subject.
public struct Finding: Sendable, Equatable {
  /// The rule's id.
  public var rule: String
  public var severity: Severity
  public var evidence: Evidence
  public var state = FindingState.current
  /// `app`, `tab`, `section`, `screen`, `item`, `menu`, `gesture`, …
  public var subjectKind: String
  public var subject: String
  /// The section, menu or container the subject is in, where it is in one.
  public var section: String?
  /// Which figure broke the threshold, and its value, interval and threshold.
  public var metric: String
  public var value: Double?
  public var interval: Interval?
  public var threshold: Double?
  /// What the threshold is, where it is no setting: `upper bound of Orders`.
  public var thresholdName: String?
  /// The users concerned, and those who could have been.
  public var users: Int?
  public var eligibleUsers: Int?
  /// How many users with equally many rows would say as much (Statistics.md); nil where no share is judged.
  public var effectiveUsers: Int?
  public var sessions: Int?
  /// Taps that people made and would not have to make, net. Where they are ``partOf`` another finding's, totals leave them out.
  public var extraTaps: Int?
  /// `RULE SUBJECT` of the finding that claims these taps.
  public var partOf: String?
  /// One sentence with the numbers.
  public var message: String
  public var recommendation: String
  /// Where the threshold comes from.
  public var source: String
  /// Sessions by which a reader can look it up.
  public var examples: [Examples.Example] = []
  /// What goes with the finding and does not fit its sentence: trails, swaps. One line each.
  public var details: [String] = []
  /// Other users of whom the sentence tells: of the tab that an item outranks.
  public var otherUsers: Int?
  /// The sentence is about the app map alone, whoever is concerned.
  public var isOfMap = false
  /// Why the evidence is exploratory although there are enough users: what is wrong with the log.
  public var doubt: String?
  /// The interval lies wholly on the other side of the threshold: no finding, but the end of one.
  var isCleared = false

  public init(
    rule: String, severity: Severity, evidence: Evidence, subjectKind: String, subject: String, section: String? = nil,
    metric: String, value: Double? = nil, interval: Interval? = nil, threshold: Double? = nil, users: Int? = nil,
    eligibleUsers: Int? = nil, sessions: Int? = nil, extraTaps: Int? = nil, message: String, recommendation: String,
    source: String, examples: [Examples.Example] = [], details: [String] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.evidence = evidence
    self.subjectKind = subjectKind
    self.subject = subject
    self.section = section
    self.metric = metric
    self.value = value
    self.interval = interval
    self.threshold = threshold
    self.users = users
    self.eligibleUsers = eligibleUsers
    self.sessions = sessions
    self.extraTaps = extraTaps
    self.message = message
    self.recommendation = recommendation
    self.source = source
    self.examples = examples
    self.details = details
  }
}
