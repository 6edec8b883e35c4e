import Measures
import NavigationModel
import Statistics

extension Rule {
  static let tabsSlowFirstOpen = Rule(
    id: "tabs.slow-first-open",
    title: "Tab slow to open the first time",
    claim: "The tab is slow to show its screen when it is first opened, but not later.",
    rationale: """
      People keep their train of thought for up to a second; beyond that they wait. If only the first opening is slow, \
      the content is loaded on demand \
      and could have been there before.
      """,
    severities: [.info],
    subject: .tab,
    table: "tabs",
    sources: [
      .convention("one second as the limit for the flow of thought to stay uninterrupted"),
      .heuristic(
        """
        one second for three quarters of the openings, and twice the time of later ones; openings of more than two \
        seconds are not timed
        """
      ),
    ],
    thresholds: [
      Threshold("seconds", 1, .seconds, "a quarter of the first openings take longer than this"),
      Threshold("times", 2, .times, "at least this many times as long as later openings"),
    ],
    advice:
      """
      Load the tab's content before it is needed, once the app is idle, or show the previous content until the new \
      one arrives.
      """,
    action: RuleAction("Load the content of ", after: " before it is needed"),
    needs: [.tabOpenings],
    restsOn: [.times],
    examples: [
      .fires(subject: "Search", .info, "tab:Home tab:Search +1500ms S tab:Home +100ms H tab:Search +300ms S * 30"),
      .fires(
        subject: "Search", .info, "tab:Home=H tab:Search=S +1200ms S tab:Home=H +100ms H tab:Search=S +600ms S * 10"),
      .silent(
        "tab:Home tab:Search +1500ms S tab:Home +100ms H tab:Search +300ms S * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home tab:Search +1s S tab:Home +100ms H tab:Search +300ms S * 30", because: "a second is not too long"),
      .silent(
        "tab:Home tab:Search +1500ms S tab:Home +100ms H tab:Search +800ms S * 30",
        because: "later openings are slow too"),
      .silent(
        "tab:Home tab:Search +1500ms S tab:Home +100ms H * 30", because: "there is no later opening to compare with"),
      .silent(
        "tab:Home +1500ms H tab:Search +100ms S tab:Home +100ms H tab:Search +100ms S * 30",
        because: "the app itself was starting"),
    ],
    judging: Judging { context in
      context.ordered(context.measures.tabOpenings.sums).map { tab, sum in
        let first = sum.first
        return Subject(
          context.text(tab), users: first.users, sessions: first.sessions, examples: first.examples, of: sum)
      }
    } findings: { context, tabs in
      tabs.compactMap { tab in
        let limit = context.threshold("seconds")
        let sum = tab.item
        guard sum.first.users >= Evidence.leastUsers, let first = sum.first.times.seconds(.p75),
          let later = sum.later.times.seconds(.p75)
        else { return nil }
        let estimate = Estimate(value: first, interval: Interval(low: first, high: first))
        var verdict = Verdict(tab, estimate, threshold: limit, users: sum.first.users)
        verdict.isBeyond = first > limit && first >= context.threshold("times") * later
        var finding = context.finding(
          verdict, .info, metric: "first_open_p75_s",
          fact:
            """
            A quarter of the first openings of \(tab.name) took \(number: Wording.oneDecimal(first)) s or longer, \
            a quarter of the later ones \(number: Wording.oneDecimal(later)) s
            """,
          statistics:
            """
            \(sum.first.times.count) first openings, \(sum.later.times.count) later ones; \(number: tab.people)
            """)
        finding.interval = nil
        finding.otherUsers = sum.later.users
        return finding
      }
    }.unless { context in
      let users = context.measures.tabOpenings.sums.values.map(\.first.users).max() ?? 0
      return context.fewer(than: Evidence.leastUsers, users, "have a timed first opening of the same tab")
        ?? "no tab was opened a second time, with its time"
    })
}
