import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of gestures, with hand-computed numbers.
@Suite struct GestureRuleTests {
  @Test func `A gesture that few know`() throws {
    let finding = try #require(
      try findings(.gestureUndiscovered, "( Home +168h ) x 3 * 197\nHome gesture:swipe +168h Home +168h Home gesture:swipe gesture:swipe * 3").first)
    #expect(finding.message == "Only 3 of 200 users with 3 or more sessions (1.5%, 0.5–4.3%) made the gesture swipe")
    #expect(finding.users == 3 && finding.eligibleUsers == 200 && finding.sessions == 6 && finding.details.isEmpty)
    #expect(finding.examples.map(\.score) == [2, 2, 2, 1, 1])
  }

  @Test func `Who tried in vain is told of`() throws {
    let finding = try #require(try findings(.gestureUndiscovered, "( Home +168h ) x 3 * 95\n( Home gesture:swipe! +168h ) x 3 * 5").first)
    #expect(finding.message == "None of 100 users with 3 or more sessions (0.0%, 0.0–3.7%) made the gesture swipe")
    #expect(finding.details == ["5 more users tried, and it failed each time: look at that first."] && finding.examples.count == 5)
  }

  @Test func `A gesture that fails`() throws {
    // 80 users with 1 of 2 failed, 20 with 0 of 1: the same as the slow choices of menus.
    let finding = try #require(try findings(.gestureFailing, "Home gesture:swipe! gesture:swipe * 80\nHome gesture:swipe * 20").first)
    #expect(finding.message == "80 of 180 uses (44.4%, 37.3–51.8%) of the gesture swipe failed, for 80 users")
    #expect(finding.eligibleUsers == 100 && finding.users == 80 && finding.sessions == 80 && finding.extraTaps == nil)
    #expect(finding.details.isEmpty)
  }

  @Test func `A screen behind a gesture`() throws {
    let trace = "Home gesture:swipe +100ms > Archive < gesture:pinch +1ms > Archive * 20\nHome * 80"
    let finding = try #require(try findings(.gestureSoleRoute, trace).first)
    #expect(finding.message == "All 40 arrivals at Archive, by 20 of 100 users, were by a gesture")
    #expect(finding.details == ["pinch: 20 arrivals.", "swipe: 20 arrivals."])
    #expect(finding.severity == .error && finding.evidence == .structural && finding.value == 40 && finding.threshold == 30)
  }

  @Test func `Without gestures nothing is said`() throws {
    let log = try TraceMeasures("Home > A * 50")
    let results = Rule.judge(log.measures, log.scope, rules: Rule.rules(of: .gesture))
    #expect(results.ran.isEmpty && results.notRun.allSatisfy { $0.explanation == "missing: a gesture; log `gesture`" })
  }
}
