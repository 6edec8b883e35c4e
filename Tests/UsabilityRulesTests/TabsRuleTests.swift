import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of the tab bar, with hand-computed numbers.
@Suite struct TabsRuleTests {
  @Test func `A tab for writing something, as the app map says, is meant to act`() throws {
    let trace = "tab:Home tab:Create +100ms modal:Composer modal! tab:Home * 100"
    #expect(try findings(.tabsActsNotNavigates, trace).map(\.subject) == ["Create"])
    var map = AppMap()
    map.screenKinds = [.init(pattern: "^Composer$", kind: .compose)]
    #expect(try findings(.tabsActsNotNavigates, trace, map: map).isEmpty)
  }

  @Test func `A tab for a time is no unstable bar`() throws {
    func severities(_ visits: String) throws -> [Severity] {
      let log = try TraceMeasures("( \(visits) ) x 2 * 50")
      return Rule.judge(log.measures, log.scope, rules: [.tabsUnstableSet]).findings.map(\.severity)
    }
    let plain = "tabs:A|B|C tab:A"
    let live = "tabs:A|B|C|Live tab:A"
    #expect(try severities("\(plain) & \(plain) & \(live) tab:Live &") == [.info], "used whenever it is there")
    #expect(try severities("\(plain) & \(plain) & \(live) &") == [.warning], "who would miss it?")
    #expect(try severities("\(plain) & \(live) tab:Live & \(live) tab:Live &") == [.warning], "it lacks at times")
    #expect(try severities("\(plain) +48h \(live) +24h \(live) +24h") == [.info], "it is there on some days, for all")
  }

  @Test func `The sessions with the most choices are the examples`() throws {
    let trace = "tab:Home more:A & Home ( more:A > B ) x 3 & tab:Home ( more:B tab:Home ) x 2 * 10"
    let list = try TraceMeasures(trace, mergesAlike: false).measures.moreList
    #expect(list.choices.examples.examples.map(\.score) == [3, 3, 3, 3, 3])
    #expect(list.choices.examples.examples.map(\.label).first == "u0000000000000001-2")
    #expect(list.choices.users == 10 && list.choices.sessions == 30)
    #expect(list.items.values.map(\.sessions) == [20, 10])
  }

