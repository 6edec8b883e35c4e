import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthHotDeep = Rule(
    id: "depth.hot-deep",
    title: "Popular screen too deep",
    claim: "Many people visit the screen, and most of its visits are at level four or deeper.",
    rationale: """
      Every level above a screen costs a tap and a decision each time. Popular screens should not be deeper than unpopular ones.
      """,
    severities: [.warning],
    subject: .screen,
    sources: [
      .heuristic("the reach of 20% and the median depth of 4; the last step of a flow is deep for a reason")
    ],
    thresholds: [
      Threshold("share", 0.2, .share, "share of all users who visit the screen"),
      Threshold(.deep, "a screen is deep from this median depth of its visits"),
    ],
    advice: "Give the screen a shortcut near the root: a place on the home screen, a list of recent items, a tab, or a widget.",
    needs: [.foldedNames],
    taps: [.push],
    examples: [
      .fires(subject: "Statement", .warning, "tab:Profile > Account > Payments > Statement * 60\ntab:Home * 60"),
      .fires(subject: "D", .warning, "tab:T > B > C > D * 40\ntab:T > B > C * 80"),
      .fires(subject: "D", .info, "tab:T > B > C > D * 12"),
      .fires(subject: "E", .warning, "tab:T > B > C > D > E * 60"),
      .silent("tab:T > B > C > D * 30\ntab:Home * 90", because: "25% of 120 users may be less than 20%"),
      .silent("tab:T > B > C * 100", because: "three levels are not deep"),
      .silent("tab:T > B > C > D * 40\ntab:T > D * 41", because: "most visits are at the second level"),
      .silent("tab:T > B > C > D * 9", because: "fewer than ten users"),
    ],
    query: """
      WITH visit AS (
        SELECT screen, user_id, session_id, depth, row_number() OVER (PARTITION BY screen ORDER BY depth) AS position,
          count(*) OVER (PARTITION BY screen) AS visits
        FROM step WHERE is_visit AND screen <> '?'
      ), linked AS (
        SELECT session_id, part, number, kind, screen, depth, coalesce(
            kind = 'push' AND lag(depth) OVER before = depth - 1 AND lag(dwell_us) OVER before <= \(Step.passedLimit)
              AND lag(modal) OVER before IS modal, 0) AS goes_on
        FROM step WINDOW before AS (PARTITION BY session_id, part ORDER BY number)
      ), run AS (
        SELECT *, sum(NOT goes_on) OVER (PARTITION BY session_id, part ORDER BY number) AS run FROM linked
      ), direct AS (
        SELECT screen, depth FROM (
          SELECT screen, depth, goes_on, first_value(depth) OVER (PARTITION BY session_id, part, run ORDER BY number) AS first_depth FROM run
        ) WHERE goes_on AND first_depth = 1 AND depth >= :depth
      )
      SELECT screen AS subject, count(DISTINCT user_id) AS users,
        (SELECT count(*) FROM user) AS eligible_users,
        count(DISTINCT session_id) AS sessions, max(iif(position = (visits + 1) / 2, depth, NULL)) AS depth,
        (SELECT count(*) FROM direct AS d WHERE d.screen = visit.screen) AS direct_visits,
        (SELECT coalesce(sum(d.depth - 2), 0) FROM direct AS d WHERE d.screen = visit.screen) AS extra_taps
      FROM visit GROUP BY screen ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "depth", "direct_visits", "extra_taps"],
        context.visitedScreens.map {
          [
            .text($0.text), .integer($0.users), .integer(context.scope.users), .integer($0.sessions), .integer($0.depth),
            .integer($0.directVisits), .integer($0.extraTaps),
          ]
        })
    },
    evaluate: { context in
      let deep = context.visitedScreens.filter {
        $0.depth >= context.count("depth") && !context.isScreen($0.name, of: ScreenKinds.Kinds.deep) && !context.isFirstRun($0.name)
      }
      let shares = deep.map { (subject: $0, share: Share.users($0.users, of: context.scope.users)) }
      let verdicts = context.above("share", shares)
      let found = Set(verdicts.map(\.subject.name))
      let ways = Dictionary(grouping: context.measures.transitions.sums.pairs) { $0.0.to }
      let passed = Set(verdicts.compactMap { context.screenAbove($0.subject, in: found, ways: ways[$0.subject.name] ?? []) })
      return verdicts.filter { !passed.contains($0.subject.name) }.map { verdict in
        let screen = verdict.subject
        let users = Wording.share(screen.users, of: context.scope.users, "users", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: screen.text, metric: "reach", users: screen.users, sessions: screen.sessions,
          extraTaps: screen.extraTaps, message: "\(users) visited \(screen.text); the median depth of its visits is \(screen.depth)",
          examples: context.measures.deepVisits.sums[screen.name]?.examples ?? Examples(),
          details: screen.directVisits > 0
            ? [
              """
              \(Wording.count(screen.directVisits)) of its \(Wording.count(screen.visits, "visit")) went straight down from the root: a shortcut \
              there would have saved them \(Wording.count(screen.extraTaps, "tap")).
              """
            ] : [])
      }
    })
}

/// The number of visitors of a screen, and its depth.
private struct VisitedScreen {
  let name: Name
  let text: String
  let users: Int
  let sessions: Int
  let visits: Int
  /// The median of its visits.
  let depth: Int
  /// Visits that went straight down from the root, and the levels that a shortcut there would have saved.
  let directVisits: Int
  let extraTaps: Int
}

extension RuleContext {
  /// The screens with visits, in text order, without `?`, which stands for many screens.
  fileprivate var visitedScreens: [VisitedScreen] {
    let sums = measures.screens.sums
    return scope.names.ordered(sums.keys).compactMap { name in
      guard name != .unnamed, let sum = sums[name], let depth = sum.depths.median else { return nil }
      let direct = measures.deepVisits.sums[name]
      return VisitedScreen(
        name: name, text: text(name), users: sum.users(structureKnown: true), sessions: sum.sessions(structureKnown: true),
        visits: sum.visits, depth: depth, directVisits: direct?.directVisits ?? 0, extraTaps: direct?.sparedTaps ?? 0)
    }
  }

  /// The screen from which most visits of a screen come, if it is one of the screens and higher up: the two form a chain.
  /// - Parameter ways: the transitions to the screen.
  fileprivate func screenAbove(_ screen: VisitedScreen, in screens: Set<Name>, ways: [(Transitions.Pair, Frequency)]) -> Name? {
    let most = ways.filter { $0.0.from.isKnown && $0.0.from != screen.name }.min { a, b in
      a.1.count == b.1.count ? scope.names.rank(a.0.from) < scope.names.rank(b.0.from) : a.1.count > b.1.count
    }
    guard let above = most?.0.from, screens.contains(above), let depth = measures.screens.sums[above]?.depths.median, depth < screen.depth
    else { return nil }
    return above
  }
}
