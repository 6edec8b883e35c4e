import Measures
import NavigationModel
import Statistics

extension Rule {
  static let tabsStateLost = Rule(
    id: "tabs.state-lost",
    title: "Tab that loses the user's place",
    claim: "People who return to the tab too often find its root instead of the screen where they left it.",
    rationale: """
      People switch tabs to look something up and return to carry on. If the section has started over meanwhile, they have to find their way \
      down again.
      """,
    severities: [.error, .info],
    subject: .tab,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: tabs let people move between sections while each keeps its state"),
      .published("Material Design 2, Bottom navigation: on Android, returning to a destination resets its state"),
      .heuristic("the share of 20%; a reset on purpose, after a purchase, and memory that the system took back count too"),
    ],
    thresholds: [
      Threshold("share", 0.2, .share, "share of the returns to the tab, which had kept more than its root, that found only the root")
    ],
    advice:
      "Keep a navigation stack for each tab, and restore it when the tab is selected again. Selecting the current tab again may go to its root.",
    needs: [.keptStateReturns],
    taps: [.push],
    examples: [
      .fires(subject: "Home", .error, "tab:Home=Start > Product < > Product tab:Search tab:Home=Start * 100"),
      .fires(
        subject: "Home", .error, "tab:Home=Start > Sale < ( > Product tab:Search tab:Home=Start ^ > Offer tab:Search tab:Home=Offer ) x 2 * 100"),
      .fires(subject: "Home", .warning, "tab:Home=Start > Product tab:Search tab:Home=Start * 40"),
      .fires(subject: "Home", .info, "@platform=android tab:Home=Start > Product < > Product tab:Search tab:Home=Start * 100"),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Product * 100", because: "the section kept its place"),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Start * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home=Start > Product tab:Search tab:Home=Start * 25\ntab:Home=Start > Product tab:Search tab:Home=Product * 75",
        because: "25 of 100 returns may be less than 20%"),
      .silent("tab:Home=Start > Product tab:Home=Start tab:Search tab:Home=Start * 100", because: "people went to the root themselves"),
    ],
    query: """
      WITH numbered AS (
        SELECT o.subject AS subject, coalesce(g.platform, '') AS platform, o.user_id AS user_id, o.session_id AS session_id, o.part AS part,
          o.screen AS screen, o.flag AS flag, o.steps_before + 1 AS tab_step
        FROM occurrence AS o JOIN session_figures AS g ON g.session_id = o.session_id
        WHERE o.kind = 'kept_state_return'
      ), way AS (
        SELECT n.session_id, n.tab_step, s.number, s.kind, s.screen = n.screen AND s.is_visit AS is_there,
          s.part <> n.part OR s.section <> t.section OR s.section_kind <> t.section_kind OR s.kind = 'tab' AS is_off
        FROM numbered AS n
        JOIN step AS t ON t.session_id = n.session_id AND t.number = n.tab_step
        JOIN step AS s ON s.session_id = n.session_id AND s.number > n.tab_step
        WHERE n.flag
      ), stay AS (
        SELECT session_id, tab_step, min(iif(is_there, number, NULL)) AS there, min(iif(is_off, number, NULL)) AS off
        FROM way GROUP BY session_id, tab_step
      ), resumed AS (
        SELECT w.session_id AS session_id, w.tab_step AS tab_step, max(1, sum(w.kind = 'push')) AS pushes
        FROM stay AS s JOIN way AS w ON w.session_id = s.session_id AND w.tab_step = s.tab_step AND w.number <= s.there
        WHERE s.there < coalesce(s.off, s.there + 1) GROUP BY w.session_id, w.tab_step
      )
      SELECT n.subject AS subject, n.platform AS platform, count(DISTINCT iif(n.flag, n.user_id, NULL)) AS users,
        count(DISTINCT n.user_id) AS eligible_users, count(DISTINCT iif(n.flag, n.session_id, NULL)) AS sessions, sum(n.flag) AS y,
        count(*) AS n, count(r.pushes) AS resumed, coalesce(sum(r.pushes), 0) AS extra_taps
      FROM numbered AS n LEFT JOIN resumed AS r ON r.session_id = n.session_id AND r.tab_step = n.tab_step
      GROUP BY n.subject, n.platform ORDER BY subject, platform
      """,
    counts: { context in
      let sums = context.measures.lostStates.sums.pairs.map { tabOnPlatform, sum in
        (key: [context.text(tabOnPlatform.first), context.text(tabOnPlatform.second)], sum: sum)
      }
      return RuleCounts(
        ["subject", "platform", "users", "eligible_users", "sessions", "y", "n", "resumed", "extra_taps"],
        sums.sorted { $0.key.precedesByScalars($1.key) }.map { key, sum in
          [
            .text(key[0]), .text(key[1]), .integer(sum.losses.users), .integer(sum.lost.users), .integer(sum.losses.sessions),
            .integer(sum.lost.sumY), .integer(sum.lost.sumN), .integer(sum.resumed), .integer(sum.extraTaps),
          ]
        })
    },
    evaluate: { context in
      let elsewhere = context.lostStates { !$0 }
      let onAndroid = context.lostStates { $0 }
      let place = onAndroid.isEmpty ? "" : " outside Android"
      let found = context.above("share", elsewhere.map { (subject: $0, share: .rows($0.lost)) }).map { context.finding(.error, $0, place) }
      let tabs = Set(found.map(\.subject))
      let others = onAndroid.filter { !tabs.contains($0.tab) }
      return found + context.above("share", others.map { (subject: $0, share: .rows($0.lost)) }).map { context.finding(.info, $0, " on Android") }
    })
}

