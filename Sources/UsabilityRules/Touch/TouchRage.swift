import NavigationModel

extension Rule {
  static let touchRage = Rule(
    id: "touch.rage",
    title: "Rage taps",
    claim: "People tap the target three or more times in quick succession, and nothing happens.",
    rationale:
      """
      People who tap again and again expect a response and get none: the target is broken, slow, or shows too late \
      that it was tapped.
      """,
    severities: [.warning, .info],
    subject: .target,
    sources: [
      .published(
        """
        PostHog, UXCam, Mixpanel and Datadog count rage taps: three or more on one spot, each within a second of the \
        one before
        """
      ),
      .heuristic("the share of 1% of those who tap the target"),
    ],
    thresholds: [Threshold("share", 0.01, .share, "share of the users of the target who did so")],
    advice:
      """
      Respond to each tap within 100 ms, if only by a change of its look. Then find what breaks or delays the \
      target, and make it larger.
      """,
    needs: [.taps],
    restsOn: [.times, .order],
    taps: [.target],
    examples: [
      .fires(
        subject: "Buy", .warning, "Home tap:Buy!dead +300ms tap:Buy!dead +1s tap:Buy!dead * 8\nHome tap:Buy * 92"),
      .fires(subject: "Like", .info, "Home ( +400ms tap:Like!missed ) x 4 tap:Buy * 5\nHome tap:Like * 20"),
      .fires(
        subject: "Buy", .info, "Home tap:Buy +300ms tap:Buy +300ms tap:Buy * 40\nHome tap:Buy > Cart * 60"),
      .silent("Home tap:Buy!dead +300ms tap:Buy!dead * 20\nHome tap:Buy * 80", because: "two taps are not three"),
      .silent(
        "Home tap:Buy!dead +1001ms tap:Buy!dead +1001ms tap:Buy!dead * 20\nHome tap:Buy * 80",
        because: "they are more than a second apart"),
      .silent(
        "Home tap:Buy!dead +300ms tap:Buy!dead +300ms tap:Buy!dead * 1\nHome tap:Buy * 99",
        because: "one user of 100 may be chance"),
      .silent(
        "Home tap:Plus +300ms tap:Plus +300ms tap:Plus * 90\nHome tap:Buy!dead * 10",
        because: "the log marks dead taps: these worked"),
      .silent("Home tap:Next +300ms tap:Next +300ms tap:Next +200ms > Page * 100", because: "something happened"),
      .silent("Home tap:Buy!dead +300ms tap:Other!dead +300ms tap:Buy!dead * 50", because: "it is not one target"),
    ],
    query: """
      WITH noted AS (
        SELECT session_id, user_id, number, part, time_us, kind, subject, steps_before, outcome IN (3, 4) /* missed, \
        dead */ AS is_failed,
          coalesce(
            kind = 'tap' AND lag(kind) OVER noting = 'tap' AND subject = lag(subject) OVER noting AND screen IS \
            lag(screen) OVER noting
              AND part = lag(part) OVER noting AND steps_before = lag(steps_before) OVER noting
              AND time_us - lag(time_us) OVER noting <= 1000000, 0) AS goes_on,
          coalesce(lead(part) OVER noting = part AND lead(time_us) OVER noting - time_us <= 1000000, 0) AS is_followed
        FROM occurrence WINDOW noting AS (PARTITION BY session_id ORDER BY number)
      ), tapped AS (
        SELECT *, goes_on AND is_failed AND lag(is_failed) OVER noting AS fails_on,
          sum(NOT goes_on) OVER noting AS tap_row, coalesce(lead(goes_on) OVER noting, 0) AS has_next
        FROM noted WINDOW noting AS (PARTITION BY session_id ORDER BY number)
      ), counted AS (
        SELECT *, coalesce(fails_on AND lag(fails_on) OVER noting, 0) AS is_rage, count(*) OVER (PARTITION BY \
        session_id, tap_row) AS length
        FROM tapped WINDOW noting AS (PARTITION BY session_id ORDER BY number)
      ), tap AS (
        SELECT *, iif(is_rage, iif(lag(is_rage) OVER noting, 1, 3), 0) AS rage_taps,
          iif(
            length >= 3 AND NOT has_next AND NOT is_followed AND NOT EXISTS (
              SELECT 1 FROM step AS s
              WHERE s.session_id = counted.session_id AND s.number = counted.steps_before + 1 AND s.part = counted.part
                AND s.time_us - counted.time_us <= 1000000), length, 0) AS row_taps
        FROM counted WINDOW noting AS (PARTITION BY session_id ORDER BY number)
      )
      SELECT subject, count(DISTINCT iif(rage_taps > 0, user_id, NULL)) AS users, count(DISTINCT user_id) AS \
      eligible_users,
        count(DISTINCT iif(rage_taps > 0, session_id, NULL)) AS sessions, sum(rage_taps) AS taps,
        count(DISTINCT iif(row_taps > 0, user_id, NULL)) AS users_with_rows,
        count(DISTINCT iif(row_taps > 0, session_id, NULL)) AS sessions_with_rows, sum(row_taps) AS taps_in_rows
      FROM tap WHERE kind = 'tap' AND subject <> '?' GROUP BY subject ORDER BY subject
      """,
    judging: Judging { context in
      context.targets.map { target, sum in
        let (rages, rows) = (sum.rages, sum.rows)
        return Subject(
          context.text(target), rages, eligible: sum.dead.users,
          counts: [
            "taps": rages.count, "users_with_rows": rows.users, "sessions_with_rows": rows.sessions,
            "taps_in_rows": rows.count,
          ], of: sum)
      }
    } findings: { context, targets in
      // If the log marks no tap as failed, the only sign of failure is that nothing followed.
      let saysOutcomes = context.measures.taps.failed > 0
      let judged = targets.map { target in
        let rage = saysOutcomes ? target.item.rages : target.item.rows
        return Subject(target.name, rage, share: .users(rage.users, of: target.item.dead.users), of: rage.count)
      }
      return context.above("share", judged).map { found in
        let (target, taps) = (found.subject.name, found.subject.item)
        return context.finding(
          found, saysOutcomes ? .warning : .info, metric: "rage_users", extraTaps: taps,
          message: """
            \(found.share("users of \(target)")) tapped it three times or more, each within a second of the one \
            before, and nothing happened: \
            \(Wording.count(taps, "tap")) in \(Wording.count(found.subject.sessions ?? 0, "session"))
            """,
          details: saysOutcomes
            ? []
            : [
              """
              The log has no outcomes of taps, only that nothing followed: a stepper or a toggle looks the same. Log \
              `outcome: dead`.
              """
            ])
      }
    })
}
