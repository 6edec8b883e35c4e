import Measures
import NavigationModel

extension Rule {
  static let screenEnds = Rule(
    id: "screen.ends",
    title: "Sessions end here",
    claim: "Most visits of the screen are the last of the session.",
    rationale:
      """
      People who leave have either got what they came for or given up. A screen where most visits end offers nothing \
      to go on with.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        half of the visits; where half of the people who come again end sessions again, the screen is a goal; goals \
        of declared tasks are left out
        """
      )
    ],
    thresholds: [
      Threshold("share", 0.5, .share, "share of its visits that are the last of a session or of a part of it")
    ],
    advice: "Offer a next step, if it is not the end of a task.",
    needs: [.screensAlone],
    restsOn: [.order],
    examples: [
      .fires(subject: "Receipt", .info, "Home Cart Receipt * 100"),
      .fires(subject: "Story", .info, "( Home Story cold ) x 3 Home * 100"),
      .silent("Home Story * 55\nHome Story Home * 45", because: "55% of 100 visits may be less than half"),
      .silent(
        "Home Story & Home Story & Home List Home * 100", because: "people come again and are done there again: a goal"),
      .silent("Home Story * 9", because: "fewer than ten users"),
      .silent("tab:Home > Story * 100", because: "the log shows the structure: path.dead-end judges it"),
    ],
    query: """
      WITH \(visitsOfScreens), person AS (
        SELECT user_id FROM session WHERE steps > 0 GROUP BY user_id HAVING count(*) > 1
      ), finished AS (
        SELECT screen, user_id, count(DISTINCT iif(after IS NULL, session_id, NULL)) AS ends FROM visit
        WHERE user_id IN (SELECT user_id FROM person) GROUP BY screen, user_id
      )
      SELECT screen AS subject, count(DISTINCT iif(after IS NULL, user_id, NULL)) AS users, count(DISTINCT user_id) AS \
      eligible_users,
        count(DISTINCT iif(after IS NULL, session_id, NULL)) AS sessions, sum(after IS NULL) AS y, count(*) AS n,
        (SELECT count(*) FROM finished AS f WHERE f.screen = v.screen) AS returning_users,
        (SELECT count(*) FROM finished AS f WHERE f.screen = v.screen AND f.ends > 1) AS finishing_users
      FROM visit AS v WHERE screen <> '?' GROUP BY screen ORDER BY subject
      """,
    judging: Judging { context in
      context.screens { name, sum in
        let returns = context.measures.screenReturns.sums[name]
        return (sum.ends, ["returning_users": returns?.returning ?? 0, "finishing_users": returns?.finishing ?? 0])
      }
    } findings: { context, screens in
      let goals = Set(context.scope.map.tasks.map(\.goal))
      let judged = screens.filter { screen in
        context.measures.screenReturns.sums[screen.item]?.isGoal != true && !goals.contains(screen.name)
          && !context.isScreen(screen.item, of: [.wizard, .compose])
      }
      return context.above("share", judged).map { found in
        context.finding(
          found, .info, metric: "exit_share",
          message:
            """
            \(found.share("visits")) of \(found.subject.name) were the last of the session, for \
            \(found.subject.people)
            """
        )
      }
    })
}
