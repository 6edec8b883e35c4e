import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Whose layout is the one of today, who is a unit, and what is no tab and no place.
@Suite struct TodayTests {
  private func advice(_ trace: String, map: AppMap = AppMap()) throws -> Advice {
    let log = try TraceMeasures(trace, map: map)
    return Advice(log.measures, log.scope)
  }

  /// A visit that chooses twice from the menu, with a bar of five.
  private static func visit(_ item: String, tabs: String = "tab:Home tab:Search tab:Orders tab:Profile tab:Club")
    -> String
  {
    "\(tabs) tab:Home ( menu menu:\(item) tab:Home ) x 2"
  }

  private static let testers = "@app_version=10.0 tab:Now tab:Find tab:Cart tab:Me menu menu:Sale tab:Now"

  @Test func `the bar of testers is not that of all people, and gets a sentence`() throws {
    let own = "@app_version=9.4 \(Self.visit("Wishlist")) +168h \(Self.visit("Wishlist"))"
    let advice = try advice("\(own) * 400\n+168h \(Self.testers) * 36")
    let platform = try #require(advice.platforms.first)
    #expect(platform.versions == ["9.4"])
    #expect(platform.users == 400)
    #expect(platform.plan?.promotions.map(\.entry.name) == ["Wishlist"])
    #expect(
      advice.remarks.map(\.plain).contains(
        """
        36 users had another layout in their last session (version 10.0). To judge that one, run the same command \
        with `--only app_version=10.0`.
        """))
  }

  @Test func `once most people have the new bar, it is today's`() throws {
    let old = "@app_version=9.4 \(Self.visit("Wishlist"))"
    let advice = try advice("\(old) * 100\n+168h \(Self.testers) * 101")
    #expect(advice.platforms.first?.versions == ["10.0"])
  }

  @Test func `a version that was withdrawn is not today`() throws {
    let visit = Self.visit("Wishlist")
    let withdrawn = "@app_version=9.5 tab:Now tab:Find tab:Cart tab:Me +168h"
    let back = "@app_version=9.4 \(visit) +168h \(withdrawn) @app_version=9.4 \(visit) +168h \(visit)"
    let platform = try #require(try advice("\(back) * 60").platforms.first)
    #expect(platform.versions == ["9.4"])
    #expect(platform.plan?.promotions.map(\.entry.name) == ["Wishlist"])
  }

  /// Who updates in between is one user: the same numbers as without versions.
  @Test func `users are summed over versions before they are counted and squared`() throws {
    let often = Self.visit("Wishlist")
    let seldom = "tab:Home tab:Search tab:Orders tab:Profile tab:Club tab:Home"
    func trace(_ one: String, _ two: String, _ three: String) -> String {
      """
      \(one) \(often) +24h \(two) \(often) +24h \(three) \(seldom) * 40
      \(one) \(seldom) +24h \(two) \(seldom) +24h \(three) \(often) * 30
      """
    }
    let plain = try #require(try advice(trace("", "", "")).platforms.first)
    let updated = try #require(
      try advice(trace("@app_version=1.0", "@app_version=1.1", "@app_version=1.2")).platforms.first)
    #expect(updated.versions == ["1.2", "1.1", "1.0"])
    #expect(updated.sums.users == 70)
    let one = try #require(plain.plans.first)
    let other = try #require(updated.plans.first)
    #expect(other.per100Sessions == one.per100Sessions && other.heldOut == one.heldOut)
    #expect(other.usersBetter == one.usersBetter && other.usersWorse == one.usersWorse)
    #expect(other.usersBetter ?? .max <= updated.users)
  }

  @Test func `of a layout without the version between, each stay is a unit`() throws {
    let visit = Self.visit("Wishlist")
    let other = "tab:Now tab:Find tab:Cart tab:Me"
    let back = "@app_version=9.4 \(visit) +24h @app_version=9.5 \(other) +24h @app_version=9.6 \(visit)"
    let platform = try #require(try advice("\(back) * 40").platforms.first)
    #expect(platform.versions == ["9.6"])
    #expect(platform.sums.users == 40 && platform.sums.sessions == 40)
  }

  private static let withoutRide = "tabs:Home|Search|Orders|Profile tab:Home tab:Search tab:Orders tab:Profile tab:Home"
  private static let withRide =
    "tabs:Home|Search|Orders|Profile|Ride tab:Home tab:Ride tab:Search tab:Orders tab:Profile tab:Home"

  @Test func `a tab that is there only while a ride runs keeps its place, and is said`() throws {
    let choices = "( menu menu:Wishlist tab:Home ) x 4"
    let plain = "\(Self.withoutRide) \(choices) +24h"
    let advice = try advice("( \(plain) ) x 6 \(Self.withRide) \(choices) * 60")
    let plan = try #require(advice.platforms.first?.plan)
    #expect(plan.promotions.map(\.entry.name) == ["Wishlist"])
    #expect(!plan.demotions.map(\.entry.name).contains("Ride") && plan.demotions.count == 1)
    #expect(
      advice.remarks.map(\.plain).contains(
        """
        No plan moves Ride, because the bar does not always show it (shown in 14% of the sessions, used in 100% of \
        those).
        """))
  }

  @Test func `a tab that nearly all sessions show is one of the bar`() throws {
    let choices = "( menu menu:Wishlist tab:Home ) x 4"
    let rare = Self.withRide.replacing("tab:Ride ", with: "")
    let advice = try advice(
      "( \(rare) \(choices) +24h ) x 5 \(Self.withRide) \(choices) * 58\n\(Self.withoutRide) \(choices) * 2")
    #expect(advice.platforms.first?.plan?.demotions.map(\.entry.name) == ["Ride"])
    #expect(!advice.remarks.contains { $0.plain.contains("not always show") })
  }

  @Test func `a tab that went out of the bar for good is not in the plan, and the one that came in is`() throws {
    let choices = "( menu menu:Wishlist tab:Home ) x 2 +24h"
    let before = "tabs:Home|Search|Orders|Profile|Deals tab:Home tab:Search tab:Orders tab:Profile tab:Deals tab:Home"
    let now = "tabs:Home|Search|Orders|Profile|Club tab:Home tab:Search tab:Orders tab:Profile tab:Home"
    let advice = try advice("( \(before) \(choices) ) x 20 ( \(now) \(choices) ) x 12 * 60")
    let plan = try #require(advice.platforms.first?.plan)
    #expect(plan.promotions.map(\.entry.name) == ["Wishlist"] && plan.demotions.map(\.entry.name) == ["Club"])
    #expect(!advice.remarks.contains { $0.plain.contains("not always show") })
  }

  @Test func `lists of tabs say nothing of devices that log none`() throws {
    let tablets = "@device=tablet tabs:Home|Search tab:Home tab:Search"
    let log = try TraceMeasures("\(tablets) * 40\n@device=phone \(Self.visit("Wishlist")) * 60")
    #expect(VisibleTabs(log.measures, log.scope).all.map(\.name) == ["Club", "Home", "Orders", "Profile", "Search"])
  }

  @Test func `the tab of a few testers makes no room in the bar of all others, and is not compared with`() throws {
    let testers =
      "@app_version=10.0 \(Self.visit("Help", tabs: "tab:Home tab:Search tab:Orders tab:Profile tab:Cards"))"
    let log = try TraceMeasures("@app_version=9.4 \(Self.visit("Cards")) * 200\n\(testers) * 20")
    #expect(VisibleTabs(log.measures, log.scope).all.map(\.name) == ["Club", "Home", "Orders", "Profile", "Search"])
    let plan = try #require(Advice(log.measures, log.scope).platforms.first?.plan)
    #expect(plan.promotions.map(\.entry.name) == ["Cards"] && plan.demotions.map(\.entry.name) != ["Cards"])
  }

  @Test func `the tab that the app opens with is none of a strip below More`() throws {
    let visit = "tab:Home +2s more more:Help +5s tab:Home +5s tab:Movies +5s tab:Kids +5s"
    for start in ["cold +10ms", "cold +2s"] {
      let log = try TraceMeasures("( \(start) \(visit) +24h ) x 5 * 40")
      #expect(log.measures.tabOrigins.stripNames.isEmpty, "\(start)")
    }
  }

  @Test func `segments of a page are a strip, though nobody goes back to its tab from them`() throws {
    let orders = "tab:Orders +2s tab:Open +2s tab:Closed +2s tab:Returned"
    let log = try TraceMeasures(
      "( tab:Home tab:Orders tab:Home tab:Search \(orders) tab:Search \(orders) tab:Home +24h ) x 3 * 40")
    #expect(Set(log.measures.tabOrigins.stripNames.map { log.scope.names[$0] }) == ["Open", "Closed", "Returned"])
    #expect(
      !Rule.judge(log.measures, log.scope).findings.contains { $0.rule == "tabs.hunting" && $0.severity != .info })
  }

  @Test func `the focus of a television passes no strip`() throws {
    let passes = "( tab:A tab:B tab:A tab:B tab:C tab:D tab:E tab:D tab:C tab:B tab:A +24h ) x 3 * 40"
    let log = try TraceMeasures(passes)
    #expect(Set(log.measures.tabOrigins.stripNames.map { log.scope.names[$0] }) == ["D", "E"])
    #expect(try TraceMeasures("@device=tv \(passes)").measures.tabOrigins.stripNames.isEmpty)
  }

  @Test func `a tab that some people select elsewhere is no strip of a page`() throws {
    // Sizes are selected below Shop; three people, of a hundred, select Sale in another tab, too.
    let page = "tab:Home tab:Shop > Shoes tab:Sale tab:Shop tab:Home"
    func strips(_ others: Int) throws -> Set<String> {
      let log = try TraceMeasures(
        "\(page) +1h ( \(page) ) x 3 * \(100 - others)\n\(page) ( \(page) ) x 3 tab:Sale * \(others)")
      return Set(log.measures.tabOrigins.stripNames.map { log.scope.names[$0] })
    }
    #expect(try strips(2) == ["Sale"])
    #expect(try strips(3) == [])
  }

  @Test func `what acts on the screen that people are on is no tab`() throws {
    let refresh = "tab:Home tab:Search tab:Orders tab:Home ( menu menu:Refresh=Home ) x 4"
    let advice = try advice("\(refresh) * 60")
    #expect(advice.platforms.first?.noPlan == .actions(["Refresh"]))
    func promotes(_ choice: String) throws -> Bool {
      let log = try TraceMeasures("tab:Home tab:Search \(choice) * 80\ntab:Home tab:Search tab:Profile * 30")
      return Rule.judge(log.measures, log.scope).findings.contains { $0.rule == "menu.promote" }
    }
    #expect(try promotes("menu:Offers tab:Home") && !promotes("menu:Refresh=Search tab:Home"))
    // In one of four choices it is a place.
    let place = refresh + " menu menu:Refresh=List tab:Home menu menu:Refresh=List"
    #expect(try self.advice("\(place) * 60").platforms.first?.plan?.promotions.map(\.entry.name) == ["Refresh"])
  }

  @Test func `what a menu of some screens offers is no tab, and no tab goes there`() throws {
    let game = "tab:Play tab:Shop tab:Friends tab:Play ( > Level menu/pause menu/pause:Options=Options tab:Play ^ ) x 4"
    #expect(try advice("\(game) * 60").platforms.first?.noPlan == .actions(["Options"]))
    // Opened on the first screen, too, it is a menu of the app.
    let drawer = game.replacing("> Level menu", with: "menu")
    #expect(try advice("\(drawer) * 60").platforms.first?.plan?.promotions.map(\.entry.name) == ["Options"])
    // Quitting goes back to what is open below.
    let quit = "tab:Play tab:Shop tab:Friends tab:Play > Level menu/pause menu/pause:Quit=Play > Level * 60"
    #expect(try advice(quit).platforms.first?.noPlan == .actions(["Quit"]))
  }

  @Test func `a variant whose lists show other tabs has another layout, however few people it has`() throws {
    let patron = """
      ( tabs:Search|Events|Branches|Account|More tab:Search tab:Branches tab:Account more more:Loans tab:Search +24h ) x 3
      """
    let staff = "( tabs:Search|Circulation|Branches|Account|More tab:Search tab:Circulation tab:Account +24h ) x 3"
    let events = "tab:Events"
    let platform = try #require(
      try advice(
        "@variant=patron \(patron) * 90\n@variant=patron \(patron) \(events) * 10\n@variant=staff \(staff) * 24"
      ).platforms.first)
    #expect(platform.users == 100)
    #expect(platform.plan?.promotions.map(\.entry.name) == ["Loans"])
    #expect(platform.layout?.entries.map(\.name).contains("Circulation") == false)
  }

  @Test func `what the focus passes on its way is no place to start`() throws {
    let visit = "tab:Home +1s tab:Series +1s tab:Films +9s > Film < +48h"
    func starts(_ device: String) throws -> [String] {
      try advice("@device=\(device) ( \(visit) ) x 6 * 60\n@device=\(device) ( tab:Home +9s > Film +48h ) x 6 * 6")
        .platforms.flatMap(\.otherChanges)
        .filter { $0.kind == .start }.map(\.entry)
    }
    #expect(try starts("phone") == ["Series"])
    #expect(try starts("tv") == [])
  }

  @Test func `where a tab loses the place, a link is not what mends it`() throws {
    let visit = "tab:Recipes=Recipes ( > Sale < +9s ) x 2 +1s > Category +1s > Recipe +20s tab:Shopping +20s"
    func shortcuts(_ back: String) throws -> [String] {
      try advice("( \(visit) tab:Recipes=\(back) tab:Shopping +24h ) x 4 * 60").platforms.flatMap(\.otherChanges)
        .filter { $0.kind == .shortcut }.map(\.entry)
    }
    #expect(try shortcuts("Recipe") == ["Recipe"])
    #expect(try shortcuts("Recipes") == [])
  }

  @Test func `of a list that is never opened, nothing is hidden`() throws {
    #expect(try advice("( menu/side:A menu/side:B ) x 3 * 60").platforms.first?.noPlan == .inSight(["side"]))
    #expect(try advice("( menu/side menu/side:A menu/side:B ) x 3 * 60").platforms.first?.noPlan == .noTabs)
  }
}
