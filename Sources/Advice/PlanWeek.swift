/// What a plan is worth in a week, for everybody and for one person.
public struct PlanWeek: Sendable {
  /// What an extra level costs, seconds: an expert by the keystroke-level model with touch constants, and a novice with the mental act and a list of six to
  /// scan. A model, whose error was 21% (Card, Moran & Newell 1980).
  public static let secondsPerTap = 1.3...3.0

  /// Taps that everybody together would save.
  public let taps: Double
  public let users: Int

  public var tapsPerUser: Double { taps / Double(max(users, 1)) }

  /// What the taps take, by the model; the first is the expert's.
  public var minutes: (expert: Double, novice: Double) {
    (taps * Self.secondsPerTap.lowerBound / 60, taps * Self.secondsPerTap.upperBound / 60)
  }

  /// - Parameter users: who share the taps.
  public init(taps: Double, users: Int) {
    self.taps = taps
    self.users = users
  }
}

extension Advice.Platform {
  /// What a plan is worth in a week, by its held-out saving; nil for logs of less than a week.
  /// - Parameter span: the times of the first and the last event, microseconds.
  public func week(of plan: Plan, in span: ClosedRange<Int64>?) -> PlanWeek? {
    let week = 7 * 86_400_000_000.0
    guard let saving = plan.heldOut, let span, Double(span.upperBound - span.lowerBound) >= week, users > 0 else { return nil }
    return PlanWeek(taps: saving.value / 100 * Double(sums.sessions) * week / Double(span.upperBound - span.lowerBound), users: users)
  }
}
