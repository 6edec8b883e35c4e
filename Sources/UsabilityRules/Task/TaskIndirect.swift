import Measures
import NavigationModel

extension Rule {
  static let taskIndirect = Rule(
    id: "task.indirect",
    title: "Task done only by going back",
    claim: "Too many of the people who complete the task have to go back on the way.",
    rationale: "People who go back opened the wrong thing first: labels overlap, or promise something that is elsewhere.",
    severities: [.info],
    subject: .task,
    sources: [
      .published("Optimal Workshop, tree tests: directness is the share of tries without going back up"),
      .heuristic("the share of 75%; what people do to look around is indirect on purpose"),
    ],
    thresholds: [Threshold("share", 0.75, .share, "share of completed tries without going back")],
    advice: "See where people turn back, and merge or rename what they confuse.",
    needs: [.tasks, .completedTasks],
    examples: [
      .fires(
        subject: "track an order", .info, "tab:Home tab:Orders > Returns < > Track * 60\ntab:Home tab:Orders > Track * 60", map: .orders),
      .fires(subject: "track an order", .info, "tab:Home tab:Orders > Old tab:Orders > Track * 12", map: .orders),
      .silent(
        "tab:Home tab:Orders > Returns < > Track * 30\ntab:Home tab:Orders > Track * 70",
        because: "with 100 tries, an observed 70% may be 75%", map: .orders),
      .silent("tab:Home tab:Orders modal:Filter modal! > Track * 100", because: "leaving a modal screen is not going back", map: .orders),
      .silent("tab:Home > Offer < tab:Home=Start tab:Orders > Track > Map < * 100", because: "nobody had to", map: .tracking),
      .silent("tab:Home tab:Orders > Returns < > Track * 9", because: "fewer than ten users", map: .orders),
    ],
    query: """
      \(TaskQuery.tries)
      SELECT name AS subject, count(DISTINCT iif(returns > 0, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(returns > 0, session_id, NULL)) AS sessions, sum(returns = 0) AS y, count(*) AS n
      FROM done GROUP BY name ORDER BY subject
      """,
    counts: { context in
      .shares(
        context.completedTasks.map { task in
          ShareCount(subject: task.name, users: task.sum.indirectUsers, sessions: task.sum.indirectSessions, share: task.sum.direct)
        })
    },
    evaluate: { context in
      context.below("share", context.completedTasks.map { (subject: $0, share: .rows($0.sum.direct)) }).map { verdict in
        let task = verdict.subject
        let sums = task.sum.direct
        let tries = Wording.few(sums.sumY, of: sums.sumN, "completed tries", verdict.estimate)
        return context.finding(
          verdict, .info, subject: task.name, metric: "direct_share", users: task.sum.indirectUsers,
          sessions: task.sum.indirectSessions, extraTaps: 2 * (sums.sumN - sums.sumY),
          message: """
            \(tries) at the task “\(task.name)” went without going back; \(Wording.count(task.sum.indirectUsers, "user")) had to turn round
            """,
          examples: task.sum.indirectExamples, details: [context.shortestWay(of: task)] + context.detours(of: task))
      }
    })
}

extension AppMap {
  /// The maps of the examples.
  fileprivate static let orders = AppMap(
    roots: ["Home": "Home", "Orders": "Orders"], parents: ["Track": "Orders"],
    tasks: [.init(name: "track an order", start: "Home", goal: "Track")])
  fileprivate static let tracking = AppMap(tasks: [.init(name: "track an order", start: "Orders", goal: "Track")])
}
