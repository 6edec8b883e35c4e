import Measures
import NavigationModel

extension Rule {
  static let menuUnopened = Rule(
    id: "menu.unopened",
    title: "Menu that few open",
    claim: "Few of the people who come back ever open the hidden menu.",
    rationale: """
      What is hidden is not looked for. Who has not opened the menu after three sessions does not know what is in it, and does without.
      """,
    severities: [.warning],
    subject: .menu,
    sources: [
      .published("NN/g 2016 (179 people, 6 sites): on phones hidden navigation is used in 57 % of cases, partly visible navigation in 86 %"),
      .published("Apple, WWDC 2014 session 211: hamburger menus are poor at telling where one is and where one can go"),
      .heuristic("the reach of 40 % and the three sessions"),
    ],
    thresholds: [
      Threshold("share", 0.4, .share, "share of these users who ever opened the menu"),
      Threshold("sessions", 3, .sessions, "users with so many sessions or more are asked"),
    ],
    advice: "Show the main items of the menu: as tabs, or on the screens where they are needed. Keep the menu for the rest.",
    needs: [.menuOpens],
    examples: [
      .fires(subject: "menu", .warning, "( Home > A & ) x 3 * 100\n( Home menu:Settings & ) x 3 * 20"),
      .fires(
        subject: "side", .warning, "( Home menu:Settings & ) x 3 * 40", map: AppMap(menus: ["menu": ["Settings"], "side": ["Help"]])),
      .silent("( Home > A & ) x 3 * 60\n( Home menu:Settings & ) x 3 * 40", because: "the interval reaches above 40 %"),
      .silent("( Home > A & ) x 2 * 100\n( Home menu:Settings & ) x 2 * 20", because: "nobody has three sessions"),
      .silent("( Home > A & ) x 3 * 8\n( Home menu! & ) x 3 * 1", because: "fewer than ten users"),
    ],
    query: """
      WITH regular AS (SELECT user_id FROM session GROUP BY user_id HAVING count(*) >= :sessions)
      SELECT o.container AS subject, count(DISTINCT r.user_id) AS users, (SELECT count(*) FROM regular) AS eligible_users,
        count(DISTINCT o.session_id) AS sessions, count(*) AS opens
      FROM occurrence AS o LEFT JOIN regular AS r ON r.user_id = o.user_id
      WHERE o.kind = 'menu_open' GROUP BY o.container ORDER BY subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "opens"],
        context.regulars.map { menu in
          let cell = context.measures.menus.menus[menu.name] ?? .init()
          return [
            .text(context.text(menu.name)), .integer(menu.users), .integer(menu.of), .integer(cell.sessions), .integer(cell.opens),
          ]
        })
    },
    evaluate: { context in
      let menus = context.regulars.map { (subject: $0, share: Share.users($0.users, of: $0.of)) }
      return context.below("share", menus).map { verdict in
        let menu = verdict.subject
        let cell = context.measures.menus.menus[menu.name] ?? .init()
        let sessions = Wording.count(context.count("sessions"), "session")
        let people = Wording.few(menu.users, of: menu.of, "users with \(sessions) or more", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: context.text(menu.name), metric: "menu_reach", users: menu.users, sessions: cell.sessions,
          message: "\(people) ever opened \(Wording.menu(context.text(menu.name)))", examples: cell.openExamples.examples)
      }
    })
}

extension RuleContext {
  /// The menus that the map or the log names, with their users among those who came back often enough.
  fileprivate var regulars: [(name: Name, users: Int, of: Int)] {
    let sessions = count("sessions")
    let regulars = measures.discovery.users(withSessions: sessions)
    let users = measures.discovery.users(of: .menu, withSessions: sessions)
    return scope.names.ordered(Set(measures.menus.menus.keys).union(scope.declared.menus)).map { menu in
      (menu, users[.init(.menu, menu), default: 0], regulars)
    }
  }
}
