import Measures
import NavigationModel

extension Rule {
  static let gestureUndiscovered = Rule(
    id: "gesture.undiscovered",
    title: "Gesture few people know",
    claim: "Of the people who come back, hardly anyone makes the gesture.",
    rationale: """
      A gesture cannot be seen. People who are not told about it find it by chance or never, and do without what it offers.
      """,
    severities: [.warning],
    subject: .gesture,
    sources: [
      .published("Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 10%"),
    ],
    thresholds: [
      Threshold("share", 0.1, .share, "share of these users who made the gesture successfully"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold("days", 14, .days, "in a shorter log, absence says little"),
    ],
    advice: "Put a visible control beside the gesture, and show it once, when it would help.",
    needs: [.gestures],
    restsOn: [.sessions],
    examples: [
      .fires(subject: "swipe", .warning, "( Home > A < +168h ) x 3 * 97\n( Home > A gesture:swipe +168h ) x 3 * 3"),
      .fires(
        subject: "pinch", .warning,
        "( Home > A < +168h ) x 3 * 60\n( Home > A gesture:pinch gesture:swipe +168h ) x 3 * 1\n( Home > A gesture:swipe +168h ) x 3 * 20"),
      .silent("( Home > A < +168h ) x 3 * 94\n( Home > A gesture:swipe +168h ) x 3 * 6", because: "6 of 100 users may be 10% or more"),
      .silent("( Home > A < +168h ) x 3 * 8\n( Home > A gesture:swipe +168h ) x 3 * 1", because: "fewer than ten users"),
      .silent("( Home > A < & ) x 3 * 97\n( Home > A gesture:swipe & ) x 3 * 3", because: "the log is shorter than 14 days"),
      .silent("( Home gesture:vo_scrub +168h ) x 3 * 2\n( Home gesture:swipe +168h ) x 3 * 100", because: "only users of VoiceOver make it"),
      .silent("( Home > A < +168h ) x 3 * 100", because: "a log without gestures says nothing about them"),
    ],
    query: """
      WITH regular AS (SELECT user_id FROM session GROUP BY user_id HAVING count(*) >= :sessions)
      SELECT o.subject AS subject, count(DISTINCT iif(o.flag, NULL, r.user_id)) AS users, (SELECT count(*) FROM regular) AS eligible_users,
        count(DISTINCT iif(o.flag, NULL, o.session_id)) AS sessions, sum(NOT o.flag) AS uses, count(DISTINCT o.user_id) AS users_who_tried
      FROM occurrence AS o LEFT JOIN regular AS r ON r.user_id = o.user_id
      WHERE o.kind = 'gesture' GROUP BY o.subject ORDER BY subject
      """,
    counts: { context in
      let (users, all) = (context.regularUsers(of: .gesture), context.regularUsers)
      return RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "uses", "users_who_tried"],
        context.gestures.map { name, sum in
          [
            .text(context.text(name)), .integer(users[.init(.gesture, name), default: 0]), .integer(all), .integer(sum.accepted.sessions),
            .integer(sum.accepted.count), .integer(sum.failed.users),
          ]
        })
    },
    evaluate: { context in
      guard context.isLong else { return [] }
      let users = context.regularUsers(of: .gesture)
      let gestures = context.gestures.filter { $0.name != .unnamed && !context.isOfService($0.name) }.map { name, sum in
        let all = context.eligibleRegulars(of: .init(.gesture, name))
        return (name: name, sum: sum, users: min(users[.init(.gesture, name), default: 0], all), all: all)
      }
      return context.below("share", gestures.map { (subject: $0, share: Share.users($0.users, of: $0.all)) }).map { verdict in
        let (name, sum, users, all) = verdict.subject
        let people = Wording.few(users, of: all, context.regularUsersWords, verdict.estimate)
        let vain = sum.failed.users - sum.users
        return context.finding(
          verdict, .warning, subject: context.text(name), metric: "reach", users: users, sessions: sum.accepted.sessions,
          message: "\(people) made the gesture \(context.text(name))",
          examples: sum.users > 0 ? sum.accepted.examples : sum.failures.examples,
          details: vain > 0 ? ["\(Wording.count(vain, "more user")) tried, and it failed each time: look at that first."] : [])
      }
    })
}

extension RuleContext {
  /// Whether only users of a platform service make the gesture.
  fileprivate func isOfService(_ gesture: Name) -> Bool { ["vo_", "talkback_", "switch_"].contains { text(gesture).hasPrefix($0) } }

  /// The gestures of the log, in text order.
  var gestures: [(name: Name, sum: Gestures.Sum)] {
    let gestures = measures.gestures.sums
    return scope.names.ordered(gestures.keys).map { ($0, gestures[$0] ?? .init()) }
  }
}
