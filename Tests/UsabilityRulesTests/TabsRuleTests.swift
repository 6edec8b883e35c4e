import Measures
import NavigationModel
import Testing

@testable import UsabilityRules

/// The rules of the tab bar, with numbers worked out by hand.
@Suite struct TabsRuleTests {
  func findings(_ rule: Rule, _ trace: String, map: AppMap = AppMap()) throws -> [Finding] {
    let log = try TraceMeasures(trace, map: map)
    return Rule.judge(log.measures, log.scope, rules: [rule]).findings
  }

  @Test func `Over five, by map, list and selections`() throws {
    let map = AppMap(tabs: ["A", "B", "C", "D", "E", "F"])
    let declared = try #require(try findings(.tabsOverFive, "tab:A", map: map).first)
    #expect(declared.message == "The app map declares 6 tabs, 5 fit on a phone: A, B, C, D, E and F")
    #expect(declared.value == 6 && declared.threshold == 5 && declared.users == nil && declared.evidence == .structural)

    let shown = try #require(try findings(.tabsOverFive, "@app_version=2 tabs:A|B|C|D|E|F|G tab:A * 4").first)
    #expect(shown.message == "The tab bar showed 7 tabs in version 2 to 4 users, 5 fit: A, B, C, D, E, F and G")

    let selected = try #require(try findings(.tabsOverFive, "tab:A tab:B tab:C * 5\ntab:D tab:E tab:F * 3\ntab:G * 2").first)
    #expect(selected.message == "6 tabs were selected, each by at least 3 users, 5 fit: A, B, C, D, E and F")
    #expect(selected.users == 3 && selected.eligibleUsers == 10)
  }

  @Test func `A user with several kinds of devices counts once`() throws {
    let bar = "tabs:A|B|C|D|E|F"
    let trace = "@device=phone \(bar) tab:A & @device=foldable \(bar) & @device= \(bar) & @width=compact \(bar) * 2"
    #expect(try findings(.tabsOverFive, trace).isEmpty, "two users")
    #expect(try findings(.tabsOverFive, "\(trace)\n\(bar)").count == 1, "three")
  }

  @Test func `The toll in shares of rows`() throws {
    // 60 users: 1 of 3 ways; 40 users: 0 of 1. p = 60/220; Σ(y − pn)² = 60·(2/11)² + 40·(3/11)² = 600/121;
    // SE = √(100/99 · 600/121)/220 = 0.010173.
    let finding = try #require(
      try findings(.tabsMoreToll, "tab:Home tab:Search tab:Home more:Coupons * 60\ntab:Home tab:Search * 40").first)
    #expect(
      finding.message
        == "60 of 220 ways to another section (27.3 %, 25.3–29.3 %) led through the More list, one tap more each, paid by 60 users")
    #expect(abs((finding.interval?.low ?? 0) - 0.252789) < 1e-6 && abs((finding.interval?.high ?? 0) - 0.292666) < 1e-6)
    #expect(finding.severity == .warning && finding.evidence == .strong)
    #expect(finding.users == 60 && finding.eligibleUsers == 100 && finding.sessions == 60 && finding.extraTaps == 60)
    #expect(finding.details == ["Coupons: 60 choices by 60 users."])
    #expect(finding.examples.count == 5)
  }

  @Test func `The sessions with the most choices are the examples`() throws {
    let trace = "tab:Home more:A & Home ( more:A > B ) x 3 & tab:Home ( more:B tab:Home ) x 2 * 10"
    let list = try TraceMeasures(trace).measures.moreList
    #expect(list.examples.examples.map(\.score) == [3, 3, 3, 3, 3])
    #expect(list.examples.examples.map(\.label).first == "u0000000000000001-2")
    #expect(list.choosers == 10 && list.sessionsWithChoices == 30)
    #expect(list.items.cells.map(\.sessions) == [20, 10])
  }

  @Test func `A swap is worked out in taps`() throws {
    // Of 110 users 80 choose Coupons three times each, 30 select Profile.
    let finding = try #require(
      try findings(
        .tabsMoreOutranks, "tab:Home ( tab:Search more:Coupons ) x 3 * 80\ntab:Home ( tab:Search tab:Profile ) x 2 * 30").first)
    #expect(
      finding.message == """
        80 of 110 users (72.7 %, 63.7–80.2 %) chose Coupons from the More list, more than the 30 (27.3 %, 19.8–36.3 %) who selected \
        the tab Profile
        """)
    #expect(finding.recommendation == "Swap the item with the least used tab: Coupons takes the place of Profile.")
    #expect(
      finding.details == [
        """
        If Coupons and Profile change places: 240 choices of Coupons cost one tap less each, 60 selections of Profile one tap more: \
        180 taps saved in all.
        """
      ])
    #expect(finding.extraTaps == 240 && finding.section == "More" && finding.severity == .error)
    #expect(abs((finding.threshold ?? 0) - 0.362566) < 1e-6)
  }

  @Test func `A swap that costs taps says so`() throws {
    let finding = try #require(
      try findings(.tabsMoreOutranks, "tab:Home tab:Search more:Coupons * 80\ntab:Home ( tab:Search tab:Profile ) x 9 * 30").first)
    #expect(finding.details.first?.hasSuffix("190 taps lost in all: fewer people use Profile, but they do so more often.") == true)
  }

  @Test func `Visible tabs are those declared, else those seen, without the More tab`() throws {
    func names(_ trace: String, _ map: AppMap = AppMap()) throws -> [String] {
      let log = try TraceMeasures(trace, map: map)
      return RuleContext(.tabsMoreOutranks, log.measures, log.scope).visibleTabs.map(\.name)
    }
    #expect(try names("tab:A tab:B tabs:C|More|A") == ["A", "B", "C"])
    #expect(try names("tab:A tab:Z", AppMap(tabs: ["B", "A", "Rest"], moreTab: "Rest")) == ["A", "B"])
  }
}
