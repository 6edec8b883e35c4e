import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Doubts about the log, which forbid a plan: what misled before.
@Suite struct DoubtTests {
  private func checks(_ trace: String) throws -> [String: LogCheckResult] {
    let log = try TraceMeasures(trace)
    let all = LogCheck.results(LogCheckContext(log.measures, log.scope, rulesWithoutEvidence: []))
    return Dictionary(uniqueKeysWithValues: all.map { ($0.check, $0) })
  }

  private func doubts(_ trace: String) throws -> [String] {
    let log = try TraceMeasures(trace)
    return LogReliability(log.measures, log.scope).all.map(\.check)
  }

  /// An id that changes at each selection of a tab, ten seconds later.
  private static let cut = """
    @session=a tab:Home menu menu:Help @session=b tab:Search @session=c tab:Orders @session=d tab:Home menu menu:Help \
    * 60
    """

  @Test func `a session id that changes with each tab leaves no plan, and says so`() throws {
    let log = try TraceMeasures(Self.cut)
    #expect(LogReliability(log.measures, log.scope).all.map(\.check) == ["cut-sessions"])
    guard case .doubt(let reason, _)? = Advice(log.measures, log.scope).platforms.first?.noPlan else {
      Issue.record("there is a plan")
      return
    }
    #expect(reason.plain == "sessions are cut (100.0% of the selections of tabs begin one)")
    let found = try checks(Self.cut)["cut-sessions"]
    #expect(found?.count == 240 && found?.share == 1)
    let pauses = "( @session=a tab:Home @session=b tab:Home cold tab:Search cold tab:Home ) x 4 * 60"
    #expect(try checks(pauses).values.allSatisfy { $0.share.map { $0 <= 1 } ?? true })
  }

  @Test(
    arguments: [
      ("tab:Home ( A B A ) x 3 * 60", "log `back`"), ("tab:Home A B C * 60", "log `tab_select`, `push` and `back`"),
    ])
  func `of steps that are inferred, only the events that would show them are asked for`(trace: String, remedy: String)
    throws
  {
    let log = try TraceMeasures(trace, map: AppMap(tabs: ["Home", "Search"]))
    #expect(LogReliability(log.measures, log.scope).all.first { $0.check == "inferred" }?.remedy.plain == remedy)
  }

  @Test(arguments: ["tab:Home A B < < * 60", "tab:Home A < B C < < tab:Search D < * 60"])
  func `where tabs and ways back are logged, what else appears is a level down`(trace: String) throws {
    #expect(try doubts(trace) == [])
    let log = try TraceMeasures(trace)
    #expect(log.measures.figures.share(.inferredSteps).share ?? 0 > LogReliability.inferredLimit)
  }

  @Test func `sessions that begin with a tab and go on are whole`() throws {
    #expect(try doubts("tab:Home tab:Search tab:Home & tab:Home tab:Search * 60").isEmpty)
    #expect(try doubts("tab:Home > A & tab:Home > A * 30").isEmpty, "60 selections are too few")
  }

  @Test func `sessions that follow each other within a minute are cut`() throws {
    let visit = "tab:Home tab:Search"
    #expect(try doubts("@session=a \(visit) @session=b \(visit) @session=c \(visit) * 60") == ["cut-sessions"])
    #expect(try doubts("\(visit) & \(visit) & \(visit) * 60").isEmpty)
    let devices =
      "@session=a @device=phone \(visit) @session=b @device=tablet \(visit) @session=c @device=phone \(visit)"
    #expect(try doubts("\(devices) * 60").isEmpty, "two devices under one id")
  }

  @Test func `sessions of one view are counted, and shares are given without them`() throws {
    let trace = "Home > A > B > C < < < * 10\nHome * 30"
    let found = try #require(try checks(trace)["single-view-sessions"])
    #expect(found.count == 30)
    #expect(found.consequence.plain.contains("back_chain_sessions 25.0%, without them 100.0%"))
    #expect(try checks("tab:Home > A * 10")["single-view-sessions"]?.count == 0)
  }

