import Measures
import NavigationModel

extension Rule {
  static let gestureUndiscovered = Rule(
    id: "gesture.undiscovered",
    title: "Gesture that few know",
    claim: "Hardly anybody makes the gesture.",
    rationale: """
      A gesture cannot be seen. Who is not told of it finds it by chance or never, and does without what it offers.
      """,
    severities: [.warning],
    subject: .gesture,
    sources: [
      .published("Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 10 %"),
    ],
    thresholds: [Threshold("share", 0.1, .share, "share of all users who ever made the gesture with success")],
    advice: "Put a visible control beside the gesture, and show it once, when it would help.",
    needs: [.gestures],
    examples: [
      .fires(subject: "swipe", .warning, "Home > A < * 97\nHome > A gesture:swipe * 3"),
      .fires(subject: "pinch", .warning, "Home > A < * 60\nHome > A gesture:pinch gesture:swipe * 1\nHome > A gesture:swipe * 20"),
      .silent("Home > A < * 94\nHome > A gesture:swipe * 6", because: "6 % of 100 users may be 12 %"),
      .silent("Home > A < * 8\nHome > A gesture:swipe * 1", because: "fewer than ten users"),
      .silent("Home > A < * 100", because: "a log without gestures says nothing of them"),
    ],
    query: """
      SELECT subject, count(DISTINCT iif(flag, NULL, user_id)) AS users, (SELECT count(*) FROM user) AS eligible_users,
        count(DISTINCT iif(flag, NULL, session_id)) AS sessions, sum(NOT flag) AS uses, count(DISTINCT user_id) AS users_who_tried
      FROM occurrence WHERE kind = 'gesture' GROUP BY subject ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "uses", "users_who_tried"],
        context.gestures.map { name, cell in
          [
            .text(context.text(name)), .integer(cell.users), .integer(context.scope.users), .integer(cell.accepted.sessions),
            .integer(cell.accepted.count), .integer(cell.failed.users),
          ]
        })
    },
    evaluate: { context in
      let gestures = context.gestures.map { (subject: $0, share: Share.users($0.cell.users, of: context.scope.users)) }
      return context.below("share", gestures).map { verdict in
        let (name, cell) = verdict.subject
        let people = Wording.few(cell.users, of: context.scope.users, "users", verdict.estimate)
        let vain = cell.failed.users - cell.users
        return context.finding(
          verdict, .warning, subject: context.text(name), metric: "reach", users: cell.users, sessions: cell.accepted.sessions,
          message: "\(people) ever made the gesture \(context.text(name))",
          examples: cell.users > 0 ? cell.accepted.examples.examples : cell.failures.examples.examples,
          details: vain > 0 ? ["\(Wording.count(vain, "more user")) tried, and it failed each time: look at that first."] : [])
      }
    })
}

extension RuleContext {
  /// The gestures of the log, in text order.
  var gestures: [(name: Name, cell: Gestures.Cell)] {
    let gestures = measures.gestures.cells
    return scope.names.ordered(gestures.keys).map { ($0, gestures[$0] ?? .init()) }
  }
}
