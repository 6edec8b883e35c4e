import Measures
import NavigationModel

extension Rule {
  static let menuItemUndiscovered = Rule(
    id: "menu.item-undiscovered",
    title: "Menu item hardly anyone uses",
    claim: "Of the people who come back, hardly anyone uses the item of the hidden menu.",
    rationale:
      """
      An item that almost nobody uses is either not wanted or wanted and not found. Either way, it makes the menu \
      longer for everyone else.
      """,
    severities: [.warning, .info],
    subject: .item,
    table: "menu_items",
    sources: [
      .published(
        "Apple, WWDC 2021 on discoverable design: hiding for looks raises the risk that a thing is never found"),
      .heuristic("the reach of 5%"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "share of the users with enough sessions who used the item"),
      Threshold("sessions", 3, .sessions, "only users with at least this many sessions count"),
      Threshold("days", 14, .days, "in a shorter log, lack of use says little"),
      Threshold("users", 3, .users, "from this number of users on, those few may use it a lot"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users"),
    ],
    advice: """
      Show it once where it is useful, promote it, or remove it. If it has to be there but need not be found, exempt \
      it in the app map.
      """,
    action: RuleAction("Show ", after: " once where it is useful, or remove it"),
    needs: [.menuChoices],
    restsOn: [.oneBar, .sessions],
    counts: .use,
    examples: [
      .fires(subject: "Help", .warning, "( Home menu:Settings +168h ) x 3 * 119\n( Home menu:Help +168h ) x 3 * 1"),
      .fires(
        subject: "Gifts", .warning, "( Home menu:Settings +168h ) x 3 * 80",
        map: AppMap(menus: ["menu": ["Settings", "Gifts"]])),
      .fires(
        subject: "Legal notice", .info,
        "( Home menu:Settings +168h ) x 3 * 119\n( Home menu:\"Legal notice\" +168h ) x 3 * 1"),
      .fires(
        subject: "Beta", .info,
        "( Home menu:Settings +168h ) x 3 Home * 396\n( Home menu:Beta menu:Beta +168h ) x 3 * 4"),
      .fires(
        subject: "Beta", .warning,
        "( Home menu:Settings +168h ) x 3 Home * 398\n( Home menu:Beta menu:Beta +168h ) x 3 * 2"),
      .fires(
        subject: "Wishlist", .info,
        "( Home > Wishlist < menu:Settings +168h ) x 3 * 119\n( Home menu:Wishlist +168h ) x 3 * 1"),
      .silent(
        "( Home menu:Settings +168h ) x 3 * 97\n( Home menu:Help +168h ) x 3 * 3",
        because: "3 of 100 users may be 5% or more"),
      .silent(
        "( Home menu:Settings +168h ) x 3 * 9", because: "fewer than ten users", map: AppMap(menus: ["menu": ["About"]])
      ),
      .silent(
        "( Home menu:Settings & ) x 3 * 90", because: "the log is shorter than 14 days",
        map: AppMap(menus: ["menu": ["About"]])),
      .silent(
        "Home menu:Settings +336h Home * 90", because: "nobody has three sessions",
        map: AppMap(menus: ["menu": ["About"]])),
      .silent(
        "( Home menu:Settings +168h ) x 3 * 90", because: "the map exempts it",
        map: AppMap(
          menus: ["menu": ["Settings", "Logout"]], rules: [.init("menu.item-undiscovered", exempt: ["Logout"])])),
    ],
    judging: Judging { context in
      let users = context.regularUsers(of: .menuItem)
      return context.menuItems.map { item, sum in
        let opens = context.measures.menus.menus[item.menu]?.opens ?? .init()
        return Subject(
          context.text(item.item), in: context.text(item.menu), users: users[item.discovered, default: 0],
          sessions: sum.sessions,
          examples: (sum.count > 0 ? sum : opens).examples, eligible: context.regularUsers,
          of: (item: item, sum: sum, opens: opens.count))
      }
    } findings: { context, items in
      guard context.isLong else { return [] }
      let named = items.filter { $0.item.item.item != .unnamed }.map {
        $0.judged(of: context.eligibleRegulars(of: $0.item.item.discovered))
      }
      return context.below("share", named).map { found in
        let (name, (item, sum, opens)) = (found.subject.name, found.subject.item)
        let isOften =
          found.isBeyond && sum.users >= context.quorum(of: context.scope.users) && context.isChosenOften(item, sum)
        if found.isBeyond, let others = context.usersElsewhere(of: item) {
          return context.finding(
            found, .info, metric: "reach",
            fact:
              """
              \(found.few(context.regularUsersWords)) used \(name) in \(Wording.menu(context.text(item.menu))), but \
              \(others) come to it, mostly by other routes
              """,
            recommendation:
              "People come to it by other routes, so it can leave \(Wording.menu(context.text(item.menu))).",
            action: RuleAction("Drop ", after: " from the menu, because people come to it by other routes"))
        }
        let isRare = !isOften && RarelyNeeded.contains(name)
        var advice: Text?
        var action: RuleAction?
        if isOften {
          advice = """
            Is it limited to a role or a feature flag? If so, say so in the app map (\(code: "entries")); otherwise \
            show it to those who could use it.
            """
          action = RuleAction("Say in the app map who has ")
        } else if isRare {
          advice = "It may be needed rarely: then it is fine where it is."
          action = RuleAction("Leave ", after: " where it is, if it is needed rarely")
        }
        return context.finding(
          found, isOften || isRare ? .info : .warning, metric: "reach",
          fact: "\(found.few(context.regularUsersWords)) used \(name) in \(Wording.menu(context.text(item.menu)))"
            + (isOften ? ", but those use it a lot" : ""),
          recommendation: advice, action: action,
          details: [
            """
            In the \(context.period), the menu was opened \(Wording.count(opens, "time")), and \(name) was chosen \
            \(Wording.count(sum.count, "time")), by \(Wording.count(sum.users, "user")).
            """
          ])
      }
    })
}

extension RuleContext {
  /// The users who came to the screen of an item, if those who did so without choosing it are more than hardly any: it
  /// is
  /// a second way. Its screen is where its choices led, or the one that is called as it is.
  fileprivate func usersElsewhere(of item: Menus.Item) -> Int? {
    let screen = measures.menus.screens(of: item).most(1, by: \.count, named: { text($0.name) }).first?.name
    guard let sum = measures.screens.sums[screen ?? item.item] else { return nil }
    let users = sum.users(structureKnown: scope.structureKnown)
    let others = users - (measures.menus.items[item]?.users ?? 0)
    return Double(others) >= threshold("share") * Double(scope.users) && others >= Evidence.leastUsers ? users : nil
  }

  /// Whether the users of an item choose it more often in a session than those of the median item choose that.
  fileprivate func isChosenOften(_ item: Menus.Item, _ sum: CountWithExamples) -> Bool {
    func rate(_ item: Menus.Item, _ sum: CountWithExamples) -> Double {
      Double(sum.count) / Double(max(1, measures.discovery.sessionsOfUsers(of: item.discovered)))
    }
    let all = menuItems.filter { $0.sum.count > 0 }.map { rate($0.item, $0.sum) }.sorted()
    return all.count > 1 && sum.count > 0 && rate(item, sum) > all[(all.count - 1) / 2]
  }
}
