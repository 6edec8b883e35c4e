/// A finding that the app map exempts.
public struct ExemptedFinding: Sendable, Equatable {
  public var finding: Finding
  /// The reason given in the map.
  public var reason: String?

  public init(_ finding: Finding, reason: String?) {
    self.finding = finding
    self.reason = reason
  }
}
