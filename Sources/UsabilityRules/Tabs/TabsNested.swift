import Measures
import NavigationModel

extension Rule {
  static let tabsNested = Rule(
    id: "tabs.nested",
    title: "Tab bar inside another view",
    claim: "A split view, a popover or another view within a screen shows a second tab bar.",
    rationale: """
      A tab bar says where people are in the app. A second one, within a part of the screen, is about that part only, \
      and people have to learn which bar leads where.
      """,
    severities: [.info],
    subject: .screen,
    sources: [
      .published("Apple, UITabBarController: a tab bar interface is the root of the window; other placements are for special needs"),
      .heuristic("how many users must have seen it"),
    ],
    thresholds: [
      Threshold("users", 3, .users, "at least this many users saw such a bar"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: "Keep one tab bar, at the root of the window. Inside a split view or a popover use a segmented control, a list, or buttons.",
    needs: [.tabSelections],
    examples: [
      .fires(subject: "Split view", .info, "tab:Home tabs:Inbox|Sent{container=\"Split view\"} * 3"),
      .fires(subject: "Popover", .info, "tabs:Home|Search tab:Home tabs:Fonts|Colors{container=Popover} * 5\ntab:Home * 95"),
      .silent("tab:Home tabs:Inbox|Sent{container=Popover} * 2", because: "two users are too few"),
      .silent("tab:Home tabs:Home|Search * 100", because: "it is the app's own bar"),
    ],
    query: """
      SELECT container AS subject, count(DISTINCT user_id) AS users,
        (SELECT count(DISTINCT user_id) FROM session WHERE steps > 0) AS eligible_users, count(DISTINCT session_id) AS sessions, count(*) AS shown
      FROM occurrence WHERE kind = 'tabs_shown' AND container IS NOT NULL GROUP BY container ORDER BY container
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "shown"],
        context.nestedBars.map { bar in
          [.text(bar.name), .integer(bar.seen.users), .integer(context.usersWithSteps), .integer(bar.seen.sessions), .integer(bar.seen.count)]
        })
    },
    evaluate: { context in
      let quorum = context.quorum(of: context.usersWithSteps)
      return context.nestedBars.filter { $0.seen.users >= quorum }.map { bar in
        context.structuralFinding(
          .info, subject: bar.name, metric: "users_with_nested_bar", value: Double(bar.seen.users), threshold: Double(quorum), users: bar.seen.users,
          eligibleUsers: context.usersWithSteps, sessions: bar.seen.sessions,
          message: "\(bar.name) shows a second tab bar; \(Wording.count(bar.seen.users)) of \(Wording.count(context.usersWithSteps, "user")) saw it",
          examples: bar.seen.examples)
      }
    })
}

extension RuleContext {
  /// The views that show a second tab bar, by name.
  fileprivate var nestedBars: [(name: String, seen: CountWithExamples)] {
    measures.nestedBars.sums.pairs.map { (text($0), $1) }.sorted { $0.name.precedesByScalars($1.name) }
  }
}
