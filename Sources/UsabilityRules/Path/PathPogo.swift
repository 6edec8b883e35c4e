import Measures
import NavigationModel
import Statistics

extension Rule {
  static let pathPogo = Rule(
    id: "path.pogo",
    title: "Down and straight back",
    claim: "Too many of the screens that people open from this one are left again at once.",
    rationale: """
      Who opens one row after the other and comes straight back does not find in the list what they choose by. Every look costs two taps \
      and the place in the list.
      """,
    severities: [.warning],
    subject: .screen,
    sources: [
      .published("Nielsen Norman Group, Pogo sticking: people jump between a list and its details when the list says too little"),
      .published("Microsoft Clarity, Quick backs: a screen left again at once is not what was looked for"),
      .heuristic("the stay of 5 s and the share of 30 %; in galleries and news people skim on purpose"),
    ],
    thresholds: [Threshold("share", 0.3, .share, "share of the visits pushed from the screen that a back within five seconds ends")],
    advice: "Say more in the rows of the list, offer a preview, filters and an order that fits, and let people go from one detail to the next.",
    needs: [],
    examples: [
      .fires(subject: "List", .warning, "tab:Home=List ( > A +2s < > B +3s < ) x 2 > C +40s < * 100"),
      .fires(subject: "Home", .info, "tab:Home ( > A +5s < ) x 3 * 12"),
      .silent("tab:Home ( > A +6s < ) x 9 * 100", because: "six seconds are time to read"),
      .silent("tab:Home > A +2s < > B < > C < > D < * 100", because: "one in four is below 30 %"),
      .silent("tab:Home ( modal:A +2s modal! ) x 3 * 100", because: "modal screens are no details of a list"),
      .silent("tab:Home > A +2s < * 9", because: "fewer than ten users"),
    ],
    query: """
      WITH neighbours AS (
        SELECT user_id, session_id, kind, dwell_us, lag(screen) OVER around AS hub, lead(kind) OVER around AS next_kind
        FROM step WINDOW around AS (PARTITION BY session_id, part ORDER BY number)
      ), pushed AS (
        SELECT user_id, session_id, hub, coalesce(next_kind = 'back' AND dwell_us <= 5000000, 0) AS is_quick
        FROM neighbours WHERE kind = 'push' AND hub IS NOT NULL AND hub <> '?'
      )
      SELECT hub AS subject, count(DISTINCT iif(is_quick, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(is_quick, session_id, NULL)) AS sessions, sum(is_quick) AS y, count(*) AS n
      FROM pushed GROUP BY hub ORDER BY subject
      """,
    counts: { context in
      .shares(context.hubs.map { name, cell in ShareCount(context.text(name), cell) })
    },
    evaluate: { context in
      context.above("share", context.hubs.map { (subject: $0, share: .rows($0.cell.share)) }).map { verdict in
        let (name, cell) = verdict.subject
        let sums = cell.share
        let visits = Wording.share(sums.sumY, of: sums.sumN, "screens", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: context.text(name), metric: "quick_back_rate", users: cell.users, sessions: cell.sessions,
          extraTaps: 2 * sums.sumY,
          message: """
            \(visits) opened from \(context.text(name)) were left again within five seconds, by \(Wording.count(cell.users, "user"))
            """,
          examples: cell.examples.examples, details: context.glances(from: name))
      }
    })
}

extension RuleContext {
  /// The screens from which people drill down, in text order; `?` stands for many screens and is none of them.
  fileprivate var hubs: [(name: Name, cell: ShareCell)] {
    let cells = measures.glances.cells
    return scope.names.ordered(cells.keys).compactMap { name in
      name == .unnamed ? nil : cells[name].map { (name, $0) }
    }
  }

  /// The screens that were most often left at once.
  fileprivate func glances(from hub: Name) -> [String] {
    measures.glances.details.pairs.filter { $0.0.from == hub }.map { (screen: text($0.0.to), count: $0.1.count) }
      .sorted { $0.count == $1.count ? $0.screen.precedesByScalars($1.screen) : $0.count > $1.count }
      .prefix(3)
      .map { "\($0.screen) was left at once \(Wording.count($0.count, "time"))." }
  }
}
