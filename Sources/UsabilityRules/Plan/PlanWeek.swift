/// The gain of a plan per week, for all users and per user.
package struct PlanWeek: Sendable {
  /// The cost of an extra level, seconds: for an expert by the keystroke-level model with touch constants, and for a novice with the mental act and a list of
  /// six to
  /// scan. It is a model, with an error of 21% (Card, Moran & Newell 1980).
  package static let secondsPerTap = 1.3...3.0

  /// Taps that all users together would save.
  package let taps: Double
  package let users: Int

  package var tapsPerUser: Double { taps / Double(max(users, 1)) }

  /// The time for the taps, by the model.
  package var minutes: (expert: Double, novice: Double) {
    (taps * Self.secondsPerTap.lowerBound / 60, taps * Self.secondsPerTap.upperBound / 60)
  }

  /// - Parameter users: the number of users who share the taps.
  package init(taps: Double, users: Int) {
    self.taps = taps
    self.users = users
  }
}

extension Advice.Platform {
  /// The gain of a plan per week, by its held-out saving; nil for logs of less than a week.
  /// - Parameter span: the times of the first and the last event, microseconds.
  package func week(of plan: Plan, in span: ClosedRange<Int64>?) -> PlanWeek? {
    let week = 7 * 86_400_000_000.0
    guard let saving = plan.promised, let span, Double(span.upperBound - span.lowerBound) >= week, users > 0 else { return nil }
    return PlanWeek(taps: saving.value / 100 * Double(sums.sessions) * week / Double(span.upperBound - span.lowerBound), users: users)
  }
}
