import Measures
import NavigationModel

extension Rule {
  static let depthPassThrough = Rule(
    id: "depth.pass-through",
    title: "Pass-through level",
    claim: "Nearly all visits of the screen go on at once to the same screen below it.",
    rationale:
      """
      A screen with nothing to decide costs a tap and a moment each time, and puts everything below it a level deeper.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        nine of ten visits, a median stay of less than 3 seconds, 100 visits; screens that load or ask for a \
        permission pass through too
        """
      )
    ],
    thresholds: [
      Threshold("share", 0.9, .share, "share of its visits that go on to the same screen"),
      Threshold("seconds", 3, .seconds, "median stay on the screen, below which it only forwards"),
      Threshold("visits", 100, .visits, "fewer visits are not judged"),
    ],
    advice:
      """
      Remove the level, or make the usual choice the default and offer the others through a control on the next \
      screen.
      """,
    needs: [],
    restsOn: [.times],
    taps: [.push],
    examples: [
      .fires(subject: "Gate", .info, "tab:Home > Gate +1s > Offer * 120"),
      .fires(
        subject: "Gate", .info, "( tab:Home > Gate +2s > Offer & ) x 19 tab:Home > Gate +1s > Help * 60\ntab:Home * 60"),
      .silent("tab:Home > Gate +3s > Offer * 120", because: "three seconds are enough to look"),
      .silent(
        "tab:Home > Gate +1s > Offer * 110\ntab:Home > Gate +1s > Help * 10",
        because: "92% of 120 visits may be less than 90%"),
      .silent("tab:Home > Gate +1s > Offer * 99", because: "fewer than 100 visits"),
      .silent("tab:Home > Gate +1s modal:Offer * 120", because: "a modal screen is not below it"),
    ],
    query: """
      WITH neighbors AS (
        SELECT user_id, screen, kind, is_visit, lead(kind) OVER following AS next_kind, lead(screen) OVER following AS \
        next
        FROM step WINDOW following AS (PARTITION BY session_id, part ORDER BY number)
      ), visit AS (
        SELECT * FROM neighbors WHERE is_visit AND kind <> 'modal' AND screen <> '?'
      ), pushed AS (
        SELECT screen, next, count(DISTINCT user_id) AS users, count(*) AS y,
          row_number() OVER (PARTITION BY screen ORDER BY count(*) DESC, next) AS position
        FROM visit WHERE next_kind = 'push' GROUP BY screen, next
      ), \(stays)
      SELECT v.screen AS subject, p.next AS next, p.users AS users, count(DISTINCT v.user_id) AS eligible_users, p.y \
      AS y,
        count(*) AS n, (SELECT ms FROM stay AS s WHERE s.screen = v.screen AND s.position = (s.stays + 1) / 2) AS \
        dwell_p50_ms
      FROM visit AS v JOIN pushed AS p ON p.screen = v.screen AND p.position = 1
      GROUP BY v.screen ORDER BY subject
      """,
    judging: Judging { context in
      context.ways(context.measures.passThroughs.next)
    } findings: { context, ways in
      context.above("share", context.passedQuickly(ways)).map { context.finding($0, level: "level") }
    })
}
