import Measures

/// Whether a rule without a finding found nothing, or could not judge (TheRules.md, *Not judged is not clear*).
package struct RuleClearance: Sendable {
  package let rule: Rule
  /// Why it could not judge; nil if it is clear.
  package let reason: String?

  package init(rule: Rule, reason: String?) { (self.rule, self.reason) = (rule, reason) }
}

extension Rule {
  /// Whether it judges a fact that enough users must have shown, and no share.
  private var isOfFacts: Bool {
    thresholds.contains { $0.name == "users" } || ["tabs.too-few", "depth.never-seen", "menu.on-ios", "gesture.sole-route"].contains(id)
  }

  /// Whether the rule, which has no finding, judged its subjects, and all of them are wholly on the good side.
  func clearance(_ context: RuleContext, _ doubts: LogDoubts) -> RuleClearance {
    RuleClearance(rule: self, reason: reasonNotJudged(context, doubts))
  }

  private func reasonNotJudged(_ context: RuleContext, _ doubts: LogDoubts) -> String? {
    if let doubt = doubts.doubt(about: self) { return "the log is doubtful: \(doubt)" }
    if thresholds.contains(where: { $0.name == "days" }), !context.isLong { return "the log is shorter than \(context.count("days")) days" }
    if thresholds.contains(where: { $0.name == "sessions" }), context.regularUsers < Evidence.leastUsers {
      return "fewer than \(Evidence.leastUsers) \(context.regularUsersWords)"
    }
    if context.scope.users < Evidence.leastUsers { return "fewer than \(Evidence.leastUsers) users" }
    let judged = named(context.asked(.measuring)).filter { $0.interval != nil }
    if judged.isEmpty, isOfFacts { return nil }
    if judged.isEmpty { return "nothing that \(Evidence.leastUsers) users did" }
    let clear = FigureIndex(named(context.asked(.clearing)).filter(\.isCleared))
    let unsure = judged.filter { !clear.contains($0) || $0.spansThreshold }
    return unsure.isEmpty ? nil : "too few users to be sure"
  }
}

extension Finding {
  /// Whether the threshold lies within the interval.
  fileprivate var spansThreshold: Bool { interval.flatMap { interval in threshold.map { interval.low <= $0 && $0 <= interval.high } } ?? false }
}
