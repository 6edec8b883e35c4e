import Measures
import NavigationModel

extension Rule {
  static let tabsNeglected = Rule(
    id: "tabs.neglected",
    title: "Tab hardly anyone uses",
    claim: "Of the people who come back, hardly anyone ever selects the tab.",
    rationale: """
      The tab bar is the best place in an app, and it is always visible. A tab that hardly anyone uses takes it from \
      something that people \
      need, and makes the bar harder to read.
      """,
    severities: [.warning],
    subject: .tab,
    table: "tabs",
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: use the fewest tabs that explain the app"),
      .heuristic("the share of 5%, and that three sessions are enough to try what is in plain sight"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "share of the users with enough sessions who selected the tab"),
      Threshold("days", 14, .days, "in a shorter log, lack of use says little"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold(
        "shown", 0.5, .share,
        "where the log says which tabs are shown, a tab counts when at least this share of the users saw it"),
    ],
    advice: """
      Check whether its icon and label say what is behind it. If they do, move its content into a section, and give \
      the slot to something people need or \
      leave it empty. In the app map, exempt what is rare but vital.
      """,
    action: RuleAction("Check whether the icon and the label of ", after: " say what is behind it"),
    needs: [.tabSelections],
    restsOn: [.oneBar, .sessions],
    counts: .use,
    move: .demote,
    examples: [
      .fires(
        subject: "Club", .warning, "( tab:Home tab:Search +168h ) x 3 * 80",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .fires(
        subject: "Club", .warning,
        """
        ( tabs:Home|Search|Club tab:Home tab:Search +168h ) x 3 * 198\n( tab:Home tab:Club tab:Search +168h ) x 3 * 2
        """),
      .silent(
        "( tab:Home tab:Search +168h ) x 3 * 70", because: "with 70 users, the reach may be 5%",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .fires(
        subject: "Club", .warning, "first tab:Home tab:Search tab:Club & ( tab:Home tab:Search +168h ) x 3 * 80",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent(
        "( tab:Home tab:Search link:Club +168h ) x 3 * 80", because: "people come to it by links",
        map: AppMap(tabs: ["Home", "Search", "Club"], roots: ["Club": "Club"])),
      .silent(
        "tab:Home tab:Search +336h tab:Home * 200", because: "two sessions are too few",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent(
        "( tab:Home tab:Search +167h ) x 3 * 80", because: "the log is shorter than 14 days",
        map: AppMap(tabs: ["Home", "Search", "Club"])),
      .silent(
        "( tab:Home tab:Search +168h ) x 3 * 90\n( tab:Search tab:Club +168h ) x 3 * 10", because: "10% is above 5%"),
      .silent(
        """
        ( tabs:Home|Search tab:Home tab:Search +168h ) x 3 * 180\n( tabs:Home|Search|Club tab:Home tab:Search +168h \
        ) x 3 * 20
        """,
        because: "only one in ten users ever saw it"),
      .silent(
        "( tab:Route tab:Stops tab:Chat +168h ) x 3 * 586\n( tab:Board tab:Chat +168h ) x 3 * 14",
        because: "Board is the tab of a role: those who use it use no Route, which all others do"),
      .silent(
        """
        ( tab:A tab:C tab:B tab:A tab:C tab:B tab:C +168h ) x 3 * 590\n( tab:A tab:B tab:Losers tab:B tab:C +168h ) \
        x 3 * 10
        """,
        because: "Losers is a button on a page: people come to it from B alone"),
      .silent(
        "( Home tab:Search > Product < > Product < +168h ) x 3 * 100",
        because: "people are in Home without selecting it",
        map: AppMap(tabs: ["Home", "Search"])),
    ],
    judging: Judging { context in
      let sums = context.measures.tabs.sums
      let users = context.regularUsers(of: .tab)
      let used = sums.pairs.filter { $0.1.users > 0 }.map { context.text($0.0) }
      return (used + context.visibleTabs.all.map(\.name)).distinctTexts.map { name in
        let tab = context.scope.names.name(name)
        let sum = tab.flatMap { sums[$0] } ?? .init()
        return Subject(
          name, users: tab.flatMap { users[.init(.tab, $0)] } ?? 0, eligible: context.regularUsers,
          of: (tab: tab, sum: sum))
      }
    } findings: { context, tabs in
      guard context.isLong else { return [] }
      let bar = context.visibleTabs
      let names = context.tabsShownToMany(of: bar).subtracting(bar.ofRoles)
        .subtracting([bar.start].compactMap { $0.map { NameText($0) } })
      let isTour = context.measures.tabHabits.isTour(of: Set(names.compactMap { context.scope.names.name($0.text) }))
      let reached = tabs.filter { names.contains($0.name) }.map {
        context.reached($0.name, $0.item, withoutFirst: isTour)
      }
      return context.below("share", reached).map { found in
        let (tab, (sum, isByLinks)) = (found.subject.name, found.subject.item)
        let tour: [Text] =
          isTour ? ["Uses in the first session are left out, because most new users select every tab in it."] : []
        return context.finding(
          found, .warning, metric: "reach",
          fact:
            """
            \(found.few(context.regularUsersWords)) selected the tab \
            \(tab)\(isByLinks ? " or came to it by a link" as Text : "")
            """,
          details: [
            """
            Of all users, \(Wording.count(sum.users)) selected it, \
            \(Wording.count(sum.selects + sum.reselects, "time")) in all.
            """
          ] + tour)
      }
    })
}

extension RuleContext {
  /// A tab with the users who selected it or came to its root by a link, among those who could have.
  fileprivate func reached(
    _ name: String, _ tab: (tab: Name?, sum: Tabs.Sum), withoutFirst isTour: Bool
  ) -> Subject<(sum: Tabs.Sum, isByLinks: Bool)> {
    guard let known = tab.tab else {
      return Subject(name, users: 0, share: .users(0, of: regularUsers), of: (tab.sum, false))
    }
    let eligible = eligibleRegulars(of: .init(.tab, known))
    let users = measures.tabHabits.users(
      of: known, root: scope.declared.root(of: known), withSessions: count("sessions"), withoutFirst: isTour)
    let reached = min(users.either, eligible)
    return Subject(name, users: reached, share: .users(reached, of: eligible), of: (tab.sum, users.linked > 0))
  }

  /// The tabs of the bar that were shown to enough of the users for whom the log shows its contents; all if the log
  /// does not show them.
  ///
  /// A user who was shown several lists with a tab is counted for each: this is an upper bound.
  fileprivate func tabsShownToMany(of bar: VisibleTabs) -> Set<NameText> {
    let all = measures.tabSetChanges.users
    let names = Set(texts: bar.all.map(\.name))
    if all == 0 { return names }
    var users: [Name: Int] = [:]
    for list in barSights(where: { _ in true }) where list.sight.kind == .tabList {
      for tab in scope.names.tabs(in: list.sight.name) { users[tab, default: 0] += list.users }
    }
    return names.filter { name in
      let known = scope.names.name(name.text)
      return Double(known.map { users[$0, default: 0] } ?? 0) >= threshold("shown") * Double(all)
    }
  }
}
