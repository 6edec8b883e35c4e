import Measures
import NavigationModel

extension Rule {
  static let pathDeadEnd = Rule(
    id: "path.dead-end",
    title: "Dead end",
    claim: "Most visits of the screen end the session, more than of other screens at the same depth.",
    rationale: """
      People who leave an app from deep inside have either got what they came for or given up. A screen where most visits end offers nothing to \
      go on with.
      """,
    severities: [.warning, .info],
    subject: .screen,
    sources: [
      .heuristic(
        "half of the visits at level two or deeper, and more than the median of the other screens at the same depth; goals of declared tasks are left out: people leave when they are done"
      )
    ],
    thresholds: [Threshold("share", 0.5, .share, "share of the visits at level two or deeper that are the last step of a session or of a part of it")],
    advice: "Offer a next step on the screen: what goes with it, what comes after it, or a way back to where people started.",
    needs: [],
    restsOn: [.order, .sessions],
    examples: [
      .fires(subject: "Receipt", .warning, "tab:Home > Cart > Receipt * 100"),
      .fires(subject: "Story", .info, "tab:Home > Story * 15\ntab:Home > Story < * 2"),
      .fires(subject: "Story", .warning, "( tab:Home > Story cold ) x 3 tab:Home * 100"),
      .fires(subject: "Thanks", .info, "( tab:Home > Cart > Thanks & tab:Home ) x 3 * 100"),
      .silent("tab:Home > Story * 55\ntab:Home > Story < * 45", because: "55% of 100 visits may be less than half"),
      .silent(
        "tab:Home > Story * 100\ntab:Home > News * 100\ntab:Home > Chat * 100", because: "all screens at that depth end sessions as often"),
      .silent("tab:Home tab:Orders * 100", because: "roots are no dead ends"),
      .silent("tab:Home > Story * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home > Track * 100", because: "the goal of a task is where people are done",
        map: AppMap(tasks: [.init(name: "track an order", start: "Home", goal: "Track")])),
    ],
    query: """
      WITH visit AS (
        SELECT user_id, session_id, screen, depth, is_visit,
          lead(number) OVER (PARTITION BY session_id, part ORDER BY number) IS NULL AS is_end
        FROM step
      )
      SELECT screen AS subject, count(DISTINCT iif(is_end, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(is_end, session_id, NULL)) AS sessions, sum(is_end) AS y, count(*) AS n
      FROM visit WHERE is_visit AND depth >= 2 AND screen <> '?'
      GROUP BY screen ORDER BY subject
      """,
    counts: { context in
      .shares(context.endScreens.map { name, sum in ShareCount(context.text(name), sum) })
    },
    evaluate: { context in
      let goals = Set(context.scope.map.tasks.map(\.goal))
      // After finishing a wizard or sending a message, people may leave.
      let all = context.endScreens.filter { !context.isScreen($0.name, of: [.wizard, .compose]) && !context.isFirstRun($0.name) }
      let shares = context.exitSharesByDepth(all)
      let screens = all.filter { screen in
        if context.phase != .firing { return true }
        guard !goals.contains(context.text(screen.name)), let share = screen.sum.share.share else { return false }
        // It must exceed the lower median of the others: then that comes before it.
        let all = shares[context.depth(of: screen.name)] ?? []
        return all.count == 1 || all[(all.count - 2) / 2] < share
      }
      let ways = Dictionary(grouping: context.measures.transitions.sums.pairs.filter { $0.0.to.isKnown }) { $0.0.from }
      return context.above("share", screens.map { (subject: $0, share: .rows($0.sum.share)) }).map { verdict in
        let (name, sum) = verdict.subject
        let screen = context.text(name)
        let visits = Wording.share(sum.share.sumY, of: sum.share.sumN, "visits", verdict.estimate)
        let isGoal = context.measures.appearances.sums[name]?.isGoal == true
        return context.finding(
          verdict, isGoal ? .info : .warning, subject: screen, metric: "exit_share", users: sum.users, sessions: sum.sessions,
          message: "\(visits) of \(screen) were the last step of the session, for \(Wording.count(sum.users, "user"))"
            + (isGoal ? "; most who come again end sessions here again: sessions end here" : ""),
          recommendation: isGoal ? "If people are done here, leave it as it is; otherwise offer a next step." : nil,
          examples: sum.examples, details: context.mostTakenWay(ways[name, default: []].map { (text: context.text($0.0.to), count: $0.1.count) }))
      }
    })
}

extension RuleContext {
  /// The screens with visits below a root, in text order, without `?`, which stands for many screens.
  fileprivate var endScreens: [(name: Name, sum: ShareWithExamples)] {
    let sums = measures.deadEnds.sums
    return scope.names.ordered(sums.keys).compactMap { name in
      name == .unnamed ? nil : sums[name].map { (name, $0) }
    }
  }

  /// The median depth of a screen's visits, at least two: a root leads nowhere yet.
  fileprivate func depth(of screen: Name) -> Int { max(measures.screens.sums[screen]?.depths.median ?? 0, DeadEnds.leastDepth) }

  /// The shares of visits that end the session, ascending, for the screens of each median depth.
  fileprivate func exitSharesByDepth(_ screens: [(name: Name, sum: ShareWithExamples)]) -> [Int: [Double]] {
    Dictionary(grouping: screens) { depth(of: $0.name) }.mapValues { $0.compactMap(\.sum.share.share).sorted() }
  }

  /// Where those who continue go.
  fileprivate func mostTakenWay(_ ways: [(text: String, count: Int)]) -> [String] {
    let most = ways.min { $0.count == $1.count ? $0.text.precedesByScalars($1.text) : $0.count > $1.count }
    return most.map { ["Those who go on mostly go to \($0.text) (\(Wording.count($0.count, "time")))."] } ?? []
  }
}