  @Test func `names with ids are named with the pattern that folds them, and popular screens wait`() throws {
    let products = (1000..<1030).map { "tab:Home > List > Offers > Product/\($0)" }.joined(separator: "\n")
    let found = try #require(try checks(products)["names-with-ids"])
    // One of four visits is a tab's, and one of four to a product; of 120 visits, 30.
    #expect(found.count == 30)
    #expect(found.share == 0.25)
    let more = products + "\n" + (1000..<1030).map { "Product/\($0)" }.joined(separator: "\n")
    let log = try TraceMeasures(more)
    #expect(
      try #require(try checks(more)["names-with-ids"]).consequence.plain.contains(
        "{pattern: '^Product/\\d+$', name: 'Product/:id'}"))
    #expect(Rule.judge(log.measures, log.scope).withoutEvidence.contains { $0.rule.id == "depth.hot-deep" })
  }

  @Test func `pushes that nobody comes back from need no back`() throws {
    // 120 sessions end below; the 240 pushes of the others have their backs.
    #expect(try doubts("tab:Home tab:Search > A > B * 400\ntab:Home tab:Search > A < > B < * 120").isEmpty)
    // Every one of 200 pushes is followed by another at its level, and none by a back.
    #expect(try doubts("tab:Home=Home > A tab:Search tab:Home=Home > A tab:Search * 200") == ["missing-back"])
  }

  @Test func `closing modal screens does not make up for backs that are not logged`() throws {
    let trace =
      "tab:Home=Home > A modal:Filter modal! tab:Search modal:Filter modal! tab:Home=Home > A tab:Search * 200"
    #expect(try doubts(trace) == ["missing-back"])
    // A wizard is closed at its end: its steps need no back.
    #expect(try doubts("tab:Home modal:Pay > Card > Address > Done modal! > A < tab:Search * 200").isEmpty)
  }

  @Test func `a version that logs no way back, unlike others of its platform, is doubtful`() throws {
    let old = "@platform=ios @app_version=2.9 tab:Home > A < > B < tab:Search * 60"
    func new(_ visit: String) -> String { "@platform=ios @app_version=3.0 \(visit) * 60" }
    let silent = try TraceMeasures("\(old)\n\(new("tab:Home=Home > A tab:Search tab:Home=Home > A tab:Search"))")
    let found = LogReliability(silent.measures, silent.scope).all
    #expect(found.map(\.check) == ["missing-back"])
    #expect(found.first?.reason.plain == "back events are missing in version 3.0 on ios")
    #expect(try doubts("\(old)\n\(new("tab:Home > A < tab:Search tab:Home=Home > A tab:Search"))").isEmpty)
    // The other platform may have a plan.
    let other = "@platform=android @app_version=3.0 tab:Home > A < > B < tab:Search menu menu:Help * 100"
    let both = try TraceMeasures("\(other)\n\(new("tab:Home=Home > A tab:Search tab:Home=Home > A tab:Search"))")
    let reliability = LogReliability(both.measures, both.scope)
    #expect(reliability.all.map(\.check) == ["missing-back"])
    func reason(_ platform: String) -> NoPlanReason? {
      let builds = both.scope.eligibility.builds.filter { both.scope.names[$0.platform] == platform }
      return reliability.noPlanReason(in: Set(builds))
    }
    #expect(reason("android") == nil && reason("ios") != nil)
    // A tenth of the sessions holds nothing.
    #expect(
      try doubts(
        "\(old.replacing("60", with: "600"))\n\(new("tab:Home=Home > A tab:Search tab:Home=Home > A tab:Search"))"
      ).isEmpty)
  }

  @Test func `people who come up by selecting the tab again need no back either, if some are logged`() throws {
    let reselecting = "tab:Home > A tab:Home=Home > A tab:Search * 190"
    // 400 pushes: 20 ended by a back, the others by another way up.
    #expect(try doubts(reselecting + "\ntab:Home tab:Search > A < > B < * 10").isEmpty)
    #expect(try doubts(reselecting) == ["missing-back"])
  }
}
