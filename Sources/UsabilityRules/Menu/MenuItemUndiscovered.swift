import Measures
import NavigationModel

extension Rule {
  static let menuItemUndiscovered = Rule(
    id: "menu.item-undiscovered",
    title: "Menu item hardly anyone uses",
    claim: "Of the people who come back, hardly anyone uses the item of the hidden menu.",
    rationale: """
      An item that almost nobody uses is either not wanted or wanted and not found. Either way, it makes the menu longer for everyone else.
      """,
    severities: [.warning, .info],
    subject: .item,
    sources: [
      .published("Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 5%"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "share of these users who used the item"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold("days", 14, .days, "in a shorter log, absence says little"),
    ],
    advice: """
      Show it once where it is useful, promote it, or remove it. If it has to be there but need not be found (sign out, legal notice), exempt it in the \
      app map.
      """,
    needs: [.menuChoices],
    restsOn: [.oneBar, .sessions],
    examples: [
      .fires(subject: "Help", .warning, "( Home menu:Settings +168h ) x 3 * 119\n( Home menu:Help +168h ) x 3 * 1"),
      .fires(subject: "About", .warning, "( Home menu:Settings +168h ) x 3 * 80", map: AppMap(menus: ["menu": ["Settings", "About"]])),
      .fires(
        subject: "Beta", .info, "( Home menu:Settings +168h ) x 3 Home * 119\n( Home menu:Beta menu:Beta +168h ) x 3 * 1"),
      .silent("( Home menu:Settings +168h ) x 3 * 97\n( Home menu:Help +168h ) x 3 * 3", because: "3 of 100 users may be 5% or more"),
      .silent("( Home menu:Settings +168h ) x 3 * 9", because: "fewer than ten users", map: AppMap(menus: ["menu": ["About"]])),
      .silent("( Home menu:Settings & ) x 3 * 90", because: "the log is shorter than 14 days", map: AppMap(menus: ["menu": ["About"]])),
      .silent("Home menu:Settings +336h Home * 90", because: "nobody has three sessions", map: AppMap(menus: ["menu": ["About"]])),
      .silent(
        "( Home menu:Settings +168h ) x 3 * 90", because: "the map exempts it",
        map: AppMap(menus: ["menu": ["Settings", "Logout"]], rules: [.init("menu.item-undiscovered", exempt: ["Logout"])])),
    ],
    query: """
      WITH regular AS (SELECT user_id FROM session GROUP BY user_id HAVING count(*) >= :sessions)
      SELECT o.subject AS subject, o.container AS menu, count(DISTINCT r.user_id) AS users, (SELECT count(*) FROM regular) AS eligible_users,
        count(DISTINCT o.session_id) AS sessions, count(*) AS choices
      FROM occurrence AS o LEFT JOIN regular AS r ON r.user_id = o.user_id
      WHERE o.kind = 'menu_select' GROUP BY o.container, o.subject ORDER BY menu, subject
      """,
    counts: { context in
      let (users, all) = (context.regularUsers(of: .menuItem), context.regularUsers)
      return RuleCounts(
        ["subject", "menu", "users", "eligible_users", "sessions", "choices"],
        context.menuItems.map { item, sum in
          [
            .text(context.text(item.item)), .text(context.text(item.menu)), .integer(users[item.discovered, default: 0]), .integer(all),
            .integer(sum.sessions), .integer(sum.count),
          ]
        })
    },
    evaluate: { context in
      guard context.isLong else { return [] }
      let users = context.regularUsers(of: .menuItem)
      let items = context.menuItems.filter { $0.item.item != .unnamed }.map { item, sum in
        let all = context.eligibleRegulars(of: item.discovered)
        return (item: item, sum: sum, users: min(users[item.discovered, default: 0], all), all: all)
      }
      return context.below("share", items.map { (subject: $0, share: Share.users($0.users, of: $0.all)) }).map { verdict in
        let (item, sum, users, all) = verdict.subject
        let (name, menu) = (context.text(item.item), context.text(item.menu))
        let people = Wording.few(users, of: all, context.regularUsersWords, verdict.estimate)
        let opens = context.measures.menus.menus[item.menu]?.opens ?? .init()
        let isOften = context.isChosenOften(item, sum)
        return context.finding(
          verdict, isOften ? .info : .warning, subject: name, section: menu, metric: "reach", users: users, sessions: sum.sessions,
          message: "\(people) used \(name) in \(Wording.menu(menu))" + (isOften ? ", but often: is it for a role, or behind a flag?" : ""),
          recommendation: isOften ? "If only some people have it, say so in the app map (`entries`); otherwise show it to those who could use it." : nil,
          examples: (sum.count > 0 ? sum : opens).examples,
          details: [
            """
            In the whole log, the menu was opened \(Wording.count(opens.count, "time")), and \(name) was chosen \
            \(Wording.count(sum.count, "time")), by \(Wording.count(sum.users, "user")).
            """
          ])
      }
    })
}

extension RuleContext {
  /// Whether the users of an item choose it more often in a session than those of the median item choose that.
  fileprivate func isChosenOften(_ item: Menus.Item, _ sum: CountWithExamples) -> Bool {
    func rate(_ item: Menus.Item, _ sum: CountWithExamples) -> Double {
      Double(sum.count) / Double(max(1, measures.discovery.sessionsOfUsers(of: item.discovered)))
    }
    let all = menuItems.filter { $0.sum.count > 0 }.map { rate($0.item, $0.sum) }.sorted()
    return all.count > 1 && sum.count > 0 && rate(item, sum) > all[(all.count - 1) / 2]
  }
}

extension Menus.Item {
  /// The item as a subject of discovery.
  var discovered: Discovery.Subject { .init(.menuItem, item, container: menu) }
}
