import Measures
import NavigationModel
import Statistics

extension Rule {
  static let menuDuplicateRoute = Rule(
    id: "menu.duplicate-route",
    title: "Menu item that duplicates another route",
    claim: "Hardly anyone takes the menu to a screen that people reach in other ways.",
    rationale: "A second route that nobody takes helps nobody, and makes the menu longer for people who look for something else.",
    severities: [.info],
    subject: .item,
    sources: [.heuristic("the share of 2% of at least 200 arrivals")],
    thresholds: [
      Threshold("share", 0.02, .share, "share of the arrivals at the screen that came through a menu"),
      Threshold("arrivals", 200, .arrivals, "fewer arrivals at the screen say nothing"),
    ],
    advice: "Drop the item and give its slot to what has no other route. If it is there for people who cannot take the other route, exempt it.",
    needs: [.menuChoices],
    examples: [
      .fires(subject: "Search", .info, "tab:Home ( tab:Search tab:Home ) x 4 * 100\ntab:Home menu:Search * 2"),
      .fires(subject: "Basket", .info, "Home ( > Cart < ) x 8 * 50\nHome menu/side:Basket=Cart * 1"),
      .silent("tab:Home tab:Search tab:Home * 180\ntab:Home menu:Search * 10", because: "5% came through the menu"),
      .silent("tab:Home ( tab:Search tab:Home ) x 2 * 98\ntab:Home menu:Search * 2", because: "1% of 198 may be 2%: too few arrivals"),
      .silent(
        "Home > A < * 300\nHome > A menu:Home * 3",
        because: "that a session begins at Home is no other way to it, and going back is none either"),
    ],
    query: """
      WITH visit AS (
        SELECT session_id, user_id, number, kind, screen, is_visit AND NOT (kind = 'tab' AND depth > 1) AS is_arrival,
          part = lag(part) OVER (PARTITION BY session_id ORDER BY number) AS is_underway
        FROM step
      ), choice AS (
        SELECT o.container AS menu, o.subject AS item, v.screen AS screen, o.user_id AS user_id, o.session_id AS session_id
        FROM occurrence AS o JOIN visit AS v ON v.session_id = o.session_id AND v.number = o.steps_before + 1
        WHERE o.kind = 'menu_select' AND v.kind = 'menu_item'
      ), destination AS (
        SELECT menu, item, screen, row_number() OVER (PARTITION BY menu, item ORDER BY count(*) DESC, screen) AS position
        FROM choice WHERE screen <> '?' GROUP BY menu, item, screen
      ), people AS (
        SELECT menu, item, count(DISTINCT user_id) AS users, count(DISTINCT session_id) AS sessions FROM choice GROUP BY menu, item
      ), arrival AS (
        SELECT screen, count(DISTINCT user_id) AS eligible_users, sum(kind = 'menu_item') AS y, count(*) AS n
        FROM visit WHERE is_arrival AND is_underway GROUP BY screen
      )
      SELECT d.item AS subject, d.menu AS menu, d.screen AS screen, p.users AS users, coalesce(a.eligible_users, 0) AS eligible_users,
        p.sessions AS sessions, coalesce(a.y, 0) AS y, coalesce(a.n, 0) AS n
      FROM destination AS d JOIN people AS p ON p.menu = d.menu AND p.item = d.item LEFT JOIN arrival AS a ON a.screen = d.screen
      WHERE d.position = 1 ORDER BY menu, subject
      """,
    counts: { context in
      RuleCounts(
        ["subject", "menu", "screen", "users", "eligible_users", "sessions", "y", "n"],
        context.menuRoutes.map { route in
          [
            .text(context.text(route.item.item)), .text(context.text(route.item.menu)), .text(context.text(route.screen)),
            .integer(route.sum.users), .integer(route.arrivals.users), .integer(route.sum.sessions), .integer(route.arrivals.sumY),
            .integer(route.arrivals.sumN),
          ]
        })
    },
    evaluate: { context in
      let routes = context.menuRoutes.filter { $0.arrivals.sumN >= context.count("arrivals") }
      return context.below("share", routes.map { (subject: $0, share: Share.rows($0.arrivals)) }).map { verdict in
        let route = verdict.subject
        let (name, menu, screen) = (context.text(route.item.item), context.text(route.item.menu), context.text(route.screen))
        let share = Wording.few(route.arrivals.sumY, of: route.arrivals.sumN, "arrivals at \(screen)", verdict.estimate)
        return context.finding(
          verdict, .info, subject: name, section: menu, metric: "menu_arrivals", users: route.sum.users, sessions: route.sum.sessions,
          message: """
            \(share) came through a menu: \(name) in \(Wording.menu(menu)) was chosen \(Wording.count(route.sum.count, "time")), by \
            \(Wording.count(route.sum.users, "user"))
            """,
          examples: route.sum.examples)
      }
    })
}

/// The screen that a menu item leads to, and how people get there.
private struct MenuRoute: Sendable {
  let item: Menus.Item
  let sum: CountWithExamples
  /// The screen that it leads to most often.
  let screen: Name
  /// Arrivals at the screen through menus over all arrivals, session starts left out.
  let arrivals: RatioSums
}

extension RuleContext {
  /// The items that led to a named screen, in text order of menus and items.
  fileprivate var menuRoutes: [MenuRoute] {
    let destinations = measures.arrivals.screensOfItems
    return menuItems.compactMap { item, sum in
      let screens = (destinations[item] ?? []).filter { $0.screen != .unnamed }
      let most = screens.min { a, b in
        a.visits == b.visits ? scope.names.rank(a.screen) < scope.names.rank(b.screen) : a.visits > b.visits
      }
      guard let screen = most?.screen else { return nil }
      return MenuRoute(item: item, sum: sum, screen: screen, arrivals: measures.arrivals.sums[screen]?.byMenu ?? RatioSums())
    }
  }
}
