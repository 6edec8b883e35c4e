import Measures
import NavigationModel
import Statistics

extension Rule {
  static let tabsBadgeBlind = Rule(
    id: "tabs.badge-blind",
    title: "Badge that makes no difference",
    claim: "The tab nearly always has a badge, or people select the tab no more often when it has one.",
    rationale: """
      A badge asks for attention. If it is always there, or never means anything that matters, people stop noticing \
      it, and with it the badges that do \
      matter.
      """,
    severities: [.info],
    subject: .tab,
    table: "tabs",
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: reserve badges for critical information"),
      .heuristic("the share of 80%; with 30 users or more, a rise that may be chance counts as none"),
    ],
    thresholds: [
      Threshold("share", 0.8, .share, "share of all sessions in which the badge was on"),
      Threshold(
        "users", 30, .users,
        "at least this many users must have sessions with the badge, and as many without"),
    ],
    advice: "Show a badge only for what needs the user's attention, and clear it once seen.",
    action: RuleAction("Show a badge on ", after: " only for what needs attention"),
    needs: [.badges],
    examples: [
      .fires(subject: "Orders", .info, "( badge:Orders=3 tab:Home tab:Search & ) x 9 badge:Orders=0 tab:Home * 100"),
      .fires(
        subject: "Orders", .info,
        """
        ( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & badge:Orders=2 tab:Home badge:Orders=0 & tab:Home & \
        tab:Home tab:Orders & ) x 2 * 60
        """
      ),
      .silent(
        "( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & tab:Home & tab:Home & ) x 2 * 60",
        because: "people heed it"),
      .silent(
        "( badge:Orders=3 tab:Home & badge:Orders= tab:Home & ) x 2 * 20", because: "20 users are too few to compare"),
      .silent(
        "badge:Orders=3 tab:Home tab:Orders & ( tab:Home & ) x 9 * 100",
        because: "the log never says that the badge was cleared, so how long it was on is unknown"),
      .fires(subject: "Orders", .info, "( badge:Orders=3 tab:Home tab:Search & ) x 9 tab:Home * 100"),
      .silent(
        "( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & ) x 7 ( tab:Home & ) x 3 * 100",
        because: "on in 70% of sessions, and heeded"),
    ],
    judging: Judging { context in
      context.ordered(context.measures.badges.sums).filter { $0.sum.selections.users > 0 }.map { tab, sum in
        let on = sum.selections.first
        let off = sum.selections.second
        let share = context.measures.badges.shareOn(sum)
        return Subject(
          context.text(tab), users: sum.users, sessions: sum.sessions, examples: sum.ignored.examples,
          share: .rows(share), eligible: sum.selections.users, of: sum)
      }
    } findings: { context, tabs in
      let always = context.above("share", tabs)
      let found = Set(texts: always.filter(\.isBeyond).map(\.subject.name))
      return always.map { verdict in
        let tab = verdict.subject
        return context.finding(
          verdict, .info, metric: "badge_on",
          fact: "The badge on \(tab.name) was on in \(verdict.share("sessions"))",
          details: [tab.selections].compactMap { $0 })
      }
        + tabs.filter { $0.item.clearings > 0 && !found.contains($0.name) }.compactMap { context.unheeded($0) }
    })
}

extension RuleContext {
  /// A finding if enough people had the tab with and without its badge, and the interval of the difference reaches 0.
  fileprivate func unheeded(_ tab: Subject<Badges.Sum>) -> Finding? {
    let selections = tab.item.selections
    let ignored = tab.item.ignored
    let users = min(selections.first.users, selections.second.users)
    guard users >= max(count("users"), Evidence.leastUsers), let change = selections.change(), change.interval.low <= 0,
      let rates = tab.selections
    else { return nil }
    func signed(_ share: Double) -> String { "\(share * 100 >= 0.05 ? "+" : "")\(Wording.oneDecimal(share * 100))" }
    let difference = "\(signed(change.value)) points, \(signed(change.interval.low)) to \(signed(change.interval.high))"
    return finding(
      Verdict(Subject(tab.name, ignored), change, threshold: 0, users: users), .info, metric: "badge_effect",
      fact: "People select \(tab.name) no more often when its badge is on",
      statistics: "\(number: difference); \(number: Wording.count(ignored.users, "user")) did not select it",
      details: [rates])
  }
}

extension Subject<Badges.Sum> {
  /// How often the tab is selected with and without its badge.
  fileprivate var selections: Text? {
    let on = item.selections.first
    let off = item.selections.second
    guard let onRate = on.estimate() else { return nil }
    let with: Text =
      "\(name) was selected in \(Wording.share(on.sumY, of: on.sumN, "sessions", onRate)) with the badge on"
    guard let offRate = off.estimate() else { return "\(with); none were without." }
    return "\(with), in \(Wording.share(off.sumY, of: off.sumN, "sessions", offRate)) without."
  }
}
