/// A check whether the sides may be compared, in one respect.
public struct ComparisonCheck: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    case passed
    /// A caveat.
    case warning
    /// The sides are not comparable.
    case refused
    /// It would have refused, but was overridden.
    case allowed
  }

  public let id: String
  public var outcome: Outcome
  /// The compared property, on each side.
  public let before: String
  public let after: String
  /// What is wrong and what to do; if nothing is, what was checked.
  public let message: String

  package init(_ id: String, _ outcome: Outcome, before: String, after: String, _ message: String) {
    self.id = id
    self.outcome = outcome
    self.before = before
    self.after = after
    self.message = message
  }
}
