import Measures
import NavigationModel

extension Rule {
  static let tabsHunting = Rule(
    id: "tabs.hunting",
    title: "Hunting from tab to tab",
    claim: "People try one tab after another before they find what they are looking for.",
    rationale:
      """
      People who select a tab and leave it at once expected something else. Three tabs in a row mean that labels and \
      icons do not say what is where.
      """,
    severities: [.warning],
    subject: .app,
    table: "tabs",
    sources: [
      .convention(
        """
        the five-second rule: an icon whose meaning takes more than five seconds to think of does not work; icons \
        need labels
        """
      ),
      .heuristic(
        """
        three different tabs, each but the last kept less than five seconds, and the share of 3%; a first look round \
        counts too
        """
      ),
    ],
    thresholds: [
      Threshold(
        "share", 0.03, .share,
        "share of the sessions with three different tabs in a row, each but the last kept less than five seconds")
    ],
    advice:
      """
      Label the icons, test the labels with a tree test, say on the first screen of each tab what is there, and \
      offer search.
      """,
    needs: [.tabSelections],
    restsOn: [.times, .order],
    taps: [.tab],
    examples: [
      .fires(
        subject: "app", .warning,
        "tab:Home +10s tab:Search +2s tab:Orders +3s tab:Profile * 20\ntab:Home tab:Search * 80"),
      .fires(subject: "app", .warning, "tab:Home tab:Search +1s > Result +1s tab:Orders +4s tab:Profile * 40"),
      .fires(subject: "app", .info, "tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 15"),
      .silent("tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 6\ntab:Home tab:Search * 94",
        because: "6 of 100 sessions may be less than 3%"),
      .silent(
        "tab:Home +100ms tab:Search +100ms tab:Orders +100ms tab:Profile * 100",
        because: "a pager passes the tabs between"),
      .silent(
        "tab:Home tab:Search +5s tab:Orders +3s tab:Profile * 100", because: "five seconds are enough to look around"),
      .silent(
        "tab:Home tab:Search +2s tab:Orders +2s tab:Search +2s tab:Orders * 100",
        because: "two tabs in turn are to and fro"),
      .silent(
        "tab:Home tab:Search +2s more +2s tab:Orders +2s tab:Profile * 100", because: "the More list lies between"),
    ],
    query: """
      WITH change AS (
        SELECT *, lag(section_kind || section) OVER (PARTITION BY session_id, part ORDER BY number) AS section_before
        FROM step
      ), stay AS (
        SELECT *, time_us AS start_us, kind = 'tab' AND section_kind = 'tab' AS is_tab FROM change
        WHERE section_before IS NULL OR section_before <> section_kind || section
      ), run AS (
        SELECT user_id, session_id, part, number,
          coalesce(is_tab AND lead(is_tab) OVER stays AND lead(is_tab, 2) OVER stays AND section <> lead(section) OVER \
          stays
            AND lead(section) OVER stays <> lead(section, 2) OVER stays AND section <> lead(section, 2) OVER stays
            AND lead(start_us) OVER stays - start_us BETWEEN 500000 AND \(Step.passedLimit - 1)
            AND lead(start_us, 2) OVER stays - lead(start_us) OVER stays BETWEEN 500000 AND \(Step.passedLimit - 1), \
            0) AS is_hunt
        FROM stay WINDOW stays AS (PARTITION BY session_id, part ORDER BY number)
      ), tap AS (
        SELECT user_id, session_id,
          is_hunt OR lag(is_hunt, 1, 0) OVER (PARTITION BY session_id, part ORDER BY number) AS is_wasted FROM run
      ), hunt AS (
        SELECT user_id, session_id, sum(is_wasted) AS taps FROM tap GROUP BY user_id, session_id
      )
      SELECT 'app' AS subject, count(DISTINCT iif(taps > 0, user_id, NULL)) AS users, count(DISTINCT user_id) AS \
      eligible_users,
        sum(taps > 0) AS y, count(*) AS n, sum(taps) AS taps
      FROM hunt GROUP BY subject ORDER BY subject
      """,
    judging: Judging(above: "share") { context in
      let hunts = context.measures.tabHunts
      return [Subject("app", hunts.taps, share: .rows(hunts.sessions), counts: ["taps": hunts.taps.count])]
    } finding: { context, found in
      let hunts = context.measures.tabHunts
      return context.finding(
        found, .warning, metric: "hunting_sessions", extraTaps: hunts.taps.count,
        message:
          """
          In \(found.share("sessions")), people went through three different tabs within seconds: \
          \(found.subject.people)
          """,
        details: context.most(hunts.passed, "Left again at once") + context.most(hunts.ends, "Where the hunt ended"))
    })
}

extension RuleContext {
  /// `Left again at once: Search (12 times), Orders (9 times).`
  fileprivate func most(_ tabs: [(tab: Name, count: Int)], _ what: String) -> [String] {
    let most = most(5, of: tabs.map { ($0.tab, $0.count) }, by: \.self).map { "\($0) (\(Wording.count($1, "time")))" }
    return most.isEmpty ? [] : ["\(what): \(most.joined(separator: ", "))."]
  }
}
