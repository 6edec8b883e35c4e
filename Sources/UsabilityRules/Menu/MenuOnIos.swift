import Measures
import NavigationModel

extension Rule {
  static let menuOnIos = Rule(
    id: "menu.on-ios",
    title: "Hidden menu on iOS",
    claim: "The app hides navigation in a menu on iOS, where people know tab bars.",
    rationale: """
      On iOS, the tab bar shows where you are and where you can go. A hidden menu works unlike the other apps that \
      people use there, and its edge swipe \
      is the system's gesture for going back.
      """,
    severities: [.info],
    subject: .menu,
    table: "menus",
    sources: [
      .published("Apple, WWDC 2014 session 211: hamburger menus are poor at showing where one is and where one can go"),
      .published("Apple Human Interface Guidelines, Tab bars"),
    ],
    thresholds: [
      Threshold("users", 3, .users, "at least this many users opened it on iOS"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users on iOS"),
    ],
    advice: "On iOS, move the items of the menu into the tab bar, or into the sections where they belong.",
    action: RuleAction("Move the items of ", after: " into tabs or sections on iOS", movesTab: true),
    needs: [.menuOpens, .platforms],
    examples: [
      .fires(subject: "menu", .info, "@platform=ios Home menu:Settings * 3"),
      .fires(
        subject: "side", .info, "@platform=android Home menu menu! * 50\n@platform=iOS Home menu/side menu/side! * 5"),
      .silent("@platform=ios Home menu:Settings * 2\n@platform=ios Home * 50", because: "two users are too few"),
      .silent(
        "@platform=android Home menu:Settings * 200\n@platform=ios Home * 200",
        because: "only people on Android open it"),
      .silent("@platform=ipados Home menu:Settings * 50", because: "a sidebar is normal on a wide screen"),
      .silent(
        "@platform=ios tab:Play > Level menu/pause menu/pause:Quit=Play * 50",
        because: "it belongs to a screen, and hides no navigation"),
      .silent("Home menu:Settings * 50", because: "the log does not say on what platform"),
    ],
    judging: Judging { context in
      let platforms = context.measures.menuPlatforms
      return platforms.opens.pairs.compactMap { key, opens -> Subject<CountWithExamples>? in
        let platform = context.text(key.second)
        guard platform.lowercased() == "ios", !(context.whole ?? context.measures).menus.isLocal(key.first) else {
          return nil
        }
        return Subject(
          context.text(key.first), opens, eligible: platforms.platforms[key.second]?.users ?? 0,
          ties: [platform], of: opens)
      }.inOrder()
    } findings: { context, menus in
      // A log with several spellings of the platform lists the menu once for each: they are one finding.
      Dictionary(grouping: menus) { NameText($0.name) }.sorted { $0.key < $1.key }.compactMap { key, spellings in
        let name = key.text
        let opens = spellings.reduce(into: CountWithExamples()) { $0.merge($1.item) }
        let menu = Subject(name, opens, eligible: spellings.reduce(0) { $0 + ($1.eligibleUsers ?? 0) })
        let quorum = context.quorum(of: menu.eligibleUsers ?? 0)
        guard name != "?", opens.users >= quorum else { return nil }
        let advice = context.adviceOnMenu(name, saysPlatforms: false) { part in
          spellings.contains { part.includes($0.ties[0]) }
        }
        var finding = context.finding(
          menu, .info, metric: "ios_menu_users", value: Double(opens.users), threshold: Double(quorum),
          fact:
            menu.peopleOfAll + " on iOS opened \(Wording.menu(name))",
          statistics: "\(number: Wording.count(opens.count, "time")) in all",
          recommendation: advice?.words, action: advice?.action)
        finding.platforms = .ios
        return finding
      }
    }.unless { context in
      let platforms = context.measures.menuPlatforms.platforms.pairs.filter { context.text($0.0).lowercased() == "ios" }
      let users = platforms.reduce(0) { $0 + $1.1.users }
      return context.fewer(than: context.quorum(of: users), users, "use iOS")
    })
}
