import Measures
import NavigationModel

/// All that a rule looks at: the measures, the map and the names, and its thresholds as the map sets them.
///
/// Judging is in `Share.swift` (``above(_:_:)``, ``below(_:_:)``, ``above(reachOf:_:)``): these hold the policy of samples, intervals and many
/// subjects, so that rules need not. ``finding(_:_:subject:section:metric:users:sessions:extraTaps:message:recommendation:examples:details:)``
/// makes the findings.
public struct RuleContext: Sendable {
  public let rule: Rule
  public let measures: Measures
  public let scope: MeasureScope
  private let values: [String: Double]

  public init(_ rule: Rule, _ measures: Measures, _ scope: MeasureScope) {
    self.rule = rule
    self.measures = measures
    self.scope = scope
    values = rule.thresholds(in: scope.map)
  }

  /// The value of a threshold that the rule declares.
  public func threshold(_ name: String) -> Double {
    let value = values[name]
    precondition(value != nil, "\(rule.id) declares no threshold \(name)")
    return value ?? .nan
  }

  /// A threshold that is a whole number, rounded down.
  public func count(_ name: String) -> Int { Int(threshold(name)) }

  public func text(_ name: Name) -> String { scope.names[name] }

  /// A finding on a rate. Its evidence follows from the eligible users, and holds the severity down.
  public func finding<Subject>(
    _ verdict: Verdict<Subject>, _ severity: Severity, subject: String, section: String? = nil, metric: String,
    users: Int? = nil, sessions: Int? = nil, extraTaps: Int? = nil, message: String, recommendation: String? = nil,
    examples: [Examples.Example] = [], details: [String] = []
  ) -> Finding {
    let evidence = Evidence(eligibleUsers: verdict.eligibleUsers)
    return Finding(
      rule: rule.id, severity: min(severity, evidence.highestSeverity), evidence: evidence,
      subjectKind: rule.subject.rawValue, subject: subject, section: section, metric: metric,
      value: verdict.estimate.value, interval: verdict.estimate.interval, threshold: verdict.threshold, users: users,
      eligibleUsers: verdict.eligibleUsers, sessions: sessions, extraTaps: extraTaps, message: message,
      recommendation: recommendation ?? rule.advice, source: rule.sourceLine, examples: examples, details: details)
  }

  /// A finding on a fact of the log or the map.
  public func structuralFinding(
    _ severity: Severity, subject: String, section: String? = nil, metric: String, value: Double, threshold: Double,
    users: Int? = nil, eligibleUsers: Int? = nil, sessions: Int? = nil, extraTaps: Int? = nil, message: String,
    recommendation: String? = nil, examples: [Examples.Example] = [], details: [String] = []
  ) -> Finding {
    Finding(
      rule: rule.id, severity: severity, evidence: .structural, subjectKind: rule.subject.rawValue, subject: subject,
      section: section, metric: metric, value: value, threshold: threshold, users: users, eligibleUsers: eligibleUsers,
      sessions: sessions, extraTaps: extraTaps, message: message, recommendation: recommendation ?? rule.advice,
      source: rule.sourceLine, examples: examples, details: details)
  }
}
