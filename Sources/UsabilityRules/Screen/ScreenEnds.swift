import Measures
import NavigationModel

extension Rule {
  static let screenEnds = Rule(
    id: "screen.ends",
    title: "Sessions end here",
    claim: "Most visits of the screen are the last of the session.",
    rationale: "People who leave have either got what they came for or given up. A screen where most visits end offers nothing to go on with.",
    severities: [.info],
    subject: .screen,
    sources: [
      .heuristic("half of the visits; where half of the people who come again end sessions again, the screen is a goal; goals of declared tasks are left out")
    ],
    thresholds: [Threshold("share", 0.5, .share, "share of its visits that are the last of a session or of a part of it")],
    advice: "Offer a next step, if it is not the end of a task.",
    needs: [.screensAlone],
    restsOn: [.order],
    examples: [
      .fires(subject: "Receipt", .info, "Home Cart Receipt * 100"),
      .fires(subject: "Story", .info, "( Home Story cold ) x 3 Home * 100"),
      .silent("Home Story * 55\nHome Story Home * 45", because: "55% of 100 visits may be less than half"),
      .silent("Home Story & Home Story & Home List Home * 100", because: "people come again and are done there again: a goal"),
      .silent("Home Story * 9", because: "fewer than ten users"),
      .silent("tab:Home > Story * 100", because: "the log shows the structure: path.dead-end judges it"),
    ],
    query: """
      WITH step_before AS (
        SELECT *, lag(screen) OVER (PARTITION BY session_id, part ORDER BY number) AS last FROM step
      ), visit AS (
        SELECT session_id, user_id, screen, dwell_us, lag(screen) OVER run AS before, lead(screen) OVER run AS after
        FROM step_before WHERE last IS NULL OR last <> screen WINDOW run AS (PARTITION BY session_id, part ORDER BY number)
      ), person AS (
        SELECT user_id FROM session WHERE steps > 0 GROUP BY user_id HAVING count(*) > 1
      ), finished AS (
        SELECT screen, user_id, count(DISTINCT iif(after IS NULL, session_id, NULL)) AS ends FROM visit
        WHERE user_id IN (SELECT user_id FROM person) GROUP BY screen, user_id
      )
      SELECT screen AS subject, count(DISTINCT iif(after IS NULL, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(after IS NULL, session_id, NULL)) AS sessions, sum(after IS NULL) AS y, count(*) AS n,
        (SELECT count(*) FROM finished AS f WHERE f.screen = v.screen) AS returning_users,
        (SELECT count(*) FROM finished AS f WHERE f.screen = v.screen AND f.ends > 1) AS finishing_users
      FROM visit AS v WHERE screen <> '?' GROUP BY screen ORDER BY subject
      """,
    counts: { context in
      .shares(
        context.visited(\.ends).map { name, sum in
          let goal = context.measures.appearances.sums[name]
          return ShareCount(
            subject: context.text(name), users: sum.users, sessions: sum.sessions, share: sum.share, more: [goal?.returning ?? 0, goal?.finishing ?? 0])
        }, and: ["returning_users", "finishing_users"])
    },
    evaluate: { context in
      let goals = Set(context.scope.map.tasks.map(\.goal))
      let judged = context.visited(\.ends).filter { name, _ in
        context.measures.appearances.sums[name]?.isGoal != true && !goals.contains(context.text(name)) && !context.isScreen(name, of: [.wizard, .compose])
      }
      return context.above("share", judged.map { (subject: $0, share: .rows($0.sum.share)) }).map { verdict in
        let (name, sum) = verdict.subject
        let visits = Wording.share(sum.share.sumY, of: sum.share.sumN, "visits", verdict.estimate)
        return context.finding(
          verdict, .info, subject: context.text(name), metric: "exit_share", users: sum.users, sessions: sum.sessions,
          message: "\(visits) of \(context.text(name)) were the last of the session, for \(Wording.count(sum.users, "user"))", examples: sum.examples
        )
      }
    })
}
