import Measures
import NavigationModel

extension Rule {
  static let menuItemUndiscovered = Rule(
    id: "menu.item-undiscovered",
    title: "Menu item that nobody finds",
    claim: "Hardly anybody ever chooses the item of the hidden menu.",
    rationale: """
      An item that almost nobody chooses is not wanted, or wanted and not found. Either way it makes the menu longer for all others.
      """,
    severities: [.warning],
    subject: .item,
    sources: [
      .published("Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 5 %"),
    ],
    thresholds: [Threshold("share", 0.05, .share, "share of all users who ever chose the item")],
    advice: """
      Show it once where it is of use, promote it, or remove it. Where it must be there and need not be found (sign out, imprint), exempt it \
      in the app map.
      """,
    needs: [.menuChoices],
    examples: [
      .fires(subject: "Help", .warning, "Home menu:Settings * 119\nHome menu:Help * 1"),
      .fires(
        subject: "About", .warning, "Home menu:Settings * 80", map: AppMap(menus: ["menu": ["Settings", "About"]])),
      .silent("Home menu:Settings * 97\nHome menu:Help * 3", because: "3 % of 100 users may be 8 %"),
      .silent("Home menu:Settings * 9", because: "fewer than ten users", map: AppMap(menus: ["menu": ["About"]])),
      .silent(
        "Home menu:Settings * 90", because: "the map exempts it",
        map: AppMap(menus: ["menu": ["Settings", "Logout"]], rules: [.init("menu.item-undiscovered", exempt: ["Logout"])])),
    ],
    query: """
      SELECT subject, container AS menu, count(DISTINCT user_id) AS users, (SELECT count(*) FROM user) AS eligible_users,
        count(DISTINCT session_id) AS sessions, count(*) AS choices
      FROM occurrence WHERE kind = 'menu_select' GROUP BY container, subject ORDER BY menu, subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "menu", "users", "eligible_users", "sessions", "choices"],
        context.menuItems.map { item, cell in
          [
            .text(context.text(item.item)), .text(context.text(item.menu)), .integer(cell.users), .integer(context.scope.users),
            .integer(cell.sessions), .integer(cell.selects),
          ]
        })
    },
    evaluate: { context in
      let items = context.menuItems.map { (subject: $0, share: Share.users($0.1.users, of: context.scope.users)) }
      return context.below("share", items).map { verdict in
        let (item, cell) = verdict.subject
        let (name, menu) = (context.text(item.item), context.text(item.menu))
        let people = Wording.few(cell.users, of: context.scope.users, "users", verdict.estimate)
        let opens = context.measures.menus.menus[item.menu]?.opens ?? 0
        let passedOver = context.measures.menus.menus[item.menu]?.openExamples.examples ?? []
        return context.finding(
          verdict, .warning, subject: name, section: menu, metric: "reach", users: cell.users, sessions: cell.sessions,
          extraTaps: cell.selects, message: "\(people) ever chose \(name) from \(Wording.menu(menu))",
          examples: cell.selects > 0 ? cell.examples.examples : passedOver,
          details: ["The menu was opened \(Wording.count(opens, "time")), \(name) chosen \(Wording.count(cell.selects, "time"))."])
      }
    })
}
