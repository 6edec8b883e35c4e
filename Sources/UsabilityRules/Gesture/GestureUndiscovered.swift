import Measures
import NavigationModel

extension Rule {
  static let gestureUndiscovered = Rule(
    id: "gesture.undiscovered",
    title: "Gesture few people know",
    claim: "Of the people who come back, hardly anyone makes the gesture.",
    rationale:
      """
      A gesture cannot be seen. People who are not told about it find it by chance or never, and do without what it \
      offers.
      """,
    severities: [.warning],
    subject: .gesture,
    table: "gestures",
    sources: [
      .published(
        "Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 10%"),
    ],
    thresholds: [
      Threshold("share", 0.1, .share, "share of the users with enough sessions who made the gesture successfully"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold("days", 14, .days, "in a shorter log, lack of use says little"),
    ],
    advice: "Put a visible control beside the gesture, and show it once, when it would help.",
    action: RuleAction("Put a visible control beside "),
    needs: [.gestures],
    restsOn: [.sessions],
    counts: .use,
    examples: [
      .fires(subject: "swipe", .warning, "( Home > A < +168h ) x 3 * 97\n( Home > A gesture:swipe +168h ) x 3 * 3"),
      .fires(
        subject: "pinch", .warning,
        """
        ( Home > A < +168h ) x 3 * 60\n( Home > A gesture:pinch gesture:swipe +168h ) x 3 * 1\n( Home > A \
        gesture:swipe +168h ) x 3 * 20
        """
      ),
      .silent(
        "( Home > A < +168h ) x 3 * 94\n( Home > A gesture:swipe +168h ) x 3 * 6",
        because: "6 of 100 users may be 10% or more"),
      .silent(
        "( Home > A < +168h ) x 3 * 8\n( Home > A gesture:swipe +168h ) x 3 * 1", because: "fewer than ten users"),
      .silent(
        "( Home > A < & ) x 3 * 97\n( Home > A gesture:swipe & ) x 3 * 3", because: "the log is shorter than 14 days"),
      .silent(
        "( Home gesture:vo_scrub +168h ) x 3 * 2\n( Home gesture:swipe +168h ) x 3 * 100",
        because: "only users of VoiceOver make it"),
      .silent("( Home > A < +168h ) x 3 * 100", because: "a log without gestures says nothing about them"),
    ],
    judging: Judging { context in
      let users = context.regularUsers(of: .gesture)
      return context.ordered(context.measures.gestures.sums).map { gesture, sum in
        Subject(
          context.text(gesture), users: users[.init(.gesture, gesture), default: 0], sessions: sum.accepted.sessions,
          examples: sum.users > 0 ? sum.accepted.examples : sum.failures.examples, eligible: context.regularUsers,
          of: (gesture: gesture, inVain: sum.failed.users - sum.users))
      }
    } findings: { context, gestures in
      guard context.isLong else { return [] }
      // Only users of a platform service make some of them.
      let judged = gestures.filter { gesture in
        !["?", "vo_", "talkback_", "switch_"].contains { gesture.name.hasPrefix($0) }
      }
      let usersWithout = SeveralBars.usersWithout(context.measures, context.scope)
      return context.below(
        "share",
        judged.map { subject in
          let gesture = subject.item.gesture
          let eligible = context.eligibleRegulars(of: .init(.gesture, gesture))
          return subject.judged(of: max(0, eligible - usersWithout(gesture)))
        }
      ).map { found in
        let inVain = found.subject.item.inVain
        return context.finding(
          found, .warning, metric: "reach",
          fact: "\(found.few(context.regularUsersWords)) made the gesture \(found.subject.name)",
          details: inVain > 0
            ? ["\(Wording.count(inVain, "more user")) tried, and it failed each time. Look at that first."] : [])
      }
    })
}
