/// The change of a finding from one side of a comparison to the other.
public struct FindingChange: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case new, gone, stays
    /// Found on one side; on the other the rule had nothing to check.
    case notJudged = "not_judged"
  }

  public let kind: Kind
  public let before: Finding?
  public let after: Finding?

  package init(kind: Kind, before: Finding?, after: Finding?) {
    self.kind = kind
    self.before = before
    self.after = after
  }

  /// The finding of the side that has it, the later one first.
  public var finding: Finding? { after ?? before }
}
