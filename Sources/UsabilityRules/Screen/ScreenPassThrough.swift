import Measures
import NavigationModel
import Statistics

extension Rule {
  static let screenPassThrough = Rule(
    id: "screen.pass-through",
    title: "A screen that only forwards",
    claim: "Nearly all visits of the screen go on at once to the same next screen.",
    rationale: "A screen with nothing to decide costs a tap and a moment each time.",
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
    advice: "Leave the screen out, or make the usual choice the default and offer the others through a control on the next screen.",
    needs: [.screensAlone],
    restsOn: [.times, .order],
    taps: [.push],
    examples: [
      .fires(subject: "Gate", .info, "Home Gate +1s Offer Home * 120"),
      .fires(subject: "Splash", .info, "( Splash +2s Home & ) x 19 Splash +1s Help * 60"),
      .silent("Home Gate +3s Offer Home * 120", because: "three seconds are enough to look"),
      .silent("Home Gate +1s Offer Home * 99", because: "fewer than 100 visits"),
      .silent("Home Gate +1s Offer * 60\nHome Gate +1s Help * 60", because: "people choose here"),
      .silent("tab:Home > Gate +1s > Offer * 120", because: "the log shows the structure: depth.pass-through judges it"),
    ],
    query: """
      WITH step_before AS (
        SELECT *, lag(screen) OVER (PARTITION BY session_id, part ORDER BY number) AS last FROM step
      ), visit AS (
        SELECT session_id, user_id, screen, dwell_us, lag(screen) OVER run AS before, lead(screen) OVER run AS after
        FROM step_before WHERE last IS NULL OR last <> screen WINDOW run AS (PARTITION BY session_id, part ORDER BY number)
      ), led AS (
        SELECT screen, after, count(DISTINCT user_id) AS users, count(*) AS y,
          row_number() OVER (PARTITION BY screen ORDER BY count(*) DESC, after) AS position
        FROM visit WHERE after IS NOT NULL GROUP BY screen, after
      ), stay AS (
        -- Times count in milliseconds rounded down to three digits, which keeps their order.
        SELECT screen, ms - ms % CAST('1' || substr('000000000000', 1, max(length(ms) - 3, 0)) AS INTEGER) AS ms,
          row_number() OVER (PARTITION BY screen ORDER BY ms) AS position,
          count(*) OVER (PARTITION BY screen) AS stays
        FROM (SELECT screen, dwell_us / 1000 AS ms FROM step WHERE dwell_us IS NOT NULL)
      )
      SELECT v.screen AS subject, l.after AS next, l.users AS users, count(DISTINCT v.user_id) AS eligible_users, l.y AS y, count(*) AS n,
        (SELECT ms FROM stay AS s WHERE s.screen = v.screen AND s.position = (s.stays + 1) / 2) AS dwell_p50_ms
      FROM visit AS v JOIN led AS l ON l.screen = v.screen AND l.position = 1
      WHERE v.screen <> '?' GROUP BY v.screen ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "next", "users", "eligible_users", "y", "n", "dwell_p50_ms"],
        context.ways.map {
          [
            .text(context.text($0.screen)), .text(context.text($0.next)), .integer($0.users), .integer($0.share.users), .integer($0.share.sumY),
            .integer($0.share.sumN), .init($0.stay.map { Int(($0 * 1000).rounded()) }),
          ]
        })
    },
    evaluate: { context in
      let judged = context.ways.filter { way in
        guard let stay = way.stay, way.next != .unnamed else { return false }
        return stay < context.threshold("seconds") && Double(way.share.sumN) >= context.threshold("visits")
      }
      return context.above("share", judged.map { (subject: $0, share: .rows($0.share)) }).map { verdict in
        let (way, sums) = (verdict.subject, verdict.subject.share)
        let (screen, next) = (context.text(way.screen), context.text(way.next))
        let visits = Wording.share(sums.sumY, of: sums.sumN, "visits", verdict.estimate)
        return context.finding(
          verdict, .info, subject: screen, metric: "forwarded", users: way.users,
          sessions: context.measures.screens.sums[way.screen]?.sessions(structureKnown: false), extraTaps: sums.sumY,
          message: "\(visits) of \(screen) went on to \(next); the median stay was \(Wording.oneDecimal(way.stay ?? 0)) s",
          examples: context.measures.appearances.next.sums[way.screen]?.examples ?? Examples(),
          details: ["Without this screen, \(next) would be a tap closer: \(Wording.count(sums.sumY, "tap")) in all."])
      }
    })
}

/// The next screen of most visits of a screen.
private struct Way {
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
  /// The screens from which people go on, in text order.
  fileprivate var ways: [Way] {
    measures.appearances.next.mostTaken(scope.names).filter { $0.screen != .unnamed }.map { screen, next, users, share in
      Way(screen: screen, next: next, users: users, share: share, stay: measures.screens.sums[screen]?.dwell.seconds(.median))
    }
  }
}
