import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthPassThrough = Rule(
    id: "depth.pass-through",
    title: "Pass-through level",
    claim: "Nearly all visits of the screen go on at once to the same screen below it.",
    rationale: "A screen with nothing to decide costs a tap and a moment each time, and puts everything below it a level deeper.",
    severities: [.info],
    subject: .screen,
    sources: [
      .heuristic("nine of ten visits, a median stay of less than 3 seconds, 100 visits; screens that load or ask for a permission pass through too")
    ],
    thresholds: [
      Threshold("share", 0.9, .share, "share of its visits that go on to the same screen"),
      Threshold("seconds", 3, .seconds, "median stay on the screen, below which it only forwards"),
      Threshold("visits", 100, .visits, "fewer visits are not judged"),
    ],
    advice: "Remove the level, or make the usual choice the default and offer the others through a control on the next screen.",
    needs: [],
    restsOn: [.times],
    taps: [.push],
    examples: [
      .fires(subject: "Gate", .info, "tab:Home > Gate +1s > Offer * 120"),
      .fires(subject: "Gate", .info, "( tab:Home > Gate +2s > Offer & ) x 19 tab:Home > Gate +1s > Help * 60\ntab:Home * 60"),
      .silent("tab:Home > Gate +3s > Offer * 120", because: "three seconds are enough to look"),
      .silent("tab:Home > Gate +1s > Offer * 110\ntab:Home > Gate +1s > Help * 10", because: "92% of 120 visits may be less than 90%"),
      .silent("tab:Home > Gate +1s > Offer * 99", because: "fewer than 100 visits"),
      .silent("tab:Home > Gate +1s modal:Offer * 120", because: "a modal screen is not below it"),
    ],
    query: """
      WITH neighbors AS (
        SELECT user_id, screen, kind, is_visit, lead(kind) OVER following AS next_kind, lead(screen) OVER following AS next
        FROM step WINDOW following AS (PARTITION BY session_id, part ORDER BY number)
      ), visit AS (
        SELECT * FROM neighbors WHERE is_visit AND kind <> 'modal' AND screen <> '?'
      ), pushed AS (
        SELECT screen, next, count(DISTINCT user_id) AS users, count(*) AS y,
          row_number() OVER (PARTITION BY screen ORDER BY count(*) DESC, next) AS position
        FROM visit WHERE next_kind = 'push' GROUP BY screen, next
      ), stay AS (
        -- Times count in milliseconds rounded down to three digits, which keeps their order.
        SELECT screen, ms - ms % CAST('1' || substr('000000000000', 1, max(length(ms) - 3, 0)) AS INTEGER) AS ms,
          row_number() OVER (PARTITION BY screen ORDER BY ms) AS position,
          count(*) OVER (PARTITION BY screen) AS stays
        FROM (SELECT screen, dwell_us / 1000 AS ms FROM step WHERE dwell_us IS NOT NULL)
      )
      SELECT v.screen AS subject, p.next AS next, p.users AS users, count(DISTINCT v.user_id) AS eligible_users, p.y AS y,
        count(*) AS n, (SELECT ms FROM stay AS s WHERE s.screen = v.screen AND s.position = (s.stays + 1) / 2) AS dwell_p50_ms
      FROM visit AS v JOIN pushed AS p ON p.screen = v.screen AND p.position = 1
      GROUP BY v.screen ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "next", "users", "eligible_users", "y", "n", "dwell_p50_ms"],
        context.forwards.map {
          [
            .text(context.text($0.screen)), .text(context.text($0.next)), .integer($0.users), .integer($0.share.users),
            .integer($0.share.sumY), .integer($0.share.sumN), .init($0.stay.map { Int(($0 * 1000).rounded()) }),
          ]
        })
    },
    evaluate: { context in
      let judged = context.forwards.filter { forward in
        guard let stay = forward.stay, forward.next != .unnamed, forward.next != forward.screen else { return false }
        return stay < context.threshold("seconds") && Double(forward.share.sumN) >= context.threshold("visits")
      }
      return context.above("share", judged.map { (subject: $0, share: .rows($0.share)) }).map { verdict in
        let (forward, sums) = (verdict.subject, verdict.subject.share)
        let (screen, next) = (context.text(forward.screen), context.text(forward.next))
        let visits = Wording.share(sums.sumY, of: sums.sumN, "visits", verdict.estimate)
        return context.finding(
          verdict, .info, subject: screen, metric: "forwarded", users: forward.users,
          sessions: context.measures.screens.sums[forward.screen]?.sessions(structureKnown: true), extraTaps: sums.sumY,
          message: "\(visits) of \(screen) went on to \(next); the median stay was \(Wording.oneDecimal(forward.stay ?? 0)) s",
          examples: context.measures.passThroughs.next.sums[forward.screen]?.examples ?? Examples(),
          details: ["Without this level, \(next) would be a tap closer: \(Wording.count(sums.sumY, "tap")) in all."])
      }
    })
}

/// The next screen of most visits of a screen.
private struct Forward {
  let screen: Name
  let next: Name
  /// Users who went on to it.
  let users: Int
  /// Visits that went on to it over all visits.
  let share: RatioSums
  /// Median stay on the screen, seconds.
  let stay: Double?
}

extension RuleContext {
  /// The screens from which people go down, in text order.
  fileprivate var forwards: [Forward] {
    measures.passThroughs.next.mostTaken(scope.names).filter { $0.screen != .unnamed }.map { screen, next, users, share in
      Forward(screen: screen, next: next, users: users, share: share, stay: measures.screens.sums[screen]?.dwell.seconds(.median))
    }
  }
}
