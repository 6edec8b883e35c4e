import Measures
import NavigationModel

extension Rule {
  static let menuUnopened = Rule(
    id: "menu.unopened",
    title: "Menu few people open",
    claim: "Few of the people who come back open the hidden menu.",
    rationale:
      """
      People rarely look for what is hidden. Those who have not opened the menu in three sessions do not know what \
      is in it and do without.
      """,
    severities: [.warning],
    subject: .menu,
    table: "menus",
    sources: [
      .published(
        """
        NN/g 2016 (179 people, 6 sites): on phones hidden navigation is used in 57% of cases, partly visible \
        navigation in 86%
        """
      ),
      .published("Apple, WWDC 2014 session 211: hamburger menus are poor at showing where one is and where one can go"),
      .heuristic("the reach of 40% and the three sessions"),
    ],
    thresholds: [
      Threshold("share", 0.4, .share, "share of the users with enough sessions who opened the menu"),
      Threshold("days", 14, .days, "in a shorter log, lack of use says little"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
    ],
    advice: "Show the main items of the menu, as tabs or on the screens that need them. Keep the menu for the rest.",
    action: RuleAction("Show the main items of ", after: " as tabs, or on the screens that need them", movesTab: true),
    needs: [.menuOpens],
    restsOn: [.sessions],
    counts: .use,
    examples: [
      .fires(subject: "menu", .warning, "( Home > A +168h ) x 3 * 100\n( Home menu:Settings +168h ) x 3 * 20"),
      .fires(
        subject: "side", .warning, "( Home menu:Settings +168h ) x 3 * 40",
        map: AppMap(menus: ["menu": ["Settings"], "side": ["Help"]])),
      .silent(
        "( Home > A +168h ) x 3 * 60\n( Home menu:Settings +168h ) x 3 * 40", because: "40 of 100 may be 40% or more"),
      .silent(
        "( Home > A +336h ) x 2 * 100\n( Home menu:Settings +336h ) x 2 * 20", because: "nobody has three sessions"),
      .silent(
        "( Home > A & ) x 3 * 100\n( Home menu:Settings & ) x 3 * 20", because: "the log is shorter than 14 days"),
      .silent("( Home > A +168h ) x 3 * 8\n( Home menu! +168h ) x 3 * 1", because: "fewer than ten users"),
    ],
    judging: Judging { context in
      let users = context.regularUsers(of: .menu)
      let menus = context.measures.menus.menus
      return context.scope.names.ordered(Set(menus.keys).union(context.scope.declared.menus)).map { menu in
        let opens = menus[menu]?.opens ?? .init()
        return Subject(
          context.text(menu), users: users[.init(.menu, menu), default: 0], sessions: opens.sessions,
          examples: opens.examples,
          eligible: context.regularUsers, of: menu)
      }
    } findings: { context, menus in
      guard context.isLong else { return [] }
      let eligibility = context.scope.eligibility
      let platforms = eligibility.platforms
      let usersWithout = SeveralBars.usersWithout(context.measures, context.scope)
      let named = menus.filter {
        $0.item != .unnamed && !(context.whole ?? context.measures).menus.isLocal($0.item)
      }.map {
        let eligible = eligibility.eligibleUsersOfPlatforms(
          with: .init(.menu, $0.item), withSessions: context.fewestSessions, platforms)
        return $0.judged(of: max(0, eligible - usersWithout($0.item)))
      }
      return context.below("share", named).map { found in
        let advice = context.adviceOnMenu(found.subject.name) { _ in true }
        return context.finding(
          found, .warning, metric: "menu_reach",
          fact: "\(found.few(context.regularUsersWords)) opened \(Wording.menu(found.subject.name))",
          recommendation: advice?.words, action: advice?.action)
      }
    })
}

extension RuleContext {
  /// What to do with the main items of a menu: what the plan does with them, and links where it moves none. Nil without
  /// a plan.
  /// - Parameters:
  ///   - saysPlatforms: whether the words say on which platforms the plan makes the moves.
  ///   - isMeant: whether a move counts that is made on some platforms.
  func adviceOnMenu(
    _ menu: String, saysPlatforms: Bool = true, where isMeant: (PlatformPart) -> Bool
  ) -> (words: Text, action: RuleAction)? {
    guard let plan else { return nil }
    let moves = plan.promotions.filter { $0.container.isSame(as: menu) && isMeant($0.part) }
    if moves.isEmpty {
      return (
        """
        No move of an item into the tab bar is certain to save taps. Link to the main items from the screens that need \
        them.
        """,
        RuleAction("Link to the main items of ", after: " from the screens that need them")
      )
    }
    let isOnePlace = Set(texts: moves.map(\.onPlatforms.plain)).count == 1
    let place = saysPlatforms && isOnePlace ? moves[0].onPlatforms : ""
    let entries = Text.names(moves.map(\.entry))
    let tabs: Text = "Move \(entries) from \(Wording.menu(menu)) into the tab bar\(place), as the plan does"
    return (
      tabs + ". Link to the other main items from the screens that need them.", RuleAction(app: tabs, movesTab: true)
    )
  }
}
