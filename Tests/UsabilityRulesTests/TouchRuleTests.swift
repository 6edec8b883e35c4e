import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of touch, with hand-computed numbers.
@Suite struct TouchRuleTests {
  @Test func `A target that does nothing, and where`() throws {
    // 80 users with 2 of 4, 20 with 0 of 1: p = 160/340; Σ(y − pn)² = 80·(2 − 4p)² + 20·p² = 1.107266 + 4.429066: p(1 − p)/V is above the
    // 340 rows, so n* = 340; k = 340²/1300 = 88.92; t = 1.98731.
    let trace = "Home tap:Photo!dead > Product tap:Photo!dead tap:Photo tap:Photo * 80\nHome tap:Photo * 20"
    let finding = try #require(try findings(.touchDead, trace).first)
    #expect(finding.message == "160 of 340 taps (47.1%, 41.7–52.4%) on Photo did nothing, for 80 users")
    #expect(finding.extraTaps == 160 && finding.users == 80 && finding.eligibleUsers == 100 && finding.sessions == 80)
    #expect(finding.details == ["On Home: 80 dead taps.", "On Product: 80 dead taps."] && finding.severity == .warning)
  }

  @Test func `Of dead taps alone nothing follows`() throws {
    let log = try TraceMeasures("Home tap:Photo!dead * 100")
    let results = Rule.judge(log.measures, log.scope, rules: [.touchDead])
    #expect(results.notRun.map(\.explanation) == ["missing: a tap that worked; log `tap`"])
  }

  @Test func `Rage is judged among those who use the target`() throws {
    let rage = "Home tap:Buy!dead +300ms tap:Buy!dead +300ms tap:Buy!dead +300ms tap:Buy!dead"
    let finding = try #require(try findings(.touchRage, "\(rage) & \(rage) * 6\nHome tap:Buy * 94\nHome * 900").first)
    #expect(
      finding.message == """
        6 of 100 users of Buy (6.0%, 2.8–12.5%) tapped it three times or more, each within a second of the one before, and nothing happened: \
        48 taps in 12 sessions
        """)
    #expect(finding.severity == .warning && finding.extraTaps == 48 && finding.sessions == 12 && finding.eligibleUsers == 100)
    #expect(finding.details.isEmpty)
  }

  @Test func `Where no outcome is logged, rage is a hint only`() throws {
    let trace = "Home tap:Buy +300ms tap:Buy +300ms tap:Buy * 60\nHome tap:Buy * 60"
    let finding = try #require(try findings(.touchRage, trace).first)
    #expect(finding.severity == .info && finding.evidence == .strong && finding.extraTaps == 120 && finding.details.count == 1)
    #expect(try findings(.touchRage, trace + "\nHome tap:Other!dead").isEmpty)
  }

  @Test func `Taps lost beside a tab`() throws {
    // As in TouchDead: 80 users with 2 of 4, 20 with 0 of 1, equivalent to 88 with equally many taps; and twice as many.
    func trace(_ users: Int) -> String {
      "tab:Home ( tap:Sell!missed tap:Sell tab:Sell ) x 2 * \(users * 4)\ntab:Home tap:Sell tab:Sell * \(users)"
    }
    let finding = try #require(try findings(.touchFringeLoss, trace(20)).first)
    #expect(finding.message == "160 of 340 taps (47.1%, 41.7–52.4%) for the tab Sell fell beside its button, by 80 users")
    #expect(finding.severity == .warning && finding.extraTaps == 160 && finding.users == 80 && finding.eligibleUsers == 100)
    let sure = try #require(try findings(.touchFringeLoss, trace(40)).first)
    #expect(sure.message == "320 of 680 taps (47.1%, 43.3–50.8%) for the tab Sell fell beside its button, by 160 users")
    #expect(sure.severity == .error && sure.extraTaps == 320 && sure.users == 160 && sure.eligibleUsers == 200)
  }

  @Test func `Where taps that meet the button are not logged, selections stand for them`() throws {
    let trace = "tab:Home ( tap:Sell!missed tab:Sell tab:Home ) x 2 * 80\ntab:Home tab:Sell * 20"
    let finding = try #require(try findings(.touchFringeLoss, trace).first)
    #expect(finding.message == "160 of 340 taps (47.1%, 41.7–52.4%) for the tab Sell fell beside its button, by 80 users")
  }

  @Test func `The tab of the More list is a tab too`() throws {
    let map = AppMap(tabs: ["Home", "Rest"], moreTab: "Rest", moreItems: ["Help"])
    #expect(try findings(.touchFringeLoss, "tab:Home tap:Rest!missed tap:Rest tab:Rest more:Help * 100", map: map).map(\.subject) == ["Rest"])
  }
}
