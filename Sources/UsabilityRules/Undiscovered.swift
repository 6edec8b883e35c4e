import Statistics

/// The share of users who have not found something after a number of sessions, by the Kaplan–Meier estimate: users with fewer sessions count for
/// as long as they came.
package struct Undiscovered: Sendable {
  /// The step of the curve at these sessions.
  package let step: SurvivalCurve.Step
  /// Users with at least this many sessions.
  package let eligibleUsers: Int

  /// - Parameters:
  ///   - curve: first uses by the number of the session.
  ///   - sessions: the number of sessions.
  ///   - eligibleUsers: users with at least that many.
  /// Nil if the curve begins later.
  package init?(_ curve: SurvivalCurve, sessions: Int, eligibleUsers: Int) {
    guard let step = curve.step(at: sessions) else { return nil }
    self.step = step
    self.eligibleUsers = eligibleUsers
  }

  /// The estimate with its log-log band; if all or none have found it, with the Wilson interval of the eligible users.
  package var estimate: Estimate? {
    let share = step.survival
    return (step.band ?? wilson(share: share, of: Double(eligibleUsers))).map { Estimate(value: share, interval: $0) }
  }

  package func test(against threshold: Double) -> ThresholdTest? {
    step.test(against: threshold) ?? scoreTest(share: step.survival, of: Double(eligibleUsers), against: threshold)
  }
}
