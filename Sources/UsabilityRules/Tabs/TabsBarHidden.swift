import Measures
import NavigationModel

extension Rule {
  static let tabsBarHidden = Rule(
    id: "tabs.bar-hidden",
    title: "Hidden tab bar",
    claim: "Too many steps happen without the tab bar in sight.",
    rationale: """
      The bar shows where people are and what else there is. Without it they have to climb back up before they can go elsewhere, and may not know that \
      they can.
      """,
    severities: [.warning],
    subject: .app,
    sources: [
      .published(
        "Apple Human Interface Guidelines, Tab bars: keep the tab bar visible when people navigate to different sections; only modal views cover it"
      ),
      .heuristic("the share of 10%; screens for reading, playing and paying count too"),
    ],
    thresholds: [Threshold("share", 0.1, .share, "share of the steps, modal ones left out, with the bar hidden")],
    advice: "Show the bar on pushed screens too. Content that needs the whole screen (video, camera, payment) belongs in a modal screen.",
    needs: [.hiddenBar],
    examples: [
      .fires(subject: "app", .warning, "tab:Home > Product bar:hidden > Reviews < < bar:shown tab:Search * 100"),
      .fires(subject: "app", .warning, "tab:Home tab:Search > Result bar:hidden < bar:shown tab:Home * 40"),
      .fires(subject: "app", .info, "tab:Home > Product bar:hidden > Reviews < * 15"),
      .silent("tab:Home > Product bar:hidden > Reviews < * 9", because: "fewer than ten users"),
      .silent("tab:Home ( tab:Search tab:Home ) x 5 > Product bar:hidden * 100", because: "one step in twelve is below 10%"),
      .silent("tab:Home modal:Player bar:hidden bar:shown modal! tab:Search * 100", because: "a modal screen may cover the bar"),
      .silent(
        "tab:Home ( > Product bar:hidden < bar:shown ) x 20 * 2\ntab:Home ( tab:Search tab:Home ) x 4 > Video bar:hidden * 98",
        because: "most of it comes from two people, and less than 10% may be hidden from the others"),
    ],
    query: """
      SELECT 'app' AS subject, count(DISTINCT iif(is_tab_bar_hidden, user_id, NULL)) AS users,
        count(DISTINCT user_id) AS eligible_users, count(DISTINCT iif(is_tab_bar_hidden, session_id, NULL)) AS sessions,
        sum(is_tab_bar_hidden) AS y, count(*) AS n
      FROM step WHERE kind <> 'modal' GROUP BY subject ORDER BY subject
      """,
    counts: { context in
      let bar = context.measures.hiddenBar
      let sums = bar.share
      return .shares(sums.sumN == 0 ? [] : [ShareCount("app", bar.hiddenSteps, sums)])
    },
    evaluate: { context in
      let bar = context.measures.hiddenBar
      let sums = bar.share
      return context.above("share", [("app", .rows(sums))]).map { verdict in
        let steps = Wording.share(sums.sumY, of: sums.sumN, "steps", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: "app", metric: "bar_hidden", users: bar.hiddenSteps.users, sessions: bar.hiddenSteps.sessions,
          message: "\(steps) had the tab bar hidden, for \(Wording.count(bar.hiddenSteps.users, "user"))",
          examples: bar.hiddenSteps.examples, details: context.screensWithoutBar)
      }
    })
}

extension RuleContext {
  /// The screens that were most often shown without the bar.
  fileprivate var screensWithoutBar: [String] {
    measures.hiddenBar.screens.pairs.map { (name: text($0), sum: $1) }
      .sorted { $0.sum.count == $1.sum.count ? $0.name.precedesByScalars($1.name) : $0.sum.count > $1.sum.count }
      .prefix(5)
      .map { "\($0.name): hidden for \(Wording.count($0.sum.count, "step")) of \(Wording.count($0.sum.users, "user"))." }
  }
}
