import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthHotDeep = Rule(
    id: "depth.hot-deep",
    title: "Much-used screen far down",
    claim: "Many people use the screen, and they drill down four levels or more to get to it.",
    rationale: """
      Every level above a screen is a tap and a decision, each time. What many people go to should not lie further down than what few people \
      go to.
      """,
    severities: [.warning],
    subject: .screen,
    sources: [
      .heuristic("the reach of 20 % and the median depth of 4; the natural last step of a flow is far down for a reason")
    ],
    thresholds: [
      Threshold("share", 0.2, .share, "share of all users who visit the screen"),
      Threshold("depth", 4, .levels, "median depth of its visits, from which on it is far down"),
    ],
    advice: "Give the screen a shortcut near the root: a place on the home screen, a list of what was used last, a tab, a widget.",
    needs: [],
    examples: [
      .fires(subject: "Statement", .warning, "tab:Profile > Account > Payments > Statement * 60\ntab:Home * 60"),
      .fires(subject: "D", .warning, "tab:T > B > C > D * 40\ntab:T > B > C * 80"),
      .fires(subject: "D", .info, "tab:T > B > C > D * 12"),
      .silent("tab:T > B > C > D * 30\ntab:Home * 90", because: "a quarter of 120 users may be less than a fifth"),
      .silent("tab:T > B > C * 100", because: "three levels are not far down"),
      .silent("tab:T > B > C > D * 40\ntab:T > D * 41", because: "most visits are at the second level"),
      .silent("tab:T > B > C > D * 9", because: "fewer than ten users"),
    ],
    query: """
      WITH visit AS (
        SELECT screen, user_id, session_id, depth, row_number() OVER (PARTITION BY screen ORDER BY depth) AS place,
          count(*) OVER (PARTITION BY screen) AS visits
        FROM step WHERE is_visit AND screen <> '?'
      )
      SELECT screen AS subject, count(DISTINCT user_id) AS users, (SELECT count(*) FROM user) AS eligible_users,
        count(DISTINCT session_id) AS sessions, max(iif(place = (visits + 1) / 2, depth, NULL)) AS depth,
        sum(max(depth - 2, 0)) AS extra_taps
      FROM visit GROUP BY screen ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "depth", "extra_taps"],
        context.visitedScreens.map {
          [
            .text($0.text), .integer($0.users), .integer(context.scope.users), .integer($0.sessions), .integer($0.depth),
            .integer($0.extraTaps),
          ]
        })
    },
    evaluate: { context in
      let deep = context.visitedScreens.filter { $0.depth >= context.count("depth") }
      let shares = deep.map { (subject: $0, share: Share.users($0.users, of: context.scope.users)) }
      return context.above("share", shares).map { verdict in
        let screen = verdict.subject
        let users = Wording.share(screen.users, of: context.scope.users, "users", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: screen.text, metric: "reach", users: screen.users, sessions: screen.sessions,
          extraTaps: screen.extraTaps, message: "\(users) go to \(screen.text), which is at level \(screen.depth) in the median",
          examples: context.measures.deepVisits.examples[screen.name]?.examples ?? [],
          details: [
            """
            From a shortcut right below a root its \(Wording.count(screen.visits, "visit")) would have cost \
            \(Wording.count(screen.extraTaps, "tap")) less.
            """
          ])
      }
    })
}

/// How many people visit a screen, and how far down it is.
private struct VisitedScreen {
  let name: Name
  let text: String
  let users: Int
  let sessions: Int
  let visits: Int
  /// The median of its visits.
  let depth: Int
  /// Levels of its visits below the second.
  let extraTaps: Int
}

extension RuleContext {
  /// The screens with visits, in text order; `?` stands for many screens and is none of them.
  fileprivate var visitedScreens: [VisitedScreen] {
    let cells = measures.screens.cells
    return scope.names.ordered(cells.keys).compactMap { name in
      guard name != .unnamed, let cell = cells[name], let depth = cell.depths.median else { return nil }
      return VisitedScreen(
        name: name, text: text(name), users: cell.users(structureKnown: true), sessions: cell.sessions(structureKnown: true),
        visits: cell.visits, depth: depth,
        extraTaps: cell.depths.histogram.reduce(0) { $0 + $1.count * max(0, $1.value - 2) })
    }
  }
}
