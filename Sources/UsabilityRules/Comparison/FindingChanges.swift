import Measures
import Statistics

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

  /// The changes of the findings of two sides. Findings of one rule on one subject belong together, whatever their
  /// figures.
  ///
  /// A finding is new or gone only if its figure differs: if chance may have moved the figure over the threshold, the
  /// finding stays.
  package static func all(before: RuleResults, after: RuleResults, looks: Looks = .one) -> [FindingChange] {
    let earlier = FigureIndex(before.shares)
    let later = FigureIndex(after.shares)
    return byThresholds(before: before, after: after).map { change -> FindingChange in
      guard change.kind == .new || change.kind == .gone else { return change }
      let p = change.finding?.chance(ofItsFigureIn: change.kind == .new ? earlier : later, looks)
      return p.map { $0 > Looks.alpha } ?? false
        ? FindingChange(kind: .stays, before: change.before, after: change.after) : change
    }.ordered
  }

  /// The same, by thresholds only.
  static func byThresholds(before: RuleResults, after: RuleResults) -> [FindingChange] {
    let earlier = FindingIndex(before.findings.map(\.key))
    var left = Set(before.findings.indices)
    let unjudged = (before: Set(before.notRun.map(\.rule.id)), after: Set(after.notRun.map(\.rule.id)))
    var changes = after.findings.map { finding -> FindingChange in
      if let number = earlier.matches(of: finding.key).first(where: { left.remove($0) != nil }) {
        return FindingChange(kind: .stays, before: before.findings[number], after: finding)
      }
      return FindingChange(
        kind: unjudged.before.contains(finding.rule) ? .notJudged : .new, before: nil, after: finding)
    }
    changes += left.sorted().map { number in
      let finding = before.findings[number]
      return FindingChange(
        kind: unjudged.after.contains(finding.rule) ? .notJudged : .gone, before: finding, after: nil)
    }
    return changes.ordered
  }
}

extension [FindingChange] {
  /// By kind. Both lists are already in the total order of findings; within a kind, findings of the later side come
  /// first.
  fileprivate var ordered: [FindingChange] {
    FindingChange.Kind.allCases.flatMap { kind in filter { $0.kind == kind } }
  }
}

extension Finding {
  /// The p-value of "the figure is that of the same subject on the other side". Nil if one of them is not a share, or
  /// is unknown.
  func chance(ofItsFigureIn others: FigureIndex, _ looks: Looks) -> Double? {
    guard let other = others.figure(of: self), let estimate = share, let before = other.share else { return nil }
    let change = difference(of: estimate, minus: before)
    let users = [self, other].compactMap { $0.effectiveUsers ?? $0.eligibleUsers }.reduce(0, +)
    return looks.pValue(change.pValueOfNone, of: change, users: Double(max(users, 1)))
  }

  private var share: Estimate? { value.flatMap { value in interval.map { Estimate(value: value, interval: $0) } } }
}
