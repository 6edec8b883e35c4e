import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of the tab bar's behavior, with hand-computed numbers.
@Suite struct TabBarRuleTests {
  @Test func `Too few, by map, list and selections`() throws {
    let declared = try #require(try findings(.tabsTooFew, "tab:A", map: AppMap(tabs: ["A", "B"])).first)
    #expect(declared.message == "The app map declares 2 tabs, fewer than 3: A and B")
    #expect(declared.value == 2 && declared.threshold == 3 && declared.users == nil && declared.evidence == .structural)

    let shown = try #require(try findings(.tabsTooFew, "@app_version=1 tabs:A|B|C tab:A & @app_version=2 tabs:A|B tab:A * 4").first)
    #expect(shown.message == "The tab bar showed 2 tabs in version 2 to 4 users, fewer than 3: A and B")
    #expect(shown.users == 4 && shown.eligibleUsers == 4)

    let selected = try #require(try findings(.tabsTooFew, "tab:A * 12").first)
    #expect(selected.message == "Only 1 tab was ever selected, fewer than 3: A")
  }

  @Test func `Neglected among those who come back`() throws {
    let finding = try #require(
      try findings(.tabsNeglected, "( tab:Home tab:Search +168h ) x 3 * 198\n( tab:Home tab:Club tab:Search +168h ) x 3 * 2\ntab:Club * 50").first)
    #expect(finding.message == "Only 2 of 200 users with 3 or more sessions (1.0%, 0.3–3.6%) selected the tab Club")
    #expect(finding.users == 2 && finding.eligibleUsers == 200 && finding.severity == .warning)
    #expect(finding.details == ["Of all users, 52 selected it, 56 times in all."])
  }

  @Test func `Refused taps are extra taps`() throws {
    // 20 of 100 users: 1 of 1 taps; 80: 0 of 2. p = 20/180; Σ(y − pn)² = 20·(8/9)² + 80·(2/9)² = 19.753; h = 2/180;
    // V = 100/99 · 19.753/180²/(1 − h)² = 0.000630; n* = p(1 − p)/V = 156.84; k = 180²/340 = 95.29; t = 1.98544.
    let finding = try #require(try findings(.tabsRejected, "tab:Home tab:Club! * 20\ntab:Home tab:Club tab:Club * 80").first)
    #expect(finding.message == "20 of 180 taps (11.1%, 7.1–17.1%) on the tab Club did nothing, for 20 users")
    #expect(abs((finding.interval?.low ?? 0) - 0.0705215) < 1e-6)
    #expect(finding.extraTaps == 20 && finding.users == 20 && finding.eligibleUsers == 100 && finding.examples.count == 5)
  }

  @Test func `Sets that come and go are named by their tabs`() throws {
    let finding = try #require(
      try findings(.tabsUnstableSet, "tabs:A|B|C tab:A tabs:A|B & tabs:C|B|A * 20\ntabs:A|B|C tab:A & tabs:C|B|A * 180").first)
    #expect(finding.message == "20 of 200 users (10.0%, 6.6–14.9%) saw more than one set of tabs in one version on one kind of device")
    #expect(finding.details == ["C came or went for 20 users."] && finding.evidence == .strong && finding.severity == .warning)
    #expect(finding.examples.map(\.number) == [1, 1, 1, 1, 1])
  }

  @Test func `An acting tab and its numbers`() throws {
    let finding = try #require(try findings(.tabsActsNotNavigates, "tab:Home tab:Sell +100ms modal:New modal! tab:Home * 120").first)
    #expect(finding.message == "120 of 120 selections (100.0%, 96.8–100.0%) of the tab Sell opened a modal screen, for 120 users")
  }

  @Test func `Screens without the bar are listed`() throws {
    let finding = try #require(
      try findings(.tabsBarHidden, "tab:Home > Product bar:hidden > Reviews < bar:shown tab:Search * 100").first)
    #expect(finding.message == "300 of 500 steps (60.0%, 55.6–64.3%) had the tab bar hidden, for 100 users")
    #expect(finding.details == ["Product: hidden for 200 steps of 100 users.", "Reviews: hidden for 100 steps of 100 users."])
  }

  @Test func `Lost places cost what it takes to get back`() throws {
    let finding = try #require(
      try findings(
        .tabsStateLost, "tab:Home=R > O < > P tab:Search tab:Home=R > P tab:Search tab:Home=R > Q * 60\ntab:Home=R > O < > P tab:Search tab:Home=P * 60"
      ).first)
    #expect(finding.message.hasPrefix("120 of 180 returns (66.7%, "))
    #expect(finding.extraTaps == 60 && finding.users == 60 && finding.severity == .error && finding.eligibleUsers == 120)
  }

  @Test func `A hunt names the tabs`() throws {
    let finding = try #require(
      try findings(.tabsHunting, "tab:Home tab:Search +2s tab:Orders +2s tab:Profile * 30\ntab:Home & tab:Home * 70").first)
    #expect(finding.message.hasPrefix("In 30 of 170 sessions (17.6%, "))
    #expect(finding.extraTaps == 60 && finding.sessions == 30 && finding.users == 30 && finding.eligibleUsers == 100)
    #expect(
      finding.details == ["Left again at once: Orders (30 times), Search (30 times).", "Where the hunt ended: Profile (30 times)."])
  }

  @Test func `A badge that changes nothing, and one that is always on`() throws {
    let unheeded =
      "badge:Orders=2 tab:Home tab:Orders badge:Orders=0 & tab:Home tab:Orders & badge:Orders=1 tab:Home badge:Orders=0 & tab:Home"
    let finding = try #require(try findings(.tabsBadgeBlind, "\(unheeded) * 40").first)
    #expect(finding.metric == "badge_effect" && finding.value == 0 && finding.threshold == 0 && finding.eligibleUsers == 40)
    #expect(
      finding.message
        == "People select Orders no more often when its badge is on: 0.0 points, -15.6 to +15.6; 40 users passed it over in 40 sessions")
    #expect(try findings(.tabsBadgeBlind, "\(unheeded) * 29").isEmpty)

    let always = try #require(try findings(.tabsBadgeBlind, "( badge:Orders=2 tab:Home & ) x 9 badge:Orders=0 tab:Home * 40").first)
    #expect(
      always.metric == "badge_on"
        && always.message == "The badge on Orders was on in 360 of 400 sessions (90.0%, 86.5–92.6%), for 40 users")
    #expect(always.users == 40 && always.sessions == 360 && always.severity == .info)
  }

  @Test func `What is put into the bar, and what goes for it`() throws {
    let bar = "tabs:A|B|C|D|More tab:A more:Coupons"
    let finding = try #require(
      try findings(
        .tabsReorderConsensus, "\(bar) edit:A|B|C|Coupons|More * 40\n\(bar) edit:A|Coupons|B|D|More|C * 10\n\(bar) edit:D|C|B|A|More * 5"
      ).first)
    #expect(finding.message == "50 of 55 users who ordered the tabs (90.9%, 80.4–96.1%) put Coupons into the bar")
    #expect(finding.details == ["40 users took D out for it.", "10 users took C out for it."])
    #expect(finding.subject == "Coupons" && finding.section == "More" && finding.extraTaps == 55 && finding.eligibleUsers == 55)
  }

  @Test func `An order of all items fills the bar with its first four`() throws {
    let map = AppMap(tabs: ["A", "B", "C", "D"])
    #expect(try findings(.tabsReorderConsensus, "tab:A edit:A|B|C|X|D|Y * 40", map: map).map(\.subject) == ["X"])
    #expect(try findings(.tabsReorderConsensus, "tab:A edit:A|B|C|D|X|Y * 40", map: map).isEmpty, "X and Y stay below")
    #expect(try findings(.tabsReorderConsensus, "tab:A edit:A|B|C|X * 40").isEmpty, "nobody knows what the bar held before")
  }

  @Test func `Overflow where there is room`() throws {
    let more = try #require(
      try findings(.tabsWideOverflow, "@app_version=3 @width=regular tab:A more:B * 4\n@width=regular tab:A * 6").first)
    #expect(more.message == "On tablets or regular widths, where a sidebar fits: the More list opened by 4 users in version 3")
    #expect(more.users == 4 && more.eligibleUsers == 10 && more.severity == .warning)
    let both = try #require(try findings(.tabsWideOverflow, "@device=tablet tabs:A|B|C|D|E|F tab:A more:X * 3").first)
    #expect(both.message.hasSuffix("the More list opened by 3 users and 6 tabs (A, B, C, D, E and F) in the bar of 3 users"))
  }

  @Test func `The first opening against later ones`() throws {
    let finding = try #require(
      try findings(.tabsSlowFirstOpen, "tab:Home tab:Search +1500ms S tab:Home +100ms H tab:Search +300ms S * 12").first)
    #expect(finding.metric == "first_open_p75_s" && finding.value == 1.5 && finding.threshold == 1 && finding.interval == nil)
    #expect(
      finding.message
        == "A quarter of the first openings of Search took 1.5 s or longer, of later ones 0.3 s (12 first openings of 12 users, 12 later ones)"
    )
  }
}
