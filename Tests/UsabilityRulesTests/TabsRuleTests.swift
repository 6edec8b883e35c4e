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

  @Test func `Over five, by map, list and selections`() throws {
    let map = AppMap(tabs: ["A", "B", "C", "D", "E", "F"])
    let declared = try #require(try findings(.tabsOverFive, "tab:A", map: map).first)
    #expect(declared.message == "The app map declares 6 tabs, 5 fit on a phone: A, B, C, D, E and F")
    #expect(declared.value == 6 && declared.threshold == 5 && declared.users == nil && declared.evidence == .structural)

    let selected = try #require(try findings(.tabsOverFive, "@app_version=2 tab:A tab:B tab:C tab:D tab:E tab:F * 4\ntab:A * 6").first)
    #expect(selected.message == "4 of 10 users selected more than 5 different tabs in one session in version 2")
    #expect(selected.users == 4 && selected.eligibleUsers == 10 && selected.value == 6)
    let shown = try #require(try findings(.tabsOverFive, "tabs:A|B|C|D|E|F|G tab:A * 30\ntabs:A|B tab:A * 10").first)
    #expect(shown.message == "30 of 40 users were shown more than 5 tabs" && shown.value == 7)
  }

  @Test func `A user with several kinds of devices counts once`() throws {
    let bar = "tab:A tab:B tab:C tab:D tab:E tab:F"
    let trace = "@device=phone \(bar) tab:A & @device=foldable \(bar) & @device= \(bar) & @width=compact \(bar) * 2"
    #expect(try findings(.tabsOverFive, trace).isEmpty, "two users")
    #expect(try findings(.tabsOverFive, "\(trace)\n\(bar)").count == 1, "three")
  }

  @Test func `The toll in shares of rows`() throws {
    // 60 users: 1 of 3 ways; 40 users: 0 of 1. p = 60/220; Σ(y − pn)² = 60·(2/11)² + 40·(3/11)² = 600/121: p(1 − p)/V is above the
    // 220 rows, so n* = 220; k = 220²/580 = 83.45; t = 1.98916.
    let finding = try #require(
      try findings(.tabsMoreToll, "tab:Home tab:Search tab:Home more:Coupons * 60\ntab:Home tab:Search * 40").first)
    #expect(
      finding.message
        == "60 of 220 section changes through the tab bar and More (27.3%, 21.7–33.6%) went through More: an extra tap each time, for 60 users")
    #expect(abs((finding.interval?.low ?? 0) - 0.2174096) < 1e-6 && abs((finding.interval?.high ?? 0) - 0.3360756) < 1e-6)
    #expect(finding.severity == .warning && finding.evidence == .moderate && finding.effectiveUsers == 83)
    #expect(finding.users == 60 && finding.eligibleUsers == 100 && finding.sessions == 60 && finding.extraTaps == 60)
    #expect(finding.details == ["Coupons: 60 choices by 60 users."])
    #expect(finding.examples.count == 5)
  }

  @Test func `The sessions with the most choices are the examples`() throws {
    let trace = "tab:Home more:A & Home ( more:A > B ) x 3 & tab:Home ( more:B tab:Home ) x 2 * 10"
    let list = try TraceMeasures(trace).measures.moreList
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
      hint.message == """
        80 of 110 users (72.7%, 63.7–80.2%) used Coupons in the More list, more than the 30 (27.3%, 19.8–36.3%) who selected \
        the tab Profile
        """)
    #expect(hint.severity == .info && hint.extraTaps == nil && hint.section == "More" && abs((hint.threshold ?? 0) - 0.362566) < 1e-6)
    #expect(hint.details == ["Coupons was chosen 240 times, Profile was selected from another section 60 times."])

    let move = try finding(RecommendedMoves(promotions: [.init(container: "More", entry: "Coupons", demoted: "Profile", tapsSaved: 140)]))
    #expect(move.severity == .error && move.extraTaps == 140 && move.recommendation == "Give Coupons the slot of the tab Profile.")
    let free = try finding(RecommendedMoves(promotions: [.init(container: "More", entry: "Coupons", demoted: nil, tapsSaved: 140)]))
    #expect(free.recommendation == "Give Coupons the free slot in the tab bar.")
    let none = try finding(RecommendedMoves(promotions: []))
    #expect(none.severity == .info && none.recommendation.hasPrefix("Link to Coupons"))
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
