import Measures
import NavigationModel

extension Rule {
  static let tabsStateLost = Rule(
    id: "tabs.state-lost",
    title: "Tab that forgets where people were",
    claim: "Coming back to the tab, people too often find its root instead of the screen where they left it.",
    rationale: """
      People change tabs to look something up and come back to go on. When the section has started over meanwhile, they have to find their \
      way down again, if they remember it.
      """,
    severities: [.error],
    subject: .tab,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: tabs let people move between sections while each keeps its state"),
      .heuristic("the share of 20 %; a reset on purpose, after a purchase, and memory that the system took back count too"),
    ],
    thresholds: [
      Threshold("share", 0.2, .share, "share of the returns to the tab, which had kept more than its root, that found only the root")
    ],
    advice:
      "Keep a navigation stack for each tab, and restore it when the tab is selected again. Selecting the present tab once more may go to its root.",
    needs: [.keptStateReturns],
    examples: [
      .fires(subject: "Home", .error, "tab:Home=Start > Product tab:Search tab:Home=Start * 100"),
      .fires(
        subject: "Home", .error, "tab:Home=Start ( > Product tab:Search tab:Home=Start ^ > Offer tab:Search tab:Home=Offer ) x 2 * 100"),
      .fires(subject: "Home", .warning, "tab:Home=Start > Product tab:Search tab:Home=Start * 40"),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Product * 100", because: "the section kept its place"),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Start * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home=Start > Product tab:Search tab:Home=Start * 25\ntab:Home=Start > Product tab:Search tab:Home=Product * 75",
        because: "25 of 100 returns may be less than 20 %"),
      .silent("tab:Home=Start > Product tab:Home=Start tab:Search tab:Home=Start * 100", because: "people went to the root themselves"),
    ],
    query: """
      WITH returns AS (
        SELECT subject, user_id, session_id, sum(flag) AS y, count(*) AS n
        FROM occurrence WHERE kind = 'kept_state_return' GROUP BY subject, user_id, session_id
      )
      SELECT subject, count(DISTINCT iif(y > 0, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        sum(y > 0) AS sessions, sum(y) AS y, sum(n) AS n
      FROM returns GROUP BY subject ORDER BY subject
      """,
    counts: { context in context.tabCounts(context.measures.tabs.cells) { ($0.losses, $0.stateLost) } },
    evaluate: { context in
      let tabs = context.measures.tabs.cells.pairs.map { (subject: $0, share: Share.rows($0.1.stateLost)) }
      return context.above("share", tabs).map { verdict in
        let (name, cell) = verdict.subject
        let tab = context.text(name)
        let returns = Wording.share(cell.stateLost.sumY, of: cell.stateLost.sumN, "returns", verdict.estimate)
        return context.finding(
          verdict, .error, subject: tab, metric: "state_lost", users: cell.losses.users, sessions: cell.losses.sessions,
          extraTaps: cell.losses.count,
          message: "\(returns) to the tab \(tab) found its root instead of where \(Wording.count(cell.losses.users, "user")) had left it",
          examples: cell.losses.examples.examples,
          details: ["One extra tap is counted for each: the least that it takes to get back down."])
      }
    })
}
