/// A closed range of plausible values, both ends included, in the unit of the figure it belongs to (a share: 0…1; a difference of shares: −1…1).
public struct Interval: Sendable, Hashable, Codable {
  /// The lower bound.
  public var low: Double
  /// The upper bound, never below `low`.
  public var high: Double

  package init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Whether `value` lies between the bounds or on one of them.
  package func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The distance between the bounds.
  public var width: Double { high - low }

  /// The part of the interval inside `limits`; a bound outside is moved to the nearer limit.
  package func cut(to limits: ClosedRange<Double>) -> Interval {
    Interval(
      low: min(max(low, limits.lowerBound), limits.upperBound),
      high: min(max(high, limits.lowerBound), limits.upperBound))
  }
}
