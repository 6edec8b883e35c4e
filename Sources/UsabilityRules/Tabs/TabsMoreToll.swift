import Measures
import NavigationModel

extension Rule {
  static let tabsMoreToll = Rule(
    id: "tabs.more-toll",
    title: "Toll of the More list",
    claim: "Too many of the ways to another section lead through the More list, and each costs a tap more.",
    rationale: """
      What lies behind More takes one tap more than a tab each time, and a look through a list. That is worth it for what is rarely used, not \
      for what people go to again and again.
      """,
    severities: [.warning],
    subject: .app,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: avoid overflow tabs, content behind More is harder to reach and easily missed"),
      .heuristic("the share of 5 %"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "share of choices from the More list among those and selections of tabs")
    ],
    advice: "Give the most used items of the More list a tab or a place in a section, and drop what nobody uses.",
    needs: [.moreChoices],
    examples: [
      .fires(subject: "app", .warning, "tab:Home tab:Search tab:Home more:Coupons tab:Search * 100"),
      .fires(subject: "app", .warning, "tab:Home tab:Search more:Coupons * 30"),
      .fires(subject: "app", .info, "tab:Home tab:Search more:Coupons * 12"),
      .silent("tab:Home tab:Search more:Coupons * 9", because: "fewer than ten users"),
      .silent("tab:Home tab:Search * 92\ntab:Home more:Help * 8", because: "8 % of 100 ways may be 3 %"),
      .silent("tab:Home ( tab:Search tab:Home ) x 20 more:Help * 100", because: "one choice in 41 is below 5 %"),
    ],
    query: """
      WITH neighbours AS (
        SELECT user_id, session_id, kind, part, lag(part) OVER (PARTITION BY session_id ORDER BY number) AS part_before
        FROM step
      ), choice AS (
        SELECT user_id, session_id, kind = 'more_item' AS is_more FROM neighbours
        WHERE kind = 'more_item' OR kind = 'tab' AND part = part_before
      )
      SELECT 'app' AS subject, count(DISTINCT iif(is_more, user_id, NULL)) AS users,
        count(DISTINCT user_id) AS eligible_users, count(DISTINCT iif(is_more, session_id, NULL)) AS sessions,
        sum(is_more) AS y, count(*) AS n
      FROM choice GROUP BY subject ORDER BY subject
      """,
    counts: { context in
      let list = context.measures.moreList
      let count = ShareCount(subject: "app", users: list.choosers, sessions: list.sessionsWithChoices, share: list.toll)
      return .shares(count.share.sumN == 0 ? [] : [count])
    },
    evaluate: { context in
      let list = context.measures.moreList
      return context.above("share", [("app", .rows(list.toll))]).map { verdict in
        let share = Wording.share(list.toll.sumY, of: list.toll.sumN, "ways to another section", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: "app", metric: "more_toll", users: list.choosers, sessions: list.sessionsWithChoices,
          extraTaps: list.extraTaps,
          message: "\(share) led through the More list, one tap more each, paid by \(Wording.count(list.choosers, "user"))",
          examples: list.examples.examples, details: context.mostChosenItems)
      }
    })
}

extension RuleContext {
  /// The items of the More list by how often they were chosen.
  fileprivate var mostChosenItems: [String] {
    let items = measures.moreList.items.pairs.map { (name: text($0), cell: $1) }
    return items
      .sorted { $0.cell.selects == $1.cell.selects ? $0.name.precedesByScalars($1.name) : $0.cell.selects > $1.cell.selects }
      .prefix(5)
      .map { "\($0.name): \(Wording.count($0.cell.selects, "choice")) by \(Wording.count($0.cell.users, "user"))." }
  }
}
