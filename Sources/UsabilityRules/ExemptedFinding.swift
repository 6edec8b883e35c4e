/// A finding that the app map exempts.
package struct ExemptedFinding: Sendable, Equatable {
  package var finding: Finding
  /// The reason given in the map.
  package var reason: String?

  package init(_ finding: Finding, reason: String?) {
    self.finding = finding
    self.reason = reason
  }
}
