import Measures
import UsabilityRules

/// A change of the navigation, with what it would gain: what the plan moves, or what findings on the same subject
/// advise. Every format of the report and the terminal show the same ones.
package struct Action: Sendable {
  /// What to do, in one sentence.
  package let what: String
  /// For whom, how many taps a week, who pays, and how sure that is.
  package let facts: [String]
  package let urgency: Urgency
  /// The section or card with the details.
  let anchor: String
  package let findings: [Finding]
}

/// The changes that a log suggests, in the order of what they would gain.
package struct ActionList {
  let contents: ReportContents
  let ranking: FindingRanking

  /// The number of actions that the report begins with.
  package static let first = 3
  /// Longer names are cut in the middle.
  private static let nameLimit = 36

  init(_ contents: ReportContents) {
    self.contents = contents
    ranking = FindingRanking(
      contents.findings, plans: PlanGroup.groups(contents.advice).filter { $0.plan != nil },
      sessions: contents.measures.totals.sessions)
  }

  var actions: [Action] {
    var number = 0
    return ranking.groups.map { group in
      defer { number += group.findings.count }
      return action(group, number: number + 1)
    }
  }

  /// How many findings there are of each urgency, after the plans that none of them is about: `4 findings: 2 to fix
  /// now, 1 to consider and 1 good to know`.
  var counts: String {
    let counts = Urgency.allCases.compactMap { urgency in
      let count = ranking.indices(urgency).count
      return count > 0 ? "\(count.grouped) \(urgency == .goodToKnow ? "" : "to ")\(urgency.title.lowercased())" : nil
    }
    let plans = ranking.groups.count { $0.findings.isEmpty }
    let before = plans == 0 ? "" : plans == 1 ? "A plan, and " : "\(plans.grouped) plans, and "
    return before + "\(ranking.findings.count.of("finding")): \(Wording.list(counts))"
  }

  /// Taps that nobody would need, and all taps; nil if none are known.
  var unneededTaps: (taps: Int, of: Int)? {
    let taps = contents.findings.reduce(0) {
      $0 + ($1.severity > .info && $1.partOf == nil && $1.state != .over ? $1.extraTaps ?? 0 : 0)
    }
    let all = contents.measures.totals.taps
    return taps > 0 && all >= taps ? (taps, all) : nil
  }

  /// - Parameter number: of its first finding.
  private func action(_ group: FindingRanking.Group, number: Int) -> Action {
    if let plan = group.plan {
      let settled = group.findings.count > 1 ? ["settles \(group.findings.count.of("finding"))"] : []
      return Action(
        what: plan.moves, facts: facts(plan) + settled, urgency: group.urgency, anchor: "plan", findings: group.findings
      )
    }
    let lead = group.findings[0]
    let advice = what(lead)
    return Action(
      what: advice, facts: facts(lead, in: group, advice: advice), urgency: group.urgency,
      anchor: FindingsSection.anchor(number), findings: group.findings)
  }

  /// The advice of a finding in one sentence that names its subject.
  private func what(_ finding: Finding) -> String {
    let subject = finding.subject.cutInTheMiddle(to: Self.nameLimit)
    let advice = finding.recommendation.replacing(finding.subject, with: subject).firstSentence
    guard finding.subjectKind != "app", !advice.contains(subject) else { return advice.capitalizedFirst.asSentence }
    let place = FindingTitles(contents).location(of: finding, nameLimit: Self.nameLimit).plain
    let end = advice.firstRange(of: ": ")?.lowerBound ?? advice.endIndex
    return "\(place.capitalizedFirst): \(advice[..<end].prefix(1).lowercased())\(advice[..<end].dropFirst())".asSentence
  }

  private func facts(_ finding: Finding, in group: FindingRanking.Group, advice: String) -> [String] {
    var facts: [String] = []
    let taps = group.findings.reduce(0) { $0 + ($1.partOf == nil ? $1.tapsOfAdvice ?? $1.extraTaps ?? 0 : 0) }
    if taps > 0 { facts.append("Saves up to " + saved(Double(taps), isRecent: finding.tapsAreRecent)) }
    if let users = finding.users, finding.tapsOfAdvice == nil {
      let counted = finding.eligibleUsers.map { "\(users.grouped) of \($0.of("user"))" } ?? users.of("user")
      let when = finding.state == .new ? " in the last third of the period" : ""
      facts.append(Self.rulesOnUse.contains(finding.rule) ? "used by \(counted)\(when)" : counted + when)
    }
    if taps > 0 {
      facts.append(
        advice.contains(#/\btabs?\b/#) ? "nobody makes more taps, unless a tab moves" : "nobody makes more taps")
    }
    facts.append(finding.evidence.phrase)
    facts[0] = facts[0].capitalizedFirst
    return facts
  }

  private func facts(_ group: PlanGroup) -> [String] {
    let users = group.platforms.reduce(0) { $0 + $1.users }
    // Where few gain, the others are not to be counted among them.
    let better =
      group.platforms.count == 1
      ? group.plan.flatMap { contents.shares(of: $0)?.better ?? 1 < 0.1 ? $0.usersBetter : nil } : nil
    let people = better.map { "for \($0.grouped) of \(users.of("user"))" } ?? "among \(users.of("user"))"
    let saving = group.week(in: contents.measures.period).map { weekly($0.taps) } ?? saved(group.taps)
    var facts = ["Saves \(saving) \(people), about \(Wording.taps(perSession: group.tapsPerSession))"]
    if let worse = contents.payers(group) { facts.append(worse) }
    facts.append(
      group.platforms.allSatisfy { $0.plan?.isStable != false }
        ? "tested on a separate half of the users" : "surely a saving, but others are as good")
    return facts
  }

  /// `252 taps a week`; where less than a week is known, `36 taps in 3 days`.
  /// - Parameter isRecent: whether the taps are those of the last third of the period.
  private func saved(_ taps: Double, isRecent: Bool = false) -> String {
    let week = 7 * 86_400_000_000.0
    guard let period = contents.measures.period else { return Int(taps.rounded()).of("tap") }
    let span = isRecent ? period.lastThird : period
    let length = Double(span.upperBound - span.lowerBound)
    guard length >= week else {
      return "\(Int(taps.rounded()).of("tap")) in \(TimeSpan(span: span, calendar: contents.calendar).days.of("day"))"
    }
    return weekly(taps * week / length)
  }

  private func weekly(_ taps: Double) -> String {
    taps < 1 ? "less than one tap a week" : "\(Int(taps.rounded()).of("tap")) a week"
  }

  /// Rules whose findings count who used their subject, not whom it troubled.
  private static let rulesOnUse: Set = [
    "tabs.neglected", "menu.unopened", "menu.item-undiscovered", "gesture.undiscovered",
  ]
}

extension Finding {
  /// Whether the extra taps are those of the last third of the period.
  var tapsAreRecent: Bool { state == .new && !tapsAreOfPlan }
}

extension ClosedRange<Int64> {
  /// The last third of a period: figures of new findings are about it.
  var lastThird: Self { SessionSpan(first: lowerBound, last: upperBound).recent...upperBound }
}

extension Evidence {
  var phrase: String {
    switch self {
    case .structural: "a fact"
    case .strong: "strong evidence"
    case .moderate: "moderate evidence"
    case .exploratory: "only a hint"
    }
  }
}

// How often, in words.
extension Wording {
  private static let numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

  private static func word(_ number: Int) -> String { number < numbers.count ? numbers[number] : number.grouped }

  /// `one tap in four sessions`, `two taps in a session`.
  static func taps(perSession rate: Double) -> String {
    if rate >= 0.75 {
      let taps = Int(rate.rounded())
      return "\(word(max(taps, 1))) \(taps > 1 ? "taps" : "tap") in a session"
    }
    return "one tap in \(oneIn(rate)) sessions"
  }

  /// `one tap in 12`.
  static func oneTapIn(_ taps: Int, of all: Int) -> String { "one tap in \(oneIn(Double(taps) / Double(max(all, 1))))" }

  private static func oneIn(_ share: Double) -> String {
    let count = 1 / max(share, 1e-9)
    // Two digits are enough.
    var unit = 1.0
    while count / unit >= 100 { unit *= 10 }
    return word(max(Int((count / unit).rounded() * unit), 2))
  }

  /// `a quarter`, `one in 20`.
  static func part(_ share: Double) -> String {
    let parts: [(Double, String)] = [
      (0.1, "one in ten"), (0.2, "one in five"), (0.25, "a quarter"), (1.0 / 3, "a third"), (0.4, "two in five"),
      (0.5, "half"), (0.6, "three in five"),
      (2.0 / 3, "two thirds"), (0.75, "three quarters"), (0.8, "four in five"), (0.9, "nine in ten"), (1, "all"),
    ]
    if share < 0.08 { return "one in \(oneIn(share))" }
    return parts.min { abs($0.0 - share) < abs($1.0 - share) }?.1 ?? ""
  }
}

extension String {
  /// Up to the first full stop or semicolon that more follows.
  fileprivate var firstSentence: String { firstRange(of: #/[.;] /#).map { String(self[..<$0.lowerBound]) } ?? self }

  /// The text, cut in the middle if it has more characters: `The first sc…of the shop`.
  package func cutInTheMiddle(to limit: Int) -> String {
    guard count > limit, limit > 2 else { return self }
    return "\(prefix((limit - 1) - (limit - 1) / 2))…\(suffix((limit - 1) / 2))"
  }
}
