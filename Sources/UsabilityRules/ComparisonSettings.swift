/// The smallest change worth having, and the primary measure.
public struct ComparisonSettings: Sendable, Equatable {
  /// The smallest change worth having: percentage points for shares, a fraction of the baseline for means. `H`
  public var smallest = 0.02
  /// The measure named in advance: its p-value is not adjusted.
  public var primary: String?

  public init() {}
}
