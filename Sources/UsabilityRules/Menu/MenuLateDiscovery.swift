import Measures
import NavigationModel
import Statistics

extension Rule {
  static let menuLateDiscovery = Rule(
    id: "menu.late-discovery",
    title: "Menu item used late",
    claim:
      """
      More than half of the new users have not used the item of the hidden menu after three sessions, and those who \
      use it take it up late.
      """,
    rationale:
      "People want the item once they know it, but find it only after days. They look in hidden places last.",
    severities: [.info],
    subject: .item,
    table: "menu_items",
    sources: [
      .published("NN/g 2016 (179 people, 6 sites): navigation that is hidden is used less, and later in the task"),
      .published("Kaplan & Meier 1958: users who have not used it yet count for as long as they were seen"),
      .heuristic(
        """
        the three sessions; a reach of 5% for an item that people want; and the lead of 0.15 over the same curve, \
        counted back from the last session
        """
      ),
    ],
    thresholds: [
      Threshold("sessions", 3, .sessions, "half of the new users should have used the item by this session"),
      Threshold(
        "share", 0.5, .share, "share of new users who have not used it by then (a half: the median)", basis: .published),
      Threshold(
        "reach", 0.05, .share, "share of the eligible users who used the item: below it, nobody seems to want it"),
      Threshold(
        "lead", 0.15, .share,
        "how much higher this share is than the same share counted back from the last session"),
    ],
    advice: "Link to the item where and when people need it.",
    action: RuleAction("Link to ", after: " from the screen where people need it"),
    needs: [.menuChoices],
    restsOn: [.sessions],
    counts: .neither,
    traits: [.ofSeveralConditions],
    examples: [
      .fires(
        subject: "Offers", .info,
        """
        event:app_open{via=first} Home & Home & Home & Home & Home menu:Offers * 30\nevent:app_open{via=first} ( \
        Home & ) x 5 * 70
        """
      ),
      .fires(
        subject: "Offers", .info,
        """
        event:app_open{via=first} Home & Home & Home & Home menu/side:Offers * 60\nevent:app_open{via=first} ( Home \
        & ) x 4 * 40
        """
      ),
      .silent(
        "Home & Home & Home & Home & Home menu:Offers * 30\n( Home & ) x 5 * 70",
        because: "no user is known to be new to the app"),
      .silent(
        """
        event:app_open{via=first} Home menu:Offers & Home & Home & Home * 30\nevent:app_open{via=first} ( Home & ) x \
        4 * 70
        """,
        because: "those who use it do so from the first session on"),
      .silent(
        """
        event:app_open{via=first} Home & Home & Home menu:Offers & Home * 60\nevent:app_open{via=first} ( Home & ) x \
        4 * 40
        """,
        because: "60 of 100 use it in their third session"),
      .silent(
        """
        event:app_open{via=first} Home & Home & Home & Home menu:Offers * 5\nevent:app_open{via=first} ( Home & ) x \
        4 * 95
        """,
        because: "5 of 100 users may be fewer than 5%: it is not wanted, or never found"),
      .silent(
        "event:app_open{via=first} Home menu:Offers * 30\nevent:app_open{via=first} Home * 70",
        because: "nobody has three sessions"),
    ],
    judging: Judging(\.newUsersUses) { context, items in
      let sessions = context.count("sessions")
      return context.above("share", items).compactMap { found in
        let (item, use) = (found.subject, found.subject.item)
        let eligible = context.scope.eligibleUsers(of: use.item.discovered)
        let users = min(use.users, eligible)
        guard let reach = Share.users(users, of: eligible).estimate, reach.interval.low > context.threshold("reach"),
          let lead = use.lead(at: sessions), lead >= context.threshold("lead")
        else { return nil }
        let median: Text =
          use.curve.median.map { "Half of them have used it by session \($0)." }
          ?? "In this log, more than half of them never use it."
        let people = Wording.share(users, of: eligible, "eligible users", reach)
        return context.finding(
          found, .info, metric: "undiscovered_share",
          fact: """
            After \(number: Wording.count(sessions, "session")), \
            \(number: Wording.percent(found.estimate.value)) of the new users had not used \(item.name) in \
            \(Wording.menu(item.section ?? ""))
            """,
          statistics: "\(number: Wording.percent(found.estimate.interval))",
          details: [
            median, "\(people) used it at some time.", use.progress,
            "The curve assumes that people who leave the app early are like those who stay.",
          ])
      }
    }.unless { context in
      let sessions = context.count("sessions")
      guard context.scope.newUsers != nil else { return "the log does not show who is new" }
      return context.fewer(
        than: Evidence.leastUsers, context.scope.newUsersBySessions.count(from: sessions),
        "are new and came \(number: Wording.count(sessions, "time"))")
    })
}

/// When new users first use a menu item.
private struct ItemUse: Sendable {
  let item: Menus.Item
  /// All users of the item, new or not.
  let users: Int
  /// The first use, by the number of the session.
  let curve: [SurvivalStep]
  /// The last use, by the number of the session, counted back from the last one.
  let reversed: [SurvivalStep]

  func lead(at session: Int) -> Double? {
    guard let step = curve.step(at: session), let other = reversed.step(at: session) else { return nil }
    return step.survival - other.survival
  }

  /// `Used by 10.0% by session 1, 12.5% by session 2, …`
  var progress: Text {
    let shares = [1, 2, 3, 5, 10].compactMap { number -> Text? in
      guard let last = curve.last, number <= last.time, let step = curve.step(at: number) else { return nil }
      return "\(Wording.percent(1 - step.survival)) by session \(number)"
    }
    return "Of the new users, \(shares.list()) had used it."
  }
}

extension RuleContext {
  /// The named items that were chosen, in text order of menus and items, with the first uses of new users; empty if
  /// there are none.
  fileprivate var newUsersUses: [Subject<ItemUse>] {
    let sessions = count("sessions")
    return menuItems.compactMap { item, sum in
      guard sum.count > 0, item.item != .unnamed,
        let rows = scope.firstUses(of: item.discovered, in: measures.discovery)
      else { return nil }
      let use = ItemUse(item: item, users: sum.users, curve: curve(rows.fromFirst), reversed: curve(rows.fromLast))
      return use.curve.step(at: sessions).map {
        // The new users who have come as often, and not used it by then.
        Subject(
          text(item.item), in: text(item.menu), users: $0.atRisk - $0.events, sessions: sum.sessions,
          examples: sum.examples,
          share: .undiscovered($0, of: rows.usersBySessions.count(from: sessions)), of: use)
      }
    }
  }

  /// The curve, with a step for each session up to the one by which half of the users should have used the item.
  fileprivate func curve(_ rows: [SurvivalRow]) -> [SurvivalStep] {
    kaplanMeier(rows.withEveryTime(to: count("sessions")))
  }
}