/// The returns to a tab on some platforms.
private struct LostTab {
  let tab: String
  var lost = RatioSums()
  var losses = CountWithExamples()
  var resumed = 0
  var extraTaps = 0
}

extension RuleContext {
  /// The tabs with returns on the platforms for which `isMeant` holds (its argument: is it Android?), in text order. A user of several platforms is
  /// counted on each.
  fileprivate func lostStates(where isMeant: (_ isAndroid: Bool) -> Bool) -> [LostTab] {
    var tabs: [LostTab] = []
    let sums = measures.lostStates.sums.pairs.filter { $0.0.first != .unnamed }
      .map { (key: [text($0.0.first), text($0.0.second)], sum: $0.1) }.sorted { $0.key.precedesByScalars($1.key) }
    for (key, sum) in sums {
      let isOnAndroid = key[1].lowercased() == "android"
      guard isMeant(isOnAndroid) else { continue }
      if tabs.last?.tab != key[0] { tabs.append(LostTab(tab: key[0])) }
      tabs[tabs.count - 1].lost.merge(sum.lost)
      tabs[tabs.count - 1].losses.merge(sum.losses)
      tabs[tabs.count - 1].resumed += sum.resumed
      tabs[tabs.count - 1].extraTaps += sum.extraTaps
    }
    return tabs
  }

  fileprivate func finding(_ severity: Severity, _ verdict: Verdict<LostTab>, _ place: String) -> Finding {
    let tab = verdict.subject
    let returns = Wording.share(tab.lost.sumY, of: tab.lost.sumN, "returns", verdict.estimate)
    return finding(
      verdict, severity, subject: tab.tab, metric: "state_lost", users: tab.losses.users, sessions: tab.losses.sessions,
      extraTaps: tab.extraTaps,
      message: "\(returns) to the tab \(tab.tab)\(place) found its root instead of the screen where \(Wording.count(tab.losses.users, "user")) had left it",
      examples: tab.losses.examples,
      details: tab.resumed > 0
        ? ["After \(Wording.count(tab.resumed)) of these returns, people went down again to that screen: \(Wording.count(tab.extraTaps, "tap"))."]
        : ["After none of these returns, people went down again to that screen."])
  }
}
