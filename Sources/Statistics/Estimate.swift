/// A figure and its interval.
public struct Estimate: Sendable, Hashable, Codable {
  /// The point estimate.
  public var value: Double
  /// The plausible range of the true figure.
  public var interval: Interval

  package init(value: Double, interval: Interval) {
    self.value = value
    self.interval = interval
  }
}
