import Measures
import NavigationModel

extension Rule {
  static let tabsRejected = Rule(
    id: "tabs.rejected",
    title: "Tab that ignores taps",
    claim: "The app ignores too many taps on the tab.",
    rationale:
      """
      A tab that does nothing when it is tapped looks broken. People tap again and do not learn what they would have \
      to do first.
      """,
    severities: [.warning],
    subject: .tab,
    table: "tabs",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: don't disable or hide tabs, explain why a tab's content is \
        unavailable
        """
      ),
      .heuristic("the share of 1%"),
    ],
    thresholds: [Threshold("share", 0.01, .share, "share of the taps on the tab that the app ignored")],
    advice:
      """
      Always let people select the tab. Say in the section what is missing (sign in, connect, buy), and link to it.
      """,
    action: RuleAction("Always let people select "),
    needs: [.tabTaps],
    taps: [.blockedTab],
    examples: [
      .fires(subject: "Club", .warning, "tab:Home tab:Club! tab:Search tab:Club * 100"),
      .fires(subject: "Club", .warning, "tab:Home ( tab:Club tab:Home ) x 5 * 100\ntab:Home tab:Club! * 20"),
      .fires(subject: "Club", .info, "tab:Home tab:Club! tab:Search * 15"),
      .silent("tab:Home tab:Club! tab:Search * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home ( tab:Club tab:Home ) x 5 * 196\ntab:Home tab:Club! * 4", because: "4 of 984 taps are below 1%"),
      .silent("tab:Home tab:Club tab:Home * 197\ntab:Home tab:Club! * 3", because: "3 of 200 taps may be less than 1%"),
    ],
    judging: Judging(above: "share") { context in
      context.ordered(context.measures.tabs.sums).map { tab, sum in
        Subject(context.text(tab), sum.refusals, share: .rows(sum.blocked), of: sum)
      }
    } finding: { context, found in
      let tab = found.subject
      return context.finding(
        found, .warning, metric: "blocked", extraTaps: tab.item.refusals.count,
        fact: "\(found.share("taps")) on the tab \(tab.name) did nothing",
        details: tab.item.users == 0 ? ["No tap on it was ever accepted."] : [])
    })
}
