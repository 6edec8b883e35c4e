import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Late discovery, slow scans, duplicate routes and menus on iOS, with hand-computed numbers.
@Suite struct HiddenMenuRuleTests {
  @Test func `An item found late`() throws {
    // 10 of 100 in the first session, 20 users leave after the second, 30 of the 70 others in the fourth: S(3) = 0.9, S(4) = 0.9·40/70.
    let trace = """
      event:app_open{via=first} Home menu/side:Offers & Home & Home & Home & Home * 10
      event:app_open{via=first} Home & Home * 20
      event:app_open{via=first} Home & Home & Home & Home menu/side:Offers & Home * 30
      event:app_open{via=first} ( Home & ) x 5 * 40
      """
    let finding = try #require(try findings(.menuLateDiscovery, trace).first)
    // √G = √(10/(100·90)) = 0.0333333; SE = 0.0333333/0.1053605; 0.9^exp(±1.959964·0.3163742).
    #expect(
      finding.message
        == "After 3 sessions, 90.0% (82.2–94.5%) of the new users had not used Offers in the menu side; half of them never do in this log")
    #expect(finding.users == 40 && finding.eligibleUsers == 80 && finding.evidence == .moderate && finding.threshold == 0.5)
    #expect(finding.section == "side" && finding.sessions == 40 && finding.extraTaps == nil)
    #expect(
      finding.details == [
        "40 of 100 eligible users (40.0%, 30.9–49.8%) used it at some time.",
        "Used by this share of the new users: 10.0% by session 1, 10.0% by session 2, 10.0% by session 3 and 48.6% by session 5.",
        "The curve assumes that people who leave the app early are like those who stay.",
      ])
  }

  @Test func `When half have found it at last`() throws {
    let trace = "event:app_open{via=first} Home & Home & Home & Home menu:Offers * 60\nevent:app_open{via=first} ( Home & ) x 5 * 40"
    let finding = try #require(try findings(.menuLateDiscovery, trace).first)
    // Nobody found it before: Wilson for 100 of 100.
    #expect(
      finding.message
        == "After 3 sessions, 100.0% (96.3–100.0%) of the new users had not used Offers in the menu; half of them have by session 4")
  }

  @Test func `Choices that take long`() throws {
    // 80 users with 1 of 2 slow choices, 20 with 0 of 1: p = 80/180; Σ(y − pn)² = 80·(1/9)² + 20·(4/9)² = 4.938272:
    // p(1 − p)/V is above the 180 rows, so n* = 180; k = 180²/340 = 95.29; t = 1.98544.
    let trace = "Home menu +2s menu:A menu +8s menu:B * 80\nHome menu +1s menu:A * 20"
    let finding = try #require(try findings(.menuSlowScan, trace).first)
    #expect(
      finding.message
        == "80 of 180 choices (44.4%, 37.3–51.8%) from the menu took longer than 5 s; the slowest quarter takes 8.0 s or more")
    #expect(finding.users == 80 && finding.eligibleUsers == 100 && finding.metric == "slow_choices" && finding.threshold == 0.25)
    #expect(finding.details == ["There are 2 items in it (chosen by people)."])
  }

  @Test func `A long menu is said once`() throws {
    let items = (1...11).map { "I\($0)" }
    let map = AppMap(menus: ["menu": items])
    let quick = try findings(.menuSlowScan, "Home menu +1s menu:I1 * 50", map: map)
    #expect(quick.map(\.message) == ["There are 11 items in the menu (declared in the app map), more than 10"])
    #expect(quick.first?.evidence == .structural && quick.first?.value == 11)
    let slow = try findings(.menuSlowScan, "Home menu +9s menu:I1 * 50", map: map)
    #expect(slow.map(\.details) == [["There are 11 items in it (declared in the app map)."]] && slow.first?.evidence == .moderate)
    // Twelve items in the log, but two of them chosen by only two users.
    let chosen = (1...12).map { "menu:I\($0)" }
    let trace = { (both: Int) in
      "Home +1s \(chosen.prefix(10).joined(separator: " ")) * 20\nHome \(chosen.suffix(2).joined(separator: " ")) * \(both)"
    }
    #expect(try findings(.menuSlowScan, trace(2)).isEmpty)
    #expect(try findings(.menuSlowScan, trace(3)).map(\.value) == [12])
  }

  @Test func `A second way that nobody takes`() throws {
    // 100 users with 0 of 4 arrivals, 2 with 1 of 1: p = 2/402; Σ(y − pn)² = 100·(4p)² + 2·(1 − p)² = 0.039603 + 1.980148;
    // n* = p(1 − p)/V = 384.44 with h = 4/402; k = 402²/1602 = 100.88; t = 1.98400.
    let trace = "tab:Home ( tab:Search tab:Home ) x 4 * 100\ntab:Home menu/side:Search * 2"
    let finding = try #require(try findings(.menuDuplicateRoute, trace).first)
    #expect(
      finding.message
        == """
        Only 2 of 402 arrivals at Search (0.5%, 0.1–1.9%) came through a menu: Search in the menu side was chosen 2 times, by 2 users
        """)
    #expect(finding.section == "side" && finding.users == 2 && finding.eligibleUsers == 102 && finding.severity == .info)
  }

  @Test func `A menu on iOS, however it is spelled`() throws {
    let trace = "@platform=ios Home menu menu! menu:A * 3\n@platform=iOS Home menu menu! * 2\n@platform=ios Home * 5\n@platform=android Home menu!"
    let found = try findings(.menuOnIos, trace)
    #expect(found.map(\.message) == ["5 of 10 users on iOS opened the menu, 8 times in all"])
    #expect(found.first?.users == 5 && found.first?.eligibleUsers == 10 && found.first?.evidence == .structural && found.first?.sessions == 5)
    #expect(found.first?.examples.map(\.score) == [2, 2, 2, 1, 1])
    let log = try TraceMeasures("Home menu:A * 20")
    let results = Rule.judge(log.measures, log.scope, rules: [.menuOnIos])
    #expect(results.notRun.map(\.explanation) == ["missing: the platform of a session; log `platform`"])
  }
}
