import Measures
import NavigationModel

extension Rule {
  static let gestureSoleRoute = Rule(
    id: "gesture.sole-route",
    title: "Screen reachable only by a gesture",
    claim: "All arrivals at the screen are by a gesture.",
    rationale: """
      People who do not know the gesture or cannot make it never get there: a gesture cannot be seen, and people who use VoiceOver, a switch, or \
      a keyboard may have no way to make it.
      """,
    severities: [.error],
    subject: .screen,
    sources: [
      .published("WCAG 2.2, 2.5.1 Pointer gestures: what a path-based gesture does, a single tap must do too"),
      .heuristic("the 30 arrivals"),
    ],
    thresholds: [
      Threshold("arrivals", 30, .arrivals, "with at least this many arrivals, another way would have shown"),
      Threshold("users", 3, .users, "at least this many users arrived there"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: "Add a visible way to the screen, a button or a row, and keep the gesture as a shortcut.",
    needs: [.gestures],
    restsOn: [.order],
    examples: [
      .fires(subject: "Archive", .error, "Home gesture:swipe +100ms > Archive < * 30"),
      .fires(subject: "Camera", .error, "Home gesture:swipe +300ms modal:Camera modal! * 40\nHome > Feed * 100"),
      .fires(subject: "Archive", .error, "tab:Home gesture:swipe +100ms > Archive tab:Search tab:Home * 30"),
      .silent("Home gesture:swipe +100ms > Archive < * 29", because: "29 arrivals are too few"),
      .silent("Home ( gesture:swipe +100ms > Archive < ) x 20 * 2\nHome * 50", because: "two users are too few"),
      .silent("Home gesture:swipe +100ms > Archive < * 60\nHome > Archive * 1", because: "one person found another way"),
      .silent("Home gesture:swipe +1s > Archive < * 60", because: "a second after the gesture it was not the gesture"),
      .silent("Home gesture:swipe! +100ms > Archive < * 60", because: "the gesture failed"),
    ],
    query: """
      SELECT screen AS subject, count(DISTINCT iif(is_by_gesture, user_id, NULL)) AS users,
        count(DISTINCT iif(is_by_gesture, session_id, NULL)) AS sessions, sum(is_by_gesture) AS by_gesture, count(*) AS arrivals
      FROM step WHERE is_visit AND NOT (kind = 'tab' AND depth > 1) AND screen <> '?' GROUP BY screen HAVING by_gesture > 0 ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "sessions", "by_gesture", "arrivals"],
        context.gestureScreens.map { screen, sum in
          [
            .text(context.text(screen)), .integer(sum.byGesture.users), .integer(sum.byGesture.sessions), .integer(sum.byGesture.count),
            .integer(sum.arrivals),
          ]
        })
    },
    evaluate: { context in
      context.gestureScreens.filter { screen, sum in
        sum.byGesture.count == sum.arrivals && Double(sum.arrivals) >= context.threshold("arrivals")
          && sum.byGesture.users >= context.quorum(of: context.usersWithSteps)
      }.map { screen, sum in
        let gestures = context.measures.arrivals.gestures(to: screen).map { (name: context.text($0.gesture), visits: $0.visits) }
          .sorted { $0.visits == $1.visits ? $0.name.precedesByScalars($1.name) : $0.visits > $1.visits }
        return context.structuralFinding(
          .error, subject: context.text(screen), metric: "arrivals_by_gesture", value: Double(sum.arrivals),
          threshold: context.threshold("arrivals"), users: sum.byGesture.users, eligibleUsers: context.scope.users,
          sessions: sum.byGesture.sessions,
          message: """
            All \(Wording.count(sum.arrivals)) arrivals at \(context.text(screen)), by \(Wording.count(sum.byGesture.users)) of \
            \(Wording.count(context.scope.users, "user")), were by a gesture
            """,
          examples: sum.byGesture.examples,
          details: gestures.prefix(5).map { "\($0.name): \(Wording.count($0.visits, "arrival"))." })
      }
    })
}

extension RuleContext {
  /// The named screens that somebody reached by a gesture, in text order.
  fileprivate var gestureScreens: [(screen: Name, sum: Arrivals.Sum)] {
    let sums = measures.arrivals.sums
    return scope.names.ordered(sums.keys).compactMap { name in
      guard name != .unnamed, let sum = sums[name], sum.byGesture.count > 0 else { return nil }
      return (name, sum)
    }
  }
}
