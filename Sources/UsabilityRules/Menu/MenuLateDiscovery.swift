import Measures
import NavigationModel
import Statistics

extension Rule {
  static let menuLateDiscovery = Rule(
    id: "menu.late-discovery",
    title: "Menu item found late",
    claim: "People do use the item of the hidden menu, but half of them have not found it after three sessions.",
    rationale: """
      An item that people want once they know it, and find only after days, was missed all the time before. What is hidden is looked for last.
      """,
    severities: [.info],
    subject: .item,
    sources: [
      .published("NN/g 2016 (179 people, 6 sites): navigation that is hidden is used less, and later in the task"),
      .published("Kaplan & Meier 1958: users who have not found it yet count for as long as they were seen"),
      .heuristic("the three sessions, and the reach of 5 % from which on an item counts as wanted"),
    ],
    thresholds: [
      Threshold("sessions", 3, .sessions, "after so many sessions half of the users should have found the item"),
      Threshold("share", 0.5, .share, "share of users who have not found it by then (a half: the median)", basis: .published),
      Threshold("reach", 0.05, .share, "share of all users who ever chose the item: below it nobody seems to want it"),
    ],
    advice: "Give the item an entry where it is of use: on the screen, and at the moment, at which people need it.",
    needs: [.menuChoices],
    examples: [
      .fires(subject: "Offers", .info, "Home & Home & Home & Home & Home menu:Offers * 30\n( Home & ) x 5 * 70"),
      .fires(subject: "Offers", .info, "Home menu/side:Offers & Home & Home & Home * 30\n( Home & ) x 4 * 70"),
      .silent("Home & Home & Home menu:Offers & Home * 60\n( Home & ) x 4 * 40", because: "60 of 100 find it in their third session"),
      .silent("Home & Home menu:Offers & Home * 45\n( Home & ) x 3 * 55", because: "of the 55 % who have not found it, chance may be the cause"),
      .silent("Home menu:Offers & Home & Home * 5\n( Home & ) x 3 * 95", because: "5 % of 100 users: it is not wanted, or never found"),
      .silent("Home menu:Offers * 30\nHome * 70", because: "nobody has three sessions"),
    ],
    query: """
      WITH found AS (
        SELECT o.container AS menu, o.subject AS item, o.user_id AS user_id, min(s.number) AS number,
          (SELECT count(*) FROM session AS own WHERE own.user_id = o.user_id) AS sessions
        FROM occurrence AS o JOIN session AS s ON s.id = o.session_id
        WHERE o.kind = 'menu_select' GROUP BY menu, item, o.user_id
      ), followed AS (
        SELECT s.number AS number, count(*) AS users FROM session AS s WHERE s.number <= :sessions GROUP BY s.number
      )
      SELECT item AS subject, menu, f.number AS session_number, count(*) AS users,
        f.users - sum(found.number < f.number AND found.sessions >= f.number) AS at_risk, sum(found.number = f.number) AS discovered
      FROM found CROSS JOIN followed AS f GROUP BY menu, item, f.number HAVING at_risk > 0
      ORDER BY menu, subject, session_number
      """,
    counts: { context in
      RuleCounts(
        ["subject", "menu", "session_number", "users", "at_risk", "discovered"],
        context.discoveries.flatMap { item in
          item.curve.steps.filter { $0.time <= context.count("sessions") && $0.time > 0 }.map { step in
            [
              .text(context.text(item.item.item)), .text(context.text(item.item.menu)), .integer(step.time), .integer(item.cell.users),
              .integer(step.atRisk), .integer(step.events),
            ]
          }
        })
    },
    evaluate: { context in
      let sessions = context.count("sessions")
      let eligible = context.measures.discovery.users(withSessions: sessions)
      let subjects = context.discoveries.compactMap { item in
        Undiscovered(item.curve, sessions: sessions, eligibleUsers: eligible).map { (subject: item, share: Share.undiscovered($0)) }
      }
      return context.above("share", subjects).compactMap { verdict in
        let item = verdict.subject
        let reach = Share.users(item.cell.users, of: context.scope.users).estimate
        guard let reach, reach.interval.low > context.threshold("reach") else { return nil }
        let (name, menu) = (context.text(item.item.item), context.text(item.item.menu))
        let median = item.curve.median.map { "half of them have after \($0)" } ?? "half of them never do, as far as the log goes"
        let people = Wording.share(item.cell.users, of: context.scope.users, "users", reach)
        return context.finding(
          verdict, .info, subject: name, section: menu, metric: "undiscovered_share", users: item.cell.users,
          sessions: item.cell.sessions,
          message: """
            After \(Wording.count(sessions, "session")) \(Wording.percent(verdict.estimate.value)) (\(Wording.percent(verdict.estimate.interval))) \
            of the users have not found \(name) in \(Wording.menu(menu)); \(median)
            """,
          examples: item.cell.examples.examples, details: ["\(people) chose it in the end.", item.progress])
      }
    })
}

/// When people first choose an item of a menu.
private struct ItemDiscovery: Sendable {
  let item: Menus.Item
  let cell: Menus.ItemCell
  let curve: SurvivalCurve

  /// `Found by 10.0 % after session 1, 12.5 % after 2, …`
  var progress: String {
    let shares = [1, 2, 3, 5, 10].compactMap { number -> String? in
      guard let last = curve.steps.last, number <= last.time, let step = curve.step(at: number) else { return nil }
      return "\(Wording.percent(1 - step.survival)) after \(number)"
    }
    return "Found by so many, by the number of their sessions: \(Wording.list(shares))."
  }
}

extension RuleContext {
  /// The items that somebody chose, in text order of menus and items. Each curve has a step for every session that a user had.
  fileprivate var discoveries: [ItemDiscovery] {
    let rows = measures.discovery.survivalRows(of: .menuItem)
    let every = measures.discovery.usersBySessions.indices.dropFirst().map { SurvivalRow(time: $0, events: 0, censored: 0) }
    return menuItems.compactMap { item, cell in
      rows[.init(.menuItem, item.item, container: item.menu)].map {
        ItemDiscovery(item: item, cell: cell, curve: kaplanMeier($0 + every))
      }
    }
  }
}
