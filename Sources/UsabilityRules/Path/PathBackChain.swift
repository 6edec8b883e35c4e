import Measures
import NavigationModel
import Statistics

extension Rule {
  static let pathBackChain = Rule(
    id: "path.back-chain",
    title: "Long chains of back taps",
    claim: "In too many sessions, people go back three or more times in a row.",
    rationale: """
      People who go back again and again are backing out of where they have ended up. Each level costs a tap and a look, where one tap could \
      lead to the root.
      """,
    severities: [.warning],
    subject: .app,
    sources: [.heuristic("three backs in a row and the share of 10%; some people browse by swiping back")],
    thresholds: [Threshold("share", 0.1, .share, "share of sessions with three or more back steps in a row")],
    advice: "Let a second tap on the tab go to its root, show the levels above as breadcrumbs, and close finished tasks with a single tap.",
    needs: [],
    restsOn: [.order],
    taps: [.back],
    measures: [BackChains.self],
    examples: [
      .fires(subject: "app", .warning, "tab:Home > A > B > C < < < * 30\ntab:Home > A < * 90"),
      .fires(subject: "app", .info, "tab:Home > A > B modal:Share modal! < < * 12"),
      .silent("tab:Home > A > B > C < < > D < * 100", because: "two in a row are not enough"),
      .silent("tab:Home > A > B > C < < cold tab:Home > D < * 100", because: "a new start of the app ends the run"),
      .silent("tab:Home > A > B > C < < < * 15\ntab:Home > A < * 105", because: "12.5% of 120 sessions may be less than 10%"),
      .silent("tab:Home > A > B > C < < < * 9", because: "fewer than ten users"),
    ],
    query: """
      WITH numbered AS (
        SELECT session_id, part, kind, number - row_number() OVER (PARTITION BY session_id, part, kind = 'back' ORDER BY number) AS run
        FROM step
      ), run AS (
        SELECT session_id, count(*) AS length FROM numbered WHERE kind = 'back' GROUP BY session_id, part, run
      ), chain AS (
        SELECT session_id, sum(length - 1) AS taps FROM run WHERE length >= 3 GROUP BY session_id
      )
      SELECT 'app' AS subject, count(DISTINCT iif(c.session_id IS NULL, NULL, s.user_id)) AS users,
        count(DISTINCT s.user_id) AS eligible_users, count(c.session_id) AS y, count(*) AS n, coalesce(sum(c.taps), 0) AS extra_taps
      FROM session AS s LEFT JOIN chain AS c ON c.session_id = s.id
      WHERE s.steps > 0 GROUP BY subject ORDER BY subject
      """,
    counts: { context in
      let sums = context.measures[BackChains.self].sessions
      let chains = context.measures[BackChains.self]
      return RuleCounts(
        ["subject", "users", "eligible_users", "y", "n", "extra_taps"],
        sums.sumN == 0
          ? []
          : [
            [
              .text("app"), .integer(chains.users), .integer(sums.users), .integer(sums.sumY), .integer(sums.sumN),
              .integer(chains.extraTaps),
            ]
          ])
    },
    evaluate: { context in
      let sums = context.measures[BackChains.self].sessions
      let chains = context.measures[BackChains.self]
      return context.above("share", [("app", .rows(sums))]).map { verdict in
        let sessions = Wording.share(sums.sumY, of: sums.sumN, "sessions", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: "app", metric: "back_chain_sessions", users: chains.users, sessions: sums.sumY,
          extraTaps: chains.extraTaps,
          message: """
            \(sessions) have three or more back steps in a row: \(Wording.count(chains.chains, "such run")) with \
            \(Wording.count(chains.steps, "step")), by \(Wording.count(chains.users, "user"))
            """,
          examples: chains.examples, details: context.chainStarts)
      }
    })
}

extension RuleContext {
  /// The screens on which most chains begin.
  fileprivate var chainStarts: [String] {
    measures[BackChains.self].starts.pairs.map { (screen: text($0), cell: $1) }
      .sorted { $0.cell.count == $1.cell.count ? $0.screen.precedesByScalars($1.screen) : $0.cell.count > $1.cell.count }
      .prefix(3)
      .map { "From \($0.screen): \(Wording.count($0.cell.count, "run")) by \(Wording.count($0.cell.users, "user"))." }
  }
}

/// Going back step by step: runs of three or more neighboring `back` steps. The number of sessions with one is ``Figure/backChainSessions``.
struct BackChains: Measure, Summed {
  /// All chains, and the steps in them.
  private(set) var chains = 0
  private(set) var steps = 0
  private var userCount = UserCount()
  /// The sessions with the longest chains.
  private(set) var examples = Examples()
  /// Chains by the screen on which they began.
  private(set) var starts = SumsByName<Frequency>()

  private var sessionShare = UserShare()
  /// Steps back to folders are left out, since people climb out of folders as they went in.
  private var kinds: ScreenKinds?

  init() {}

  init(_ declared: DeclaredNames?, span: SessionSpan?) { kinds = declared?.kinds }

  /// Sessions with a chain over all sessions with steps.
  var sessions: RatioSums { sessionShare.sums }
  /// Users with a chain.
  var users: Int { userCount.users }
  /// Taps that going straight up would have saved: all steps of a chain but one.
  var extraTaps: Int { steps - chains }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let all = path.steps
    var hasChain = false
    var index = 0
    while index < all.count {
      guard all[index].kind == .back else {
        index += 1
        continue
      }
      let start = index
      var length = 0
      while index < all.count, all[index].kind == .back, all[index].part == all[start].part {
        if kinds?.isScreen(all[index].screen, of: [.folder]) != true { length += 1 }
        index += 1
      }
      guard length >= SessionCounts.backChain else { continue }
      hasChain = true
      examples.add(session, size: length)
      chains += 1
      steps += length
      if start > 0, all[start - 1].part == all[start].part { starts[adding: all[start - 1].screen].add(session) }
    }
    if !all.isEmpty { sessionShare.add(y: hasChain ? 1 : 0, n: 1, session) }
    if hasChain { userCount.add(session) }
  }

  static let fields = Fields<Self>(\.chains, \.steps, \.sessionShare, \.userCount, \.examples, \.starts)

}
