import Statistics

/// A subject whose interval is beyond its threshold, also after adjusting for all subjects of the rule.
package struct Verdict<Subject: Sendable>: Sendable {
  package let subject: Subject
  package let estimate: Estimate
  package let threshold: Double
  package let eligibleUsers: Int
  package let effectiveUsers: Int
  /// The rows of a share of rows; nil for a share of users.
  package let rows: Int?
  /// The p-value, adjusted for the number of subjects of the rule.
  package let adjustedP: Double
  /// The share is clearly on the other side of the threshold, which was asked for.
  package let isCleared: Bool

  package init(
    subject: Subject, estimate: Estimate, threshold: Double, eligibleUsers: Int, effectiveUsers: Int? = nil, rows: Int? = nil, adjustedP: Double,
    isCleared: Bool = false
  ) {
    self.subject = subject
    self.estimate = estimate
    self.threshold = threshold
    self.eligibleUsers = eligibleUsers
    self.effectiveUsers = effectiveUsers ?? eligibleUsers
    self.rows = rows
    self.adjustedP = adjustedP
    self.isCleared = isCleared
  }
}
