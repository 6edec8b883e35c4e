import Measures
import NavigationModel
import UsabilityRules

/// A change of the navigation, with what it would gain: what the plan moves, or what findings on the same subject
/// advise. Every format of the report and the terminal show the same ones.
package struct Action: Sendable {
  /// What to do, in one sentence.
  package let what: Text
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
      sessions: contents.judged.measures.totals.sessions)
  }

  var actions: [Action] { ranking.groups.indices.map { action(ranking.groups[$0], number: ranking.numberOfLead($0)) } }

  /// How many findings there are of each urgency, after the plans that none of them is about: `4 findings: 2 to fix
  /// now, 1 to consider, 1 good to know`.
  var counts: String {
    let counts = Urgency.allCases.compactMap { urgency in
      let count = ranking.indices(urgency).count
      return count > 0 ? "\(count.grouped) \(urgency == .goodToKnow ? "" : "to ")\(urgency.title.lowercased())" : nil
    }
    let plans = ranking.groups.count { $0.findings.isEmpty }
    let before = plans == 0 ? "" : plans == 1 ? "A plan, and " : "\(plans.grouped) plans, and "
    return before + "\(ranking.findings.count.of("finding")): \(counts.joined(separator: ", "))"
  }

  /// Taps that nobody would need, and all taps; nil if none are known.
  var unneededTaps: (taps: Int, of: Int)? {
    let taps = contents.findings.reduce(0) {
      $0 + ($1.severity > .info && $1.partOf == nil && $1.state != .over ? $1.extraTaps ?? 0 : 0)
    }
    let all = contents.judged.measures.totals.taps
    return taps > 0 && all >= taps ? (taps, all) : nil
  }

  /// - Parameter number: of its first finding; nil if it has none.
  private func action(_ group: FindingRanking.Group, number: Int?) -> Action {
    let what: Text
    let facts: [String]
    if let plan = group.plan {
      what = plan.moves
      facts = self.facts(plan) + (group.findings.count > 1 ? ["settles \(group.findings.count.of("finding"))"] : [])
    } else {
      what = group.findings.first?.action ?? Text()
      facts = group.findings.first.map { self.facts($0, in: group) } ?? []
    }
    return Action(
      what: what.cuttingNames(to: Self.nameLimit), facts: facts, urgency: group.urgency,
      anchor: group.plan == nil ? number.map(FindingsSection.anchor) ?? "findings" : "plan", findings: group.findings)
  }

  private func facts(_ finding: Finding, in group: FindingRanking.Group) -> [String] {
    var facts: [String] = []
    let saving = saved(group.findings)
    if let saving { facts.append("saves up to " + saving) }
    if let users = finding.users, finding.tapsOfAdvice == nil {
      let counted = finding.eligibleUsers.map { "\(users.grouped) of \($0.of("user"))" } ?? users.of("user")
      let when = finding.state == .new ? " in the last third of the period" : ""
      facts.append((Rule.rule(finding.rule)?.counts == .use ? "used by " : "") + counted + when)
    }
    if saving != nil {
      facts.append(finding.movesTab ? "costs nobody a tap, unless a tab makes room" : "costs nobody a tap")
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
    let saving =
      group.week(in: contents.judged.measures.period).map { Self.weekly($0.taps) }
      ?? group.tapsPerDayOfUse.map { "\(Int($0.rounded()).of("tap")) on each day of use" }
      ?? Int(group.taps.rounded()).of("tap") + inDays()
    var facts = ["Saves \(saving) \(people), about \(Wording.taps(perSession: group.tapsPerSession))"]
    if let worse = contents.payers(group) { facts.append(worse) }
    facts.append(
      group.platforms.allSatisfy { $0.plan?.isStable != false }
        ? "confirmed on the other half of the users" : "a certain saving; other moves do equally well")
    return facts
  }

  /// What the actions of some findings save, as `taps_saved_a_week` of `findings.csv` says: `252 taps a week`; where
  /// less than a week is known, as `taps_saved` says: `36 taps in 3 days`. Nil if they save nothing.
  private func saved(_ findings: [Finding]) -> String? {
    let saving = findings.filter { $0.tapsSaved != nil }
    if saving.isEmpty { return nil }
    let weekly = saving.compactMap(\.tapsSavedAWeek)
    if weekly.count == saving.count { return Self.weekly(weekly.reduce(0, +)) }
    let taps = saving.reduce(0) { $0 + ($1.tapsSaved ?? 0) }
    return taps.of("tap") + inDays(recent: saving.allSatisfy(\.tapsAreRecent))
  }

  /// ` in 3 days`
  /// - Parameter recent: whether of the last third of the period.
  private func inDays(recent: Bool = false) -> String {
    contents.judged.measures.period.map {
      " in \(TimeSpan(span: recent ? $0.lastThird : $0, calendar: contents.calendar).days.of("day"))"
    } ?? ""
  }

  private static func weekly(_ taps: Double) -> String {
    taps < 1 ? "less than one tap a week" : "\(Int(taps.rounded()).of("tap")) a week"
  }
}

extension Evidence {
  var phrase: String {
    switch self {
    case .structural: "certain: counted, not estimated"
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

  /// Words that are further off than this, as a part of what they say, are not used.
  private static let mostOff = 0.1

  /// `one tap in four sessions`, `two taps in a session`; where no such words are near enough, `0.7 taps in a session`.
  static func taps(perSession rate: Double) -> String {
    let taps = rate.rounded()
    if taps >= 1, abs(taps - rate) <= mostOff * rate {
      return "\(word(Int(taps))) \(taps > 1 ? "taps" : "tap") in a session"
    }
    if rate < 0.55, let sessions = oneIn(rate) { return "one tap in \(word(sessions)) sessions" }
    return "\(rate.rounded(decimals: 1)) taps in a session"
  }

  /// `1 in 22 taps` and `was`; where that is not near enough, `38.0% of the taps` and `were`.
  static func tapsIn(_ taps: Int, of all: Int) -> (words: String, verb: String) {
    let share = Double(taps) / Double(max(all, 1))
    return oneIn(share).map { ("1 in \($0.grouped) taps", "was") } ?? ("\(percent(share)) of the taps", "were")
  }

  /// A share as one in so many, with two digits; nil if that is far off.
  private static func oneIn(_ share: Double) -> Int? {
    guard share > 0 else { return nil }
    let count = 1 / share
    var unit = 1.0
    while count / unit >= 100 { unit *= 10 }
    let rounded = (count / unit).rounded() * unit
    return rounded >= 2 && abs(1 / rounded - share) <= mostOff * share ? Int(rounded) : nil
  }
}
