import Measures
import NavigationModel

extension Rule {
  static let tabsOverFive = Rule(
    id: "tabs.over-five",
    title: "More than five tabs",
    claim: "The app map declares more tabs than fit on a phone, or people select more than that themselves.",
    rationale: """
      A phone's tab bar has room for five. Further tabs go behind a More tab, where they cost another tap and are easily missed, or all are \
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
      Threshold("users", 3, .users, "at least this many users selected more tabs than that in one version, on a compact width"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: """
      Keep the four or five tabs that people use most, merge or move the others into sections, and leave the long list to the sidebar of \
      wide screens.
      """,
    needs: [.tabs],
    examples: [
      .fires(subject: "app", .error, "tab:A", map: AppMap(tabs: ["A", "B", "C", "D", "E", "F"])),
      .fires(subject: "app", .error, "@app_version=2 tab:A tab:B tab:C tab:D tab:E tab:F * 3"),
      .silent("tabs:A|B|C|D|More tab:A more:E more:F * 50", because: "the More tab is the fifth of the bar, its items are not in it"),
      .fires(subject: "app", .error, "tab:A tab:B tab:C & tab:D tab:E tab:F * 10"),
      .silent("tab:A tab:B tab:C tab:D tab:E tab:F * 2\ntab:A tab:B * 50", because: "two users are too few"),
      .silent("tab:A tab:B tab:C tab:D tab:E tab:F * 3\ntab:A tab:B * 397", because: "3 of 400 users are fewer than 1%"),
      .silent("@width=regular tab:A tab:B tab:C tab:D tab:E tab:F * 50", because: "there is room on a regular width"),
      .silent("tab:A tab:B tab:C * 50\ntab:D tab:E tab:F * 50", because: "nobody selects more than three: people see different bars"),
      .silent("@app_version=1 tab:A tab:B tab:C & @app_version=2 tab:D tab:E tab:F * 20", because: "no version has more than three"),
      .silent("tab:A tab:B tab:C tab:D tab:E edit:A|B|C|D|F tab:F * 50", because: "people put F into the bar in the place of E"),
    ],
    query: """
      WITH told AS (
        SELECT o.user_id AS user_id, o.kind AS kind, o.subject AS tab, coalesce(s.app_version, '') AS app_version,
          json_array(s.platform, s.device, s.width) AS surface,
          s.width = 'compact' OR coalesce(s.width, '') = '' AND coalesce(s.device, '') <> 'tablet'
            AND coalesce(s.platform, '') <> 'ipados' AS is_compact,
          sum(o.kind = 'tabs_edit') OVER (PARTITION BY o.user_id ORDER BY s.number, o.number) AS edits
        FROM occurrence AS o
        JOIN session_figures AS s ON s.session_id = o.session_id
        WHERE o.kind IN ('tab_select', 'tab_reselect') OR o.kind = 'tabs_edit' AND o.value IS NOT NULL
      ), own AS (
        SELECT user_id, app_version, surface, count(DISTINCT tab) AS tabs
        FROM told WHERE edits = 0 AND is_compact AND tab <> '?' GROUP BY user_id, app_version, surface
      ), most AS (
        SELECT user_id, app_version, max(tabs) AS tabs FROM own GROUP BY user_id, app_version
      )
      SELECT 'app' AS subject, app_version, tabs, count(*) AS users FROM most GROUP BY app_version, tabs ORDER BY app_version, tabs
      """,
    counts: { context in
      RuleCounts(
        ["subject", "app_version", "tabs", "users"],
        context.ownTabs.flatMap { version, users in
          users.sorted { $0.key < $1.key }.map { [.text("app"), .text(version), .integer($0.key), .integer($0.value)] }
        })
    },
    evaluate: { context in
      let limit = context.count("tabs")
      let declared = context.scope.map.tabs
      if declared.count > limit {
        var finding = context.structuralFinding(
          .error, subject: "app", metric: "tabs", value: Double(declared.count), threshold: context.threshold("tabs"),
          message: "The app map declares \(declared.count) tabs, \(limit) fit on a phone: \(Wording.list(declared))")
        finding.isOfMap = true
        return [finding]
      }
      let enough = context.quorum(of: context.usersWithSteps)
      let bars = context.ownTabs.compactMap { version, users -> (version: String, tabs: Int, users: Int)? in
        let over = users.filter { $0.key > limit }
        let all = over.values.reduce(0, +)
        guard all >= enough else { return nil }
        // The largest number of tabs that enough users selected.
        let most = over.keys.filter { tabs in over.reduce(0) { $0 + ($1.key >= tabs ? $1.value : 0) } >= enough }.max()
        return (version, most ?? limit + 1, all)
      }
      guard let longest = bars.max(by: { ($0.tabs, $0.users) < ($1.tabs, $1.users) }) else { return [] }
      let inVersion = longest.version.isEmpty ? "" : " in version \(longest.version)"
      return [
        context.structuralFinding(
          .error, subject: "app", metric: "tabs", value: Double(longest.tabs), threshold: context.threshold("tabs"),
          users: longest.users, eligibleUsers: context.usersWithSteps,
          message:
            "\(Wording.count(longest.users)) of \(Wording.count(context.usersWithSteps, "user")) selected more than \(limit) different tabs\(inVersion)")
      ]
    })
}

extension RuleContext {
  /// For each app version, in text order: users by number of different tabs that they selected on a compact width.
  fileprivate var ownTabs: [(version: String, users: [Int: Int])] {
    measures.ownTabs.users { $0.isCompact(scope.names) }.map { (version: text($0.key), users: $0.value) }
      .sorted { $0.version.precedesByScalars($1.version) }
  }
}
