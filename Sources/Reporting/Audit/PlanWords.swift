import Measures
import Statistics
import UsabilityRules

/// The advice in sentences, for reports and the terminal.
package enum PlanWords {
  /// One sentence for each group of platforms with the same plan.
  package static func sentences(_ advice: Advice) -> [String] {
    if let silence = advice.silence { return [silence.sentence] }
    return PlanGroup.groups(advice).map(\.sentence)
  }

  static func words(_ move: Plan.Move) -> String {
    switch move.kind {
    case .promote: "move \(move.entry.name) from \(words(ofContainer: move.entry.container)) into the tab bar"
    case .demote:
      "move \(move.entry.name) from the tab bar \(move.destination == "More" ? "behind More" : "into \(words(ofContainer: move.destination))")"
        + (move.isRare ? ", unless it is vital (exempt it with `advice: never`)" : "")
    }
  }

  static func words(ofContainer container: String) -> String {
    switch container {
    case "bar": "the tab bar"
    case "More": "the More list"
    case "menu": "the menu"
    default: "the menu \(container)"
    }
  }

  static func words(_ interval: Interval) -> String { "\(interval.low.rounded(decimals: 1)) to \(interval.high.rounded(decimals: 1))" }

  /// The alternatives that the halves of the users would choose.
  static func alternatives(_ plan: Plan) -> String? {
    guard plan.isStable == false, !plan.alternatives.isEmpty else { return nil }
    let lists = Set(plan.alternatives.map { $0.map(\.name).joined(separator: ", ") }).sorted()
    return "The choice is not stable: data from one half of the users suggests moving \(lists.joined(separator: "; or "))."
  }

  static func sentence(_ change: OtherChange) -> String {
    let saving = "\(change.per100Sessions.value.rounded(decimals: 1)) taps per 100 sessions (95% interval \(words(change.per100Sessions.interval)))"
    return switch change.kind {
    case .start: "Open the app on \(change.entry) instead of \(change.origin): saves \(saving)."
    case .shortcut: "Link to \(change.entry) at the root of \(change.origin): saves \(saving)."
    case .removeLevel: "Leave out \(change.entry), which people only pass on their way to \(change.destination): saves \(saving)."
    }
  }

  static func sentence(_ split: Split) -> String {
    "Two apps in one: \(split.groups[0].joined(separator: ", ")) on one side and \(split.groups[1].joined(separator: ", ")) on the other are used together in only "
      + "\(Wording.percent(split.crossingSessions.value)) of the sessions (95% interval \(Wording.percent(split.crossingSessions.interval))) and by "
      + "\(Wording.percent(split.crossingUsers.value)) of the users. Consider an app for each."
  }
}
