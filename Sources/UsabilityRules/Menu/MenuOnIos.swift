import Measures
import NavigationModel

extension Rule {
  static let menuOnIos = Rule(
    id: "menu.on-ios",
    title: "Hidden menu on iOS",
    claim: "The app hides navigation in a menu on iOS, where people know tab bars.",
    rationale: """
      On iOS, the tab bar shows where you are and where you can go. A hidden menu works unlike the other apps that people use there, and its edge swipe \
      is the system's gesture for going back.
      """,
    severities: [.info],
    subject: .menu,
    sources: [
      .published("Apple, WWDC 2014 session 211: hamburger menus are poor at showing where one is and where one can go"),
      .published("Apple Human Interface Guidelines, Tab bars"),
    ],
    thresholds: [
      Threshold("users", 3, .users, "at least this many users opened it on iOS"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users on iOS"),
    ],
    advice: "Use a tab bar on iOS, and move the remaining menu items into a separate section.",
    needs: [.menuOpens, .platforms],
    examples: [
      .fires(subject: "menu", .info, "@platform=ios Home menu:Settings * 3"),
      .fires(subject: "side", .info, "@platform=android Home menu menu! * 50\n@platform=iOS Home menu/side menu/side! * 5"),
      .silent("@platform=ios Home menu:Settings * 2\n@platform=ios Home * 50", because: "two users are too few"),
      .silent("@platform=android Home menu:Settings * 200\n@platform=ios Home * 200", because: "only people on Android open it"),
      .silent("@platform=ipados Home menu:Settings * 50", because: "a sidebar is normal on a wide screen"),
      .silent("Home menu:Settings * 50", because: "the log does not say on what platform"),
    ],
    query: """
      SELECT o.container AS subject, s.platform AS platform, count(DISTINCT o.user_id) AS users,
        (SELECT count(DISTINCT t.user_id) FROM session_figures AS t WHERE t.platform = s.platform) AS eligible_users,
        count(DISTINCT o.session_id) AS sessions, count(*) AS opens
      FROM occurrence AS o JOIN session_figures AS s ON s.session_id = o.session_id
      WHERE o.kind = 'menu_open' AND lower(s.platform) = 'ios' GROUP BY o.container, s.platform ORDER BY subject, platform
      """,
    counts: { context in
      RuleCounts(
        ["subject", "platform", "users", "eligible_users", "sessions", "opens"],
        context.iosMenus.map { menu in
          [
            .text(menu.name), .text(menu.platform), .integer(menu.opens.users), .integer(menu.eligibleUsers), .integer(menu.opens.sessions),
            .integer(menu.opens.count),
          ]
        })
    },
    evaluate: { context in
      // A log with several spellings of the platform lists the menu once for each: they are one finding.
      Dictionary(grouping: context.iosMenus, by: \.name).sorted { $0.key.precedesByScalars($1.key) }.compactMap { name, menus in
        let users = menus.reduce(0) { $0 + $1.opens.users }
        let eligible = menus.reduce(0) { $0 + $1.eligibleUsers }
        let opens = menus.reduce(0) { $0 + $1.opens.count }
        guard name != "?", users >= context.quorum(of: eligible) else { return nil }
        var examples = Examples()
        for menu in menus { examples.merge(menu.opens.examples) }
        return context.structuralFinding(
          .info, subject: name, metric: "ios_menu_users", value: Double(users), threshold: Double(context.quorum(of: eligible)), users: users,
          eligibleUsers: eligible,
          sessions: menus.reduce(0) { $0 + $1.opens.sessions },
          message: """
            \(Wording.count(users)) of \(Wording.count(eligible, "user")) on iOS opened \(Wording.menu(name)), \(Wording.count(opens, "time")) in all
            """,
          examples: examples)
      }
    })
}

/// A menu that is opened on iOS, with the log's spelling of the platform.
private struct IOSMenu: Sendable {
  let name: String
  let platform: String
  let opens: CountWithExamples
  let eligibleUsers: Int
}

extension RuleContext {
  /// In text order of menus and spellings.
  fileprivate var iosMenus: [IOSMenu] {
    measures.menuPlatforms.opens.pairs.compactMap { key, opens in
      let platform = text(key.second)
      guard platform.lowercased() == "ios" else { return nil }
      return IOSMenu(
        name: text(key.first), platform: platform, opens: opens,
        eligibleUsers: measures.menuPlatforms.platforms[key.second]?.users ?? 0)
    }.sorted { [$0.name, $0.platform].precedesByScalars([$1.name, $1.platform]) }
  }
}