  @Test func `Without a plan, a swap is a hint; with one, it is what the plan says`() throws {
    // Of 110 users 80 use Coupons three times each, 30 select Profile.
    let trace = "tab:Home ( tab:Search more:Coupons ) x 3 * 80\ntab:Home ( tab:Search tab:Profile ) x 2 * 30"
    let log = try TraceMeasures(trace)
    func finding(_ plan: RecommendedMoves?) throws -> Finding {
      try #require(Rule.judge(log.measures, log.scope, plan: plan, rules: [.tabsMoreOutranks]).findings.first)
    }
    let hint = try finding(nil)
    #expect(
      hint.message.plain == """
        80 of 110 users used Coupons in the More list, more than the 30 who selected the tab Profile (72.7%, 63.7–80.2%, \
        against 27.3%, 19.8–36.3%)
        """)
    #expect(
      hint.severity == .info && hint.extraTaps == nil && hint.section == "More"
        && abs((hint.threshold ?? 0) - 0.362566) < 1e-6)
    #expect(
      hint.details.map(\.plain) == ["Coupons was chosen 240 times, Profile was selected from another section 60 times."]
    )

    let move = try finding(
      RecommendedMoves(promotions: [.init(container: "More", entry: "Coupons", demoted: "Profile", tapsSaved: 140)]))
    #expect(
      move.severity == .error && move.extraTaps == 140
        && move.recommendation.plain == "Give Coupons the slot of the tab Profile.")
    let free = try finding(
      RecommendedMoves(promotions: [.init(container: "More", entry: "Coupons", demoted: nil, tapsSaved: 140)]))
    #expect(free.recommendation.plain == "Give Coupons the free slot in the tab bar.")
    let none = try finding(RecommendedMoves(promotions: []))
    #expect(none.severity == .info && none.recommendation.plain.contains(" Link to Coupons"))
  }

  @Test func `Where the plan leaves a menu as it is, links are advised and no tabs`() throws {
    let log = try TraceMeasures(
      "@platform=ios ( Home > A +168h ) x 3 * 100\n@platform=ios ( Home menu:Settings +168h ) x 3 * 20")
    func actions(_ plan: RecommendedMoves?) -> [String] {
      Rule.judge(log.measures, log.scope, plan: plan, rules: [.menuUnopened, .menuOnIos]).findings.map(\.action.plain)
    }
    #expect(actions(nil).allSatisfy { $0.contains("tabs") })
    let leave = RecommendedMoves(promotions: [])
    #expect(
      actions(leave)
        == .init(repeating: "Link to the main items of the menu from the screens that need them.", count: 2))
    var move = RecommendedMoves.Promotion(container: "menu", entry: "Settings", tapsSaved: 9)
    #expect(
      actions(RecommendedMoves(promotions: [move]))
        == .init(
          repeating: "Move Settings from the menu into the tab bar, as the plan does.", count: 2))
    move.platforms = ["android"]
    #expect(
      actions(RecommendedMoves(promotions: [move])) == [
        "Move Settings from the menu into the tab bar on Android, as the plan does.",
        "Link to the main items of the menu from the screens that need them.",
      ])
  }

  @Test func `What the plan moves on one platform is counted there`() throws {
    let use = "tab:Home ( tab:Search more:Coupons ) x 3"
    let others = "tab:Home ( tab:Search tab:Profile ) x 2"
    let log = try TraceMeasures(
      """
      @platform=ios \(use) * 80\n@platform=ios \(others) * 10
      @platform=android \(use) * 20\n@platform=android \(others) * 20
      """)
    var move = RecommendedMoves.Promotion(container: "More", entry: "Coupons", demoted: "Profile", tapsSaved: 140)
    func finding() throws -> Finding {
      let plan = RecommendedMoves(promotions: [move])
      return try #require(Rule.judge(log.measures, log.scope, plan: plan, rules: [.tabsMoreOutranks]).findings.first)
    }
    #expect(try finding().users == 100)
    move.platforms = ["ios"]
    move.entryUse = .init(users: 80, eligibleUsers: 90, choices: 240)
    move.tabUse = .init(users: 10, eligibleUsers: 90, choices: 20)
    let there = try finding()
    #expect(there.fact.plain.hasPrefix("80 of 90 users on iOS used Coupons in the More list, more than the 10 who"))
    #expect(there.users == 80 && there.eligibleUsers == 90 && there.action.plain.contains("on iOS"))
    #expect(there.sessions == 80)
    // Where the item does not reach more people there, the counts say that they are of all platforms.
    move.entryUse = .init(users: 10, eligibleUsers: 90, choices: 30)
    #expect(try finding().message.plain.hasSuffix("; all platforms)"))
  }

  @Test func `The best promotions take the free slots, the others those of the tabs that cost least`() throws {
    func choices(_ item: String, _ count: Int) -> String { "( menu menu:\(item) tab:Home ) x \(count)" }
    let log = try TraceMeasures(
      """
      tab:Home tab:Orders tab:Chat tab:Home \(choices("Payouts", 6)) * 60
      tab:Home tab:Orders tab:Chat tab:Home \(choices("Payouts", 6)) \(choices("Reviews", 3)) * 50
      tab:Home tab:Orders tab:Academy tab:Chat tab:Home \(choices("Payouts", 6)) * 12
      """)
    let advice = Advice(log.measures, log.scope)
    let moves = try #require(RecommendedMoves(advice))
    let payouts = try #require(moves.promotion(of: "Payouts", in: "menu"))
    let reviews = try #require(moves.promotion(of: "Reviews", in: "menu"))
    #expect(payouts.demoted == nil && reviews.demoted == "Academy")
    #expect(
      advice.platforms.first?.plan?.usersWorseAtMost == 12, "those who select the tab that leaves may tap more")
  }

  @Test func `An action in a list changes no section, and leaves none`() throws {
    func chosen(_ item: String) -> String {
      "tab:Home tab:Search more more:\(item) tab:Home * 80\ntab:Home tab:Search tab:Profile tab:Home * 30"
    }
    for (item, count) in [("Coupons=Coupons", 2), ("Refresh=Search", 0)] {
      let log = try TraceMeasures(chosen(item))
      let found = Rule.judge(log.measures, log.scope, rules: [.tabsMoreOutranks, .tabsMoreToll]).findings
      #expect(found.count == count)
    }
    func returned(_ choice: String) -> String { "tab:Home=Start > Product \(choice) tab:Home=Start tab:Search * 100" }
    for choice in [
      "menu menu:Refresh=Product", "more more:Refresh=Product menu menu:Dark=Product", "menu menu:Quit=Start",
    ] {
      #expect(try findings(.tabsStateLost, returned(choice)).isEmpty, "the tab was selected again")
    }
    #expect(try findings(.tabsStateLost, returned("menu menu:Help=Help")).count == 1)
  }

  @Test func `Visible tabs are those declared, else those seen, without the More tab`() throws {
    func names(_ trace: String, _ map: AppMap = AppMap()) throws -> [String] {
      let log = try TraceMeasures(trace, map: map)
      return RuleContext(.tabsMoreOutranks, log.measures, log.scope).visibleTabs.all.map(\.name)
    }
    #expect(try names("tab:A tab:B tabs:C|More|A") == ["A", "B", "C"])
    #expect(try names("tab:A tab:Z", AppMap(tabs: ["B", "A", "Rest"], moreTab: "Rest")) == ["A", "B"])
  }
}
