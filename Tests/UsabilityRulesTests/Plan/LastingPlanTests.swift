import Measures
import NavigationModel
import Reporting
import TestSupport
import Testing

@testable import UsabilityRules

/// Plans that one week, or a few people, would pay for: what misled before.
@Suite struct LastingPlanTests {
  /// The advice on a trace whose thirds are known.
  private func advice(_ trace: String) throws -> Advice {
    let starts = try TraceSessions(trace).starts
    let span = SessionSpan(first: starts.min() ?? 0, last: starts.max() ?? 0)
    let log = try TraceMeasures(trace, span: span)
    return Advice(log.measures, log.scope)
  }

  private static let tabs = "tab:Home tab:Search tab:Orders tab:Profile tab:Club tab:Home"

  @Test func `a gain that lasts all the time is recommended`() throws {
    let platform = try #require(
      try advice("( \(Self.tabs) ( menu menu:Help tab:Home ) x 2 +24h ) x 30 * 60").platforms.first)
    #expect(platform.plan?.promotions.map(\.entry.name) == ["Help"])
    #expect(platform.plan?.demotions.map(\.entry.name) == ["Club"])
    #expect(platform.whyNot == nil)
  }

  @Test func `what came with a version is judged where it is`() throws {
    let old = "@app_version=1 ( \(Self.tabs) +24h ) x 20"
    let new = "@app_version=2 ( \(Self.tabs) ( menu menu:Help tab:Home ) x 2 +24h ) x 10"
    let platform = try #require(try advice("\(old) \(new) * 60").platforms.first)
    #expect(platform.versions == ["2", "1"] && platform.plan?.promotions.map(\.entry.name) == ["Help"])
    // Of 30 days, ten with two choices of Help for one of Club.
    #expect(platform.plan?.sessions == 600 && platform.plan?.per100Sessions?.value == 100)
  }

  @Test func `a week of a plan is one of the days on which its layout was there`() throws {
    var platform = try #require(
      try advice("( \(Self.tabs) ( menu menu:Help tab:Home ) x 2 +24h ) x 30 * 60").platforms.first)
    let plan = try #require(platform.plan)
    let day = Int64(86_400_000_000)
    #expect(platform.days == 30)
    func taps(in days: Int) -> Double? {
      platform.days = days
      return platform.week(of: plan, in: 0...30 * day)?.taps
    }
    let whole = try #require(taps(in: 30))
    #expect(
      taps(in: 40) == whole && abs((taps(in: 15) ?? 0) - 2 * whole) < 1e-6, "clocks that are off stretch no layout")
    #expect(
      abs((taps(in: 2) ?? 0) - whole * 30 / 7) < 1e-6, "a layout of two days is not seven times as good in a week")
  }

  @Test func `an outage of five days promotes nothing, and the sentence says when`() throws {
    // Thirty days; on five of them people look for help ten times a day.
    let quiet = "\(Self.tabs) +24h"
    let platform = try #require(
      try advice("( \(quiet) ) x 6 ( \(Self.tabs) ( menu menu:Help tab:Home ) x 20 +24h ) x 5 ( \(quiet) ) x 19 * 60")
        .platforms.first)
    let plan = try #require(platform.plans.first)
    // What it saves after the outage is what it promises: nothing.
    #expect(plan.taps > 0 && plan.promised.map { $0.interval.high < 0 } == true)
    #expect(!plan.isRecommended && plan.hindrance == .notLasting)
    #expect(
      try advice("( \(quiet) ) x 6 ( \(Self.tabs) ( menu menu:Help tab:Home ) x 20 +24h ) x 5 ( \(quiet) ) x 19 * 60")
        .sentences.first?.plain
        .contains("of the uses of Help fell on 4 of ") == true)
  }

  @Test func `a season that two thirds of the log share promotes nothing either`() throws {
    func days(_ choices: Int, _ count: Int) -> String {
      "( \(Self.tabs) ( menu menu:Help tab:Home ) x \(choices) +24h ) x \(count)"
    }
    let platform = try #require(try advice("\(days(1, 17)) \(days(30, 6)) \(days(1, 7)) * 60").platforms.first)
    #expect(platform.plan == nil && platform.plans.first?.hindrance == .notLasting)
    #expect(platform.whyNot?.plain.contains("of the uses of Help fell on 6 of 30 days") == true)
  }

  @Test func `the shortest run of days with most choices`() throws {
    let choices = [(1, 1), (4, 1), (10, 5), (11, 6), (13, 4), (20, 2)].map { (day: $0.0, count: $0.1) }
    let busiest = try #require(ChoiceDays.busiest(choices, share: 0.75))
    #expect(busiest.days == 10...13 && busiest.daysBefore == 2)
    #expect(ChoiceDays.busiest(choices, share: 1)?.days == 1...20)
    #expect(ChoiceDays.busiest([], share: 0.8) == nil)
  }

  @Test func `a season promises what is saved outside of it`() throws {
    func days(_ choices: Int, _ count: Int) -> String {
      "( \(Self.tabs) ( menu menu:Help tab:Home ) x \(choices) +24h ) x \(count)"
    }
    let platform = try #require(try advice("\(days(2, 10)) \(days(12, 10)) \(days(2, 10)) * 60").platforms.first)
    let plan = try #require(platform.plan)
    // Two choices a day saved, and one selection of Club lost; 13 times as much in the season.
    #expect(plan.promotions.map(\.entry.name) == ["Help"])
    #expect(plan.promised?.value.rounded() == 100)
    #expect(try #require(plan.per100Sessions).value > 300)
  }

  @Test func `a tab that people come to by links stays`() throws {
    let visit = "tab:Home tab:Search tab:Orders tab:Profile ( menu menu:Help tab:Home ) x 3"
    let plain = try #require(
      try advice("( \(visit) +72h ) x 3 * 95\n( \(visit) tab:Club tab:Home +72h ) x 3 * 5").platforms.first)
    #expect(plain.plan?.demotions.map(\.entry.name) == ["Club"])
    let linked = try #require(
      try advice("( \(visit) & link:Club tab:Home +72h ) x 3 * 95\n( \(visit) tab:Club tab:Home +72h ) x 3 * 5")
        .platforms.first)
    #expect(linked.layout?.entries.first { $0.name == "Club" }?.isMovable == false)
    #expect(linked.plan?.demotions.map(\.entry.name) != ["Club"])
  }

  @Test func `variants without a tab in common have plans of their own, however few people they have`() throws {
    let one = "@variant=a ( tab:Home tab:Search tab:Orders tab:Home menu:Help tab:Home +72h ) x 3 * 40"
    let two = "@variant=b ( tab:Start tab:Find tab:Buy tab:Start menu:Help tab:Start +72h ) x 3 * 25"
    let platform = try #require(try advice(one + "\n" + two).platforms.first)
    #expect(platform.layout?.tabs.compactMap { platform.layout?.entries[$0].name } == ["Home", "Orders", "Search"])
  }

  @Test func `entries with which people leave are why nothing moves, if they choose them often`() throws {
    func whyNot(settings: Int) throws -> String? {
      let leaving = "( \(Self.tabs) menu menu:Settings +72h ) x 3 * \(settings)"
      return try advice(
        "\(leaving)\n( \(Self.tabs) menu menu:About tab:Home +72h ) x 3 * 1\n( \(Self.tabs) +72h ) x 3 * 59"
      ).platforms.first?.whyNot?.plain
    }
    #expect(
      try whyNot(settings: 40)
        == """
        people choose Settings last in their sessions, as they do to sign out, and no other move reliably saves taps
        """
    )
    #expect(try whyNot(settings: 1) == nil)
  }

  @Test func `what a plan saves on few days is not said per week`() throws {
    // On three of seventy days, each in another third of the log.
    let day = "tab:Home tab:Search tab:Home tab:Orders tab:Home +24h"
    let visit = "( \(day) ) x 11 tab:Home tab:Search ( tab:Home menu menu:Payslip tab:Home ) x 3 +24h ( \(day) ) x 11"
    let advice = try advice("\(visit) \(visit) \(visit) * 40")
    #expect(advice.platforms.first?.plan?.promotions.map(\.entry.name) == ["Payslip"], "\(advice.sentences)")
    #expect(
      advice.remarks.map(\.plain) == [
        "100% of the uses of Payslip fell on 3 of 69 days: the plan saves taps on these days."
      ])
    let platform = try #require(advice.platforms.first)
    #expect(platform.daysOfUse == 3)
    #expect(platform.week(of: try #require(platform.plan), in: 0...Int64(70) * 86_400_000_000) == nil)
  }

  @Test func `of an experiment, the advice says whose layout it is about`() throws {
    func arm(_ name: String, hidden: String, tab: String) -> String {
      "@platform=ios @variant=\(name) ( tab:Home tab:\(tab) tab:Home menu menu:\(hidden) tab:Home +72h ) x 3 * 40"
    }
    let advice = try advice(arm("a", hidden: "Deals", tab: "Search") + "\n" + arm("b", hidden: "Search", tab: "Deals"))
    #expect(advice.platforms.first?.variants == ["a"])
    #expect(
      advice.remarks.map(\.plain) == [
        """
        This is the layout of the variant a. People of b on iOS have another; to judge it, run the same command with \
        `--only variant=b`.
        """
      ])
    let few = try self.advice(
      arm("a", hidden: "Deals", tab: "Search") + "\n"
        + arm("b", hidden: "Search", tab: "Deals").replacing("* 40", with: "* 25"))
    #expect(few.platforms.first?.variants == [])
  }

  @Test func `a platform that logs screens alone has no bar to change`() throws {
    let ios = "@platform=ios ( \(Self.tabs) ( menu menu:Help tab:Home ) x 2 +24h ) x 9 * 60"
    let advice = try advice(ios + "\n@platform=android ( Home Search Help Home +24h ) x 9 * 40")
    #expect(advice.platforms.map(\.name) == ["android", "ios"] && advice.platforms[0].noPlan == .noStructure)
    #expect(advice.platforms[1].plan?.promotions.map(\.entry.name) == ["Help"], "its steps are not inferred")
  }

  @Test func `few sellers do not take a tab from many`() throws {
    // Each seller chooses two items a hundred times; each customer uses the two tabs that would leave once.
    let sellers = "tab:Home ( menu menu:Stock tab:Home menu menu:Payouts tab:Home ) x 100 +168h tab:Home * 40"
    let customers = "tab:Home ( tab:Search tab:Orders ) x 4 tab:Profile tab:Club tab:Home +168h tab:Home * 360"
    let platform = try #require(try advice(sellers + "\n" + customers).platforms.first)
    let larger = try #require(platform.plans.first { $0.size == 2 })
    #expect(larger.promotions.map(\.entry.name) == ["Payouts", "Stock"])
    #expect(larger.demotions.map(\.entry.name) == ["Club", "Profile"])
    // 40 sellers gain by each promotion; 360 customers lose Club, of whom at most 80 gain.
    #expect(larger.usersBetterAtMost == 80)
    #expect(larger.usersWorseAtLeast == 280)
    #expect(!larger.isRecommended)
    #expect(platform.plan == nil)
  }

  @Test(arguments: ["", " PIN", " PIN Lock"]) func `signing out is not promoted, whatever screen appears after it`(
    after: String
  ) throws {
    let platform = try #require(
      try advice("( \(Self.tabs) menu menu:Logout +3s\(after) +72h ) x 3 * 60").platforms.first)
    #expect(platform.layout?.entries.first { $0.name == "Logout" }?.isMovable == false)
    #expect(platform.plan == nil)
  }

  @Test func `a plan from less than a week comes with a warning`() throws {
    let visits = "( \(Self.tabs) ( menu menu:Help tab:Home ) x 2 +24h ) x"
    func remarks(_ log: String) throws -> [String] {
      let advice = try advice(log)
      #expect(advice.platforms.first?.plan != nil)
      return advice.remarks.map(\.plain)
    }
    let remark = try #require(try remarks("\(visits) 6 * 60").first)
    #expect(
      remark.hasPrefix("Nearly all sessions")
        && remark.contains("began within 6 days. People do other things on weekends"))
    #expect(try remarks("\(visits) 7 * 60").isEmpty)
  }

  @Test func `three percent of the people do not take a tab from others, but may have a free slot`() throws {
    let visit = "tab:Home tab:Search tab:Orders tab:Profile tab:Home"
    let log =
      """
      ( \(visit) ( menu menu:Sell tab:Home ) x 9 +72h ) x 3 * 12\n( \(visit) +72h ) x 3 * 385\n( \(visit) tab:SOS \
      +72h ) x 3 * 3
      """
    let full = try #require(try advice(log).platforms.first)
    #expect(full.noPlan == .forFew(["Sell"]) && full.plans.isEmpty)
    let free = try #require(try advice(log.replacing(" tab:SOS", with: "")).platforms.first)
    #expect(free.plan?.promotions.map(\.entry.name) == ["Sell"])
  }

  @Test(.thorough) func `a rare tab leaves the bar only unless it is vital`() throws {
    let often = "( tab:Home tab:Search tab:Orders tab:Profile ( menu menu:Lists tab:Home ) x 3 +72h ) x 3 * 97"
    let log = often + "\n( tab:Home tab:SOS tab:Home +72h ) x 3 * 3"
    let advice = try advice(log)
    let plan = try #require(advice.platforms.first?.plan)
    #expect(plan.demotions.map(\.entry.name) == ["SOS"])
    #expect(plan.demotions.first?.isRare == true)
    let vital = ", unless that tab is vital (exempt it with advice: never)"
    #expect(advice.sentences[0].plain.contains("move SOS from the tab bar into the menu\(vital)"))
    let measured = try TraceMeasures(log)
    let moves = RecommendedMoves(advice)
    let found = Rule.judge(measured.measures, measured.scope, plan: moves, rules: [.menuPromote]).findings
    #expect(found.map(\.recommendation.plain) == ["Give Lists the slot of the tab SOS\(vital)."])
  }

  @Test(.thorough) func `where pushed screens hide the bar, a tab costs the climb to it`() throws {
    func taps(_ trace: String) throws -> Int? {
      let log = try TraceMeasures(trace)
      let advice = Advice(log.measures, log.scope)
      return advice.entries.first { log.scope.names[$0.entry.name] == "Help" }?.sums.taps
    }
    let deep = "tab:Search tab:Home > A bar:hidden > B menu menu:Help bar:shown tab:Home * 40"
    // From B, two levels below the root, whose bar was shown last: one tap saved, two spent on the way up.
    #expect(try taps(deep) == 40 * (1 - 2))
    #expect(try taps(deep.replacing("bar:hidden ", with: "")) == 40)
  }
}
