import Measures
import NavigationModel

/// The tabs of a bar, and their source.
struct TabBar {
  enum Origin {
    case map, list, selections
  }

  var origin: Origin
  var tabs: [String]
  var version = ""
  /// Users who saw the list, or who selected the least selected of the tabs.
  var users: Int?

  var inVersion: String { version.isEmpty ? "" : " in version \(version)" }
}

/// A sight of the tab bar, and its number of users.
typealias BarSight = (sight: Sightings.Sight, users: Int)

extension RuleContext {
  /// Selected tabs, tab lists and the More list on the surfaces for which `isMeant` holds, with their users.
  func barSights(where isMeant: (Sightings.Surface) -> Bool) -> [BarSight] {
    measures.sightings.users(where: isMeant).filter { $0.key.kind != .menu }.map { (sight: $0.key, users: $0.value) }
  }

  /// The sights by app version, the versions in text order.
  func byVersion(_ sights: [BarSight]) -> [(version: String, sights: [BarSight])] {
    Dictionary(grouping: sights) { text($0.sight.appVersion) }
      .sorted { $0.key.precedesByScalars($1.key) }.map { (version: $0.key, sights: $0.value) }
  }

  /// The bars that at least `users` users saw in each version. If the log shows the bar's contents, these count; otherwise all selected tabs.
  func seenBars(_ sights: [BarSight], atLeast users: Int) -> [TabBar] {
    byVersion(sights).flatMap { version, sights in
      let lists = sights.filter { $0.sight.kind == .tabList }
      return lists.isEmpty ? selectedBars(sights, version, users) : shownBars(lists, version, users)
    }
  }

  private func shownBars(_ lists: [BarSight], _ version: String, _ users: Int) -> [TabBar] {
    lists.filter { $0.users >= users }
      .sorted { text($0.sight.name).precedesByScalars(text($1.sight.name)) }
      .map { TabBar(origin: .list, tabs: tabs(in: $0.sight.name), version: version, users: $0.users) }
  }

  private func selectedBars(_ tabs: [BarSight], _ version: String, _ users: Int) -> [TabBar] {
    let selected = tabs.filter { $0.sight.kind == .tab && $0.users >= users }
    let names = scope.names.ordered(selected.map(\.sight.name)).map { text($0) }
    return [TabBar(origin: .selections, tabs: names, version: version, users: selected.map(\.users).min())]
  }

  /// The sights of the bar, one for each version and sight.
  func bars(_ sights: [BarSight]) -> [Subject<BarSight?>] { sights.map { bar($0) }.inOrder() }

  func bar(_ sight: BarSight) -> Subject<BarSight?> {
    let kind =
      switch sight.sight.kind {
      case .tabList: "list"
      case .more: "more"
      default: "tab"
      }
    return bar(text(sight.sight.appVersion), kind, text(sight.sight.name), sight.users, sight)
  }

  func bar(_ version: String, _ kind: String, _ tabs: String, _ users: Int, _ sight: BarSight? = nil) -> Subject<BarSight?> {
    Subject("app", users: users, texts: ["app_version": version, "seen_as": kind, "tabs": tabs], of: sight)
  }

  /// The query of ``bars(_:)``, for sessions that meet a condition (`s` is the view session_figures).
  static func barQuery(where condition: String) -> String {
    """
    WITH bar AS (
      SELECT o.user_id AS user_id, o.kind AS kind, coalesce(s.app_version, '') AS app_version, (\(condition)) AS is_meant,
        CASE o.kind WHEN 'tabs_shown' THEN 'list' WHEN 'more_open' THEN 'more' ELSE 'tab' END AS seen_as,
        CASE o.kind WHEN 'tabs_shown' THEN o.value WHEN 'more_open' THEN 'More' ELSE o.subject END AS tabs,
        sum(o.kind = 'tabs_edit') OVER (PARTITION BY o.user_id ORDER BY s.number, o.number) AS edits
      FROM occurrence AS o
      JOIN session_figures AS s ON s.session_id = o.session_id
      WHERE o.kind IN ('tab_select', 'tab_reselect', 'more_open') OR o.kind IN ('tabs_shown', 'tabs_edit') AND o.value IS NOT NULL AND o.container IS NULL
    )
    SELECT 'app' AS subject, app_version, seen_as, tabs, count(DISTINCT user_id) AS users
    FROM bar WHERE is_meant AND kind <> 'tabs_edit' AND (edits = 0 OR kind = 'more_open')
    GROUP BY app_version, seen_as, tabs
    ORDER BY app_version, seen_as, tabs
    """
  }
}
