import Measures
import NavigationModel

extension Rule {
  static let tabsNeglected = Rule(
    id: "tabs.neglected",
    title: "Tab hardly anyone uses",
    claim: "Of the people who come back, hardly anyone ever selects the tab.",
    rationale: """
      The tab bar is the best place in an app, and it is always visible. A tab that hardly anyone uses takes it from something that people \
      need, and makes the bar harder to read.
      """,
    severities: [.warning],
    subject: .tab,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: use the fewest tabs that explain the app"),
      .heuristic("the share of 5%, and that three sessions are enough to try what is in plain sight"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "share of these users who selected the tab"),
      Threshold("days", 14, .days, "in a shorter log, absence says little"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold("shown", 0.5, .share, "where the log says which tabs are shown, a tab counts when at least this share of the users saw it"),
    ],
    advice: """
      Check whether its icon and label say what is behind it. If they do, move its content into a section, and give the slot to something people need or \
      leave it empty. Exempt what is rare but vital in the app map.
      """,
    needs: [.tabSelections],
    restsOn: [.oneBar, .sessions],
    examples: [
      .fires(subject: "Club", .warning, "( tab:Home tab:Search +168h ) x 3 * 80", map: AppMap(tabs: ["Home", "Search", "Club"])),
      .fires(
        subject: "Club", .warning, "( tabs:Home|Search|Club tab:Home tab:Search +168h ) x 3 * 198\n( tab:Home tab:Club tab:Search +168h ) x 3 * 2"),
      .silent("( tab:Home tab:Search +168h ) x 3 * 70", because: "with 70 users, the reach may be 5%", map: AppMap(tabs: ["Home", "Search", "Club"])),
      .fires(
        subject: "Club", .warning, "first tab:Home tab:Search tab:Club & ( tab:Home tab:Search +168h ) x 3 * 80",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent(
        "( tab:Home tab:Search link:Club +168h ) x 3 * 80", because: "people come to it by links",
        map: AppMap(tabs: ["Home", "Search", "Club"], roots: ["Club": "Club"])),
      .silent("tab:Home tab:Search +336h tab:Home * 200", because: "two sessions are too few", map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent(
        "( tab:Home tab:Search +167h ) x 3 * 80", because: "the log is shorter than 14 days", map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent("( tab:Home tab:Search +168h ) x 3 * 90\n( tab:Search tab:Club +168h ) x 3 * 10", because: "10% is above 5%"),
      .silent(
        "( tabs:Home|Search tab:Home tab:Search +168h ) x 3 * 180\n( tabs:Home|Search|Club tab:Home tab:Search +168h ) x 3 * 20",
        because: "only one in ten users ever saw it"),
      .silent(
        "( Home tab:Search > Product < > Product < +168h ) x 3 * 100", because: "people are in Home without selecting it",
        map: AppMap(tabs: ["Home", "Search"])),
    ],
    query: """
      WITH regular AS (SELECT user_id FROM session GROUP BY user_id HAVING count(*) >= :sessions)
      SELECT o.subject AS subject, count(DISTINCT r.user_id) AS users, (SELECT count(*) FROM regular) AS eligible_users,
        count(*) AS taps
      FROM occurrence AS o LEFT JOIN regular AS r ON r.user_id = o.user_id
      WHERE o.kind IN ('tab_select', 'tab_reselect') GROUP BY o.subject ORDER BY subject
      """,
    counts: { context in
      let sums = context.measures.tabs.sums
      let used = sums.pairs.filter { $0.1.users > 0 }.map { $0.0 }
      let (users, all) = (context.regularUsers(of: .tab), context.regularUsers)
      return RuleCounts(
        ["subject", "users", "eligible_users", "taps"],
        context.scope.names.ordered(Set(used).union(context.scope.declared.tabs)).map { name in
          [
            .text(context.text(name)), .integer(users[.init(.tab, name), default: 0]), .integer(all),
            .integer((sums[name]?.selects ?? 0) + (sums[name]?.reselects ?? 0)),
          ]
        })
    },
    evaluate: { context in
      guard context.isLong else { return [] }
      let start = context.visibleTabs.start
      let names = context.tabsShownToMany.filter { $0 != start }
      let habits = context.measures.tabHabits
      let isTour = habits.isTour(of: Set(names.compactMap { context.scope.names.name($0) }))
      let tabs = names.map { name -> ReachedTab in
        guard let tab = context.scope.names.name(name) else { return ReachedTab(name: name, users: 0, linked: 0, all: context.regularUsers) }
        let all = context.eligibleRegulars(of: .init(.tab, tab))
        let root = context.scope.map.roots.first { $0.tab == name }.flatMap { context.scope.names.name($0.screen) }
        let users = habits.users(of: tab, root: root, withSessions: context.count("sessions"), withoutFirst: isTour)
        return ReachedTab(name: name, users: min(users.either, all), linked: users.linked, all: all)
      }
      return context.below("share", tabs.map { (subject: $0, share: Share.users($0.users, of: $0.all)) }).map { verdict in
        let tab = verdict.subject
        let people = Wording.few(tab.users, of: tab.all, context.regularUsersWords, verdict.estimate)
        let sum = context.scope.names.name(tab.name).flatMap { context.measures.tabs.sums[$0] } ?? .init()
        let tour = isTour ? ["Uses in the first session are left out: most new users select every tab in it."] : []
        return context.finding(
          verdict, .warning, subject: tab.name, metric: "reach", users: tab.users,
          message: "\(people) \(tab.linked > 0 ? "selected the tab \(tab.name) or came to it by a link" : "selected the tab \(tab.name)")",
          details: [
            "Of all users, \(Wording.count(sum.users)) selected it, \(Wording.count(sum.selects + sum.reselects, "time")) in all."
          ] + tour)
      }
    })
}

/// A tab with the users who selected it or came to its root by a link, and those who could have.
private struct ReachedTab {
  let name: String
  let users: Int
  let linked: Int
  let all: Int
}

extension RuleContext {
  /// The tabs of the bar that were shown to enough of the users for whom the log shows its contents; all if the log does not show them.
  ///
  /// A user who was shown several lists with a tab is counted for each: this is an upper bound.
  fileprivate var tabsShownToMany: [String] {
    let all = measures.tabSetChanges.users
    let names = visibleTabs.all.map(\.name)
    if all == 0 { return names }
    var users: [String: Int] = [:]
    for list in barSights(where: { _ in true }) where list.sight.kind == .tabList {
      for tab in tabs(in: list.sight.name) { users[tab, default: 0] += list.users }
    }
    return names.filter { Double(users[$0, default: 0]) >= threshold("shown") * Double(all) }
  }
}
