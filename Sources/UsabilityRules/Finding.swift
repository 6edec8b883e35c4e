import Measures
import NavigationModel
import Statistics

/// Whether a finding holds now (TheRules.md, *How rules judge*).
public enum FindingState: String, Sendable, Codable, CaseIterable {
  /// Fires only in the recent part of the log, and shows its figures.
  case new
  /// Fires on the entire log, but no longer holds in its recent part. Never counts for `--fail-on`.
  case over
  /// All others.
  case current
}

/// A rule's statement about one subject.
public struct Finding: Sendable, Equatable {
  /// The rule's id.
  public var rule: String
  public var severity: Severity
  public var evidence: Evidence
  public var state = FindingState.current
  /// `app`, `tab`, `section`, `screen`, `item`, `menu`, `gesture`, …
  public var subjectKind: String
  public var subject: String
  /// The section, menu or container of the subject, if any.
  public var section: String?
  /// The figure that broke the threshold, with its value, interval and threshold.
  public var metric: String
  public var value: Double?
  public var interval: Interval?
  public var threshold: Double?
  /// The meaning of the threshold, if it is not a setting: `most that Orders may reach:`.
  public var thresholdName: String?
  /// The affected users, and the eligible ones.
  public var users: Int?
  public var eligibleUsers: Int?
  /// The number of users with equally many rows that would give the same precision (Statistics.md); nil if no share is judged.
  public var effectiveUsers: Int?
  public var sessions: Int?
  /// Net taps that people would not need. If they are ``partOf`` another finding, totals leave them out.
  public var extraTaps: Int?
  /// `RULE SUBJECT` of the finding that claims these taps.
  public var partOf: String?
  /// One sentence with the numbers.
  public var message: String
  public var recommendation: String
  /// The source of the threshold.
  public var source: String
  /// Sessions in which a reader can check it.
  public var examples: [Examples.Example] = []
  /// Additions that don't fit into the sentence: trails, swaps. One line each.
  public var details: [String] = []
  /// Other users in the sentence: those of the tab that an item outranks.
  public var otherUsers: Int?
  /// Whether the sentence is only about the app map.
  public var isOfMap = false
  /// Why the evidence is exploratory despite enough users: what is wrong with the log.
  public var doubt: String?
  /// The entire interval is on the other side of the threshold: this ends a finding.
  package var isCleared = false

  package init(
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

extension Finding {
  /// The order of findings in every report. It is total.
  package func precedes(_ other: Finding) -> Bool {
    if severity != other.severity { return severity > other.severity }
    if (extraTaps ?? 0) != (other.extraTaps ?? 0) { return (extraTaps ?? 0) > (other.extraTaps ?? 0) }
    return [rule, subject, section ?? "", message].precedesByScalars([other.rule, other.subject, other.section ?? "", other.message])
  }
}

extension [String] {
  /// Whether these texts come first, compared text by text, by Unicode scalars.
  package func precedesByScalars(_ other: [String]) -> Bool {
    lexicographicallyPrecedes(other) { $0.precedesByScalars($1) }
  }
}
