import Measures
import NavigationModel

extension Rule {
  static let tabsOverFive = Rule(
    id: "tabs.over-five",
    title: "More than five tabs",
    claim: "The tab bar has more tabs than fit on a phone.",
    rationale: """
      A phone's tab bar holds five. What is more disappears behind a More tab, where it costs another tap and is easily missed, or is \
      squeezed until labels and targets are too small.
      """,
    severities: [.error],
    subject: .app,
    sources: [
      .published("UIKit, UITabBarController: with more than five tabs on a compact width four are shown and More"),
      .published("Material Design: 3–5 destinations in a navigation bar"),
    ],
    thresholds: [
      Threshold("tabs", 5, .tabs, "more tabs than this do not fit", basis: .published),
      Threshold("users", 3, .users, "a tab counts when so many users of one version saw it on a compact width"),
    ],
    advice: """
      Keep the four or five tabs that people use most, merge or move the others into sections, and leave the long list to the sidebar of \
      wide screens.
      """,
    needs: [.tabs],
    examples: [
      .fires(subject: "app", .error, "tab:A", map: AppMap(tabs: ["A", "B", "C", "D", "E", "F"])),
      .fires(subject: "app", .error, "tabs:A|B|C|D|E|F tab:A * 3"),
      .fires(subject: "app", .error, "@app_version=2 tab:A tab:B tab:C tab:D tab:E tab:F * 3"),
      .silent("tabs:A|B|C|D|More tab:A more:E more:F * 50", because: "the More tab is the fifth of the bar, its items are not in it"),
      .silent("tabs:A|B|C|D|E|F tab:A * 2\ntabs:A|B tab:A * 50", because: "two users are too few"),
      .silent("@width=regular tabs:A|B|C|D|E|F tab:A * 50", because: "there is room on a regular width"),
      .silent(
        "@app_version=1 tab:A tab:B tab:C * 20\n@app_version=2 tab:D tab:E tab:F * 20", because: "no version has more than three"),
      .silent(
        "tabs:A|B|C tab:A tab:B tab:C * 20\ntabs:D|E|F tab:D tab:E tab:F * 20",
        because: "the log says which tabs are shown together: never more than three"),
      .silent(
        "tab:A tab:B tab:C tab:D tab:E * 50\nedit:A|B|C|D|F tab:F * 50", because: "people put F into the bar in the place of E"),
    ],
    query: """
      WITH told AS (
        SELECT o.user_id AS user_id, o.kind AS kind, o.subject AS tab, o.value AS list,
          coalesce(s.app_version, '') AS app_version,
          s.width = 'compact' OR coalesce(s.width, '') = '' AND coalesce(s.device, '') <> 'tablet'
            AND coalesce(s.platform, '') <> 'ipados' AS is_compact,
          sum(o.kind = 'tabs_edit') OVER (PARTITION BY o.user_id ORDER BY s.number, o.number) AS edits
        FROM occurrence AS o
        JOIN session_figures AS s ON s.session_id = o.session_id
        WHERE o.kind IN ('tab_select', 'tab_reselect') OR o.kind IN ('tabs_shown', 'tabs_edit') AND o.value IS NOT NULL
      ), bar AS (
        SELECT user_id, app_version, kind = 'tabs_shown' AS is_list, iif(kind = 'tabs_shown', list, tab) AS tabs
        FROM told WHERE edits = 0 AND is_compact
      )
      SELECT 'app' AS subject, app_version, iif(is_list, 'list', 'tab') AS seen_as, tabs, count(DISTINCT user_id) AS users
      FROM bar GROUP BY app_version, is_list, tabs
      ORDER BY app_version, seen_as, tabs
      """,
    counts: { $0.counts(of: $0.compactBarSights) },
    evaluate: { context in
      let limit = context.count("tabs")
      let bars = [context.declaredBar].compactMap { $0 } + context.seenBars(context.compactBarSights, atLeast: context.count("users"))
      guard let longest = bars.max(by: { $0.tabs.count < $1.tabs.count }), longest.tabs.count > limit else { return [] }
      let tabs = Wording.list(longest.tabs)
      let users = longest.users.map { Wording.count($0, "user") } ?? ""
      let message =
        switch longest.origin {
        case .map: "The app map declares \(longest.tabs.count) tabs, \(limit) fit on a phone: \(tabs)"
        case .list: "The tab bar showed \(longest.tabs.count) tabs\(longest.place) to \(users), \(limit) fit: \(tabs)"
        case .selections: "\(longest.tabs.count) tabs were selected\(longest.place), each by at least \(users), \(limit) fit: \(tabs)"
        }
      return [
        context.structuralFinding(
          .error, subject: "app", metric: "tabs", value: Double(longest.tabs.count), threshold: context.threshold("tabs"),
          users: longest.users, eligibleUsers: longest.users == nil ? nil : context.scope.users, message: message)
      ]
    })
}

extension RuleContext {
  /// Tabs and lists of tabs on compact widths, with their users.
  fileprivate var compactBarSights: [BarSight] {
    barSights { $0.isCompact(scope.names) }.filter { $0.sight.kind != .more }
  }

  fileprivate var declaredBar: TabBar? {
    scope.map.tabs.isEmpty ? nil : TabBar(origin: .map, tabs: scope.map.tabs)
  }
}
