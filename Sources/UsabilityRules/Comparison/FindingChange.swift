import Measures

/// What became of a finding from one side of a comparison to the other.
public struct FindingChange: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case new, gone, stays
    /// Found on one side; on the other the rule had nothing to look at, so that nothing can be said.
    case notJudged = "not_judged"
  }

  public let kind: Kind
  public let before: Finding?
  public let after: Finding?

  public init(kind: Kind, before: Finding?, after: Finding?) {
    self.kind = kind
    self.before = before
    self.after = after
  }

  /// The finding of the side that has it, the later one first.
  public var finding: Finding? { after ?? before }

  /// Findings of one rule about one subject belong together, whatever their figures. A finding that is gone or new says that a bound was crossed:
  /// by how much the figure moved is what the measures say.
  public static func all(before: RuleResults, after: RuleResults) -> [FindingChange] {
    var left = before.findings
    let unjudged = (before: Set(before.notRun.map(\.rule.id)), after: Set(after.notRun.map(\.rule.id)))
    var changes = after.findings.map { finding -> FindingChange in
      if let place = left.firstIndex(where: { $0.isAbout(sameAs: finding) }) {
        return FindingChange(kind: .stays, before: left.remove(at: place), after: finding)
      }
      return FindingChange(kind: unjudged.before.contains(finding.rule) ? .notJudged : .new, before: nil, after: finding)
    }
    changes += left.map { FindingChange(kind: unjudged.after.contains($0.rule) ? .notJudged : .gone, before: $0, after: nil) }
    let order = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    // Both lists are in the total order of findings already; within a kind that of the later side goes first.
    return changes.enumerated().sorted { (order[$0.element.kind] ?? 0, $0.offset) < (order[$1.element.kind] ?? 0, $1.offset) }.map(\.element)
  }
}

extension Finding {
  /// Whether two findings are one, found twice. Where only one of them names a section, that is no difference.
  func isAbout(sameAs other: Finding) -> Bool {
    rule == other.rule && subject == other.subject && (section == other.section || section == nil || other.section == nil)
  }
}
