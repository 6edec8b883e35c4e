import Measures
import NavigationModel
import UsabilityRules

/// A change of the navigation, with what it would gain: what the plan moves, or what findings on the same subject
/// advise. Every format of the report and the terminal show the same ones.
package struct Action: Sendable {
  /// What is wrong, in one sentence; empty for a plan that no finding is about.
  package let fact: Text
  /// What to do, in one sentence.
  package let what: Text
  /// What it costs, whom it touches, who pays, how sure that is, and whether it is still so.
  package let facts: [String]
  package let group: FindingGroup
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
      others: OtherSaving.all(contents.advice), time: CountedTime(contents.judged.measures))
  }

  var actions: [Action] { ranking.changes.map(action) }

  /// What is more than a note; without any, the first note, unless it is over.
  package static func leading(_ actions: [Action]) -> [Action] {
    let urgent = actions.filter { $0.group != .note }
    return urgent.isEmpty ? actions.prefix(1).filter { $0.findings.first?.state != .over } : urgent
  }

  /// How many findings there are of each group, after the plans that none of them is about: `4 findings: 2 to fix now,
  /// 1 to consider, 1 good to know`.
  var counts: String {
    func words(_ group: FindingGroup) -> String { (group == .note ? "" : "to ") + group.title.lowercased() }
    let groups = FindingGroup.allCases.filter { !ranking.indices($0).isEmpty }
    let counts = groups.map { "\(ranking.indices($0).count.grouped) \(words($0))" }
    let plans = ranking.changes.count { $0.findings.isEmpty && $0.plan != nil }
    let before =
      switch plans {
      case 0: ""
      case 1: "A plan, and "
      default: "\(plans.grouped) plans, and "
      }
    let all = before + ranking.findings.count.of("finding")
    if groups.count == 1 { return all + (groups == [.note] ? ", " : " ") + words(groups[0]) }
    return all + ": " + counts.joined(separator: ", ")
  }

  /// Taps that nobody would need, and all taps; nil if none are known.
  var unneededTaps: (taps: Int, of: Int)? {
    let taps = contents.findings.reduce(0) {
      $0 + ($1.severity > .info && $1.partOf == nil && $1.state != .over ? $1.extraTaps ?? 0 : 0)
    }
    let all = contents.judged.measures.totals.taps
    return taps > 0 && all >= taps ? (taps, all) : nil
  }

  private func action(_ change: FindingRanking.Change) -> Action {
    let findings = change.findings.map { ranking.findings[$0] }
    let what = change.plan?.moves ?? change.other?.words ?? findings.first?.action ?? Text()
    let facts =
      change.other.map(self.facts) ?? change.plan.map {
        self.facts($0) + (findings.count > 1 ? ["settles \(findings.count.of("finding"))"] : [])
      }
      ?? findings.first.map { self.facts($0, among: findings) } ?? []
    let trend = findings.first?.courseWords.map { String($0.plain.dropLast()).loweredFirst }
    return Action(
      fact: (findings.first?.fact ?? Text()).capitalizedFirst.asSentence.cuttingNames(to: Self.nameLimit),
      what: what.cuttingNames(to: Self.nameLimit), facts: facts + (trend.map { [$0] } ?? []), group: change.group,
      anchor: change.plan == nil && change.other == nil
        ? FindingsSection.anchor((change.findings.first ?? 0) + 1) : "plan",
      findings: findings)
  }

  private func facts(_ finding: Finding, among findings: [Finding]) -> [String] {
    let saving = saved(findings)
    let payers = finding.movesTab ? "costs nobody a tap, unless it takes the place of a tab" : "costs nobody a tap"
    var facts = [
      saving.map { "saves up to " + $0 }, finding.tapsOfAdvice == nil ? finding.people : nil,
      saving.map { _ in payers },
      finding.evidence.phrase,
    ].compactMap(\.self)
    facts[0] = facts[0].capitalizedFirst
    return facts
  }

  private func facts(_ other: OtherSaving) -> [String] {
    let time = CountedTime(contents.judged.measures)
    let saving =
      time.weeks < 1
      ? other.change.taps.of("tap") + inDays()
      : Wording.taps(per1000UsersAWeek: time.per1000UsersAWeek(Double(other.change.taps)))
    let payers =
      other.change.kind == .start ? "costs a tap where people stay on the first screen" : "costs nobody a tap"
    return ["Saves \(saving)", "for \(other.change.users.of("user"))", payers]
  }

  private func facts(_ group: PlanGroup) -> [String] {
    let users = group.platforms.reduce(0) { $0 + $1.users }
    let whose = group.hasNames && !group.isOnly ? "\(group.names.plain) " : ""
    // Where few gain, the others are not to be counted among them.
    let better =
      group.platforms.count == 1
      ? group.plan.flatMap { contents.shares(of: $0)?.better ?? 1 < 0.1 ? $0.usersBetter : nil } : nil
    let people = better.map { "for \($0.grouped) of \(users.of("user"))" } ?? "among \(users.of("user"))"
    let saving =
      group.week(in: contents.judged.measures.period).map {
        Wording.taps(per1000UsersAWeek: 1000 * $0.tapsPerUser, whose)
      }
      ?? group.tapsPerDayOfUse.map { "\(Int($0.rounded()).of("tap")) on each day of use" }
      ?? Int(group.taps.rounded()).of("tap") + inDays()
    var facts = ["Saves \(saving)", people]
    if let worse = contents.payers(group) { facts.append(worse) }
    facts.append(
      group.platforms.allSatisfy { $0.plan?.isStable != false }
        ? "confirmed on the other half of the users" : "sure to save taps; other moves save as much")
    return facts
  }

  /// What the actions of some findings save, as `taps_saved_per_1000_users_week` of `findings.csv` says; where less
  /// than a week is known, as `taps_saved` says: `36 taps in 3 days`. Nil if they save nothing.
  private func saved(_ findings: [Finding]) -> String? {
    let saving = findings.filter { $0.tapsSaved != nil }
    if saving.isEmpty { return nil }
    let weekly = saving.compactMap(\.tapsSavedPer1000UsersAWeek)
    if weekly.count == saving.count { return Wording.taps(per1000UsersAWeek: weekly.reduce(0, +)) }
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

extension Finding {
  /// `181 of 217 users`, or for a rule on too little use `not used by 218 of 220 users`; nil if it has none.
  fileprivate var people: String? {
    guard let users else { return nil }
    let when = state == .new ? " in the last third of the period" : ""
    if Rule.rule(rule)?.counts == .use, let eligibleUsers {
      return "not used by \((eligibleUsers - users).grouped) of \(eligibleUsers.of("user"))\(when)"
    }
    return (eligibleUsers.map { "\(users.grouped) of \($0.of("user"))" } ?? users.of("user")) + when
  }
}

// How often, in words.
extension Wording {
  /// Words that are further off than this, as a part of what they say, are not used.
  private static let mostOff = 0.1

  /// `376 taps per 1,000 users and week, one per person in 3 weeks`
  /// - Parameter whose: `iOS `
  static func taps(per1000UsersAWeek rate: Double, _ whose: String = "") -> String {
    let all = rate < 1 ? "less than one tap" : Int(rate.rounded()).of("tap")
    return "\(all) per 1,000 \(whose)users and week, \(taps(ofAPersonAWeek: rate / 1000))"
  }

  /// `one per person in 3 weeks`, `2.4 per person and week`
  private static func taps(ofAPersonAWeek rate: Double) -> String {
    oneIn(rate).map { "one per person in \($0.of("week"))" } ?? "\(rate.rounded(decimals: 1)) per person and week"
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
