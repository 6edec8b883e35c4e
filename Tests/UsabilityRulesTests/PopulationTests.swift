import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// People who never share a bar, and bars that are none: what misled before.
@Suite struct PopulationTests {
  private static let customers = "( tab:Home tab:Search tab:Orders tab:Profile menu:Settings +24h ) x 4 * 480"
  private static let couriers = "( tab:Earnings tab:Jobs tab:Map menu:Help menu:Help menu:Settings +24h ) x 4 * 20"

  private func bars(_ trace: String) throws -> [SeveralBars] {
    let log = try TraceMeasures(trace)
    return SeveralBars.all(log.measures, log.scope)
  }

  @Test func `couriers, one in 25, have a bar of their own, and there is no plan`() throws {
    let log = try TraceMeasures(Self.customers + "\n" + Self.couriers)
    let bars = try #require(SeveralBars.all(log.measures, log.scope).first)
    #expect(bars.groups.map(\.tabs) == [["Home", "Orders", "Profile", "Search"], ["Earnings", "Jobs", "Map"]])
    #expect(bars.groups.map(\.users) == [480, 20])
    #expect(bars.field == nil)
    guard case .doubt? = Advice(log.measures, log.scope).platforms[0].noPlan else {
      Issue.record("there is a plan")
      return
    }
    #expect(
      bars.remedy.plain == "analyze each group apart: the same command with `--only tab=Home` or `--only tab=Earnings`")
    let results = Rule.judge(log.measures, log.scope)
    let swaps = results.findings.filter { $0.rule == "menu.promote" }
    #expect(!swaps.isEmpty)
    #expect(swaps.allSatisfy { $0.severity == .info && $0.evidence == .exploratory && $0.doubt != nil })
    let check = try #require(
      LogCheck.results(LogCheckContext(log.measures, log.scope, rulesWithoutEvidence: [])).first {
        $0.check == "several-bars"
      })
    #expect(check.count == 20)
  }

  @Test func `the tabs of a role whose people share others are not rivals of hidden items, and stay`() throws {
    let drivers = "( tab:Route tab:Stops tab:Chat tab:Route menu menu:Help tab:Route +72h ) x 3 * 586"
    let dispatchers = "( tab:Board tab:Fleet tab:Chat menu menu:Help tab:Board +72h ) x 3 * 14"
    let log = try TraceMeasures(drivers + "\n" + dispatchers)
    let bar = VisibleTabs(log.measures, log.scope)
    #expect(bar.ofRoles == ["Board", "Fleet"] && bar.leastUsed?.name != "Board" && bar.leastUsed?.name != "Fleet")
    let layout = try #require(Advice(log.measures, log.scope).platforms.first?.layout)
    #expect(layout.entries.filter { bar.ofRoles.contains($0.name) }.allSatisfy { !$0.isMovable })
    // Fewer people than ten tell of no role.
    let few = try TraceMeasures(drivers + "\n" + dispatchers.replacing("* 14", with: "* 9"))
    #expect(VisibleTabs(few.measures, few.scope).ofRoles.isEmpty)
  }

  @Test func `the bar that is said to be full is one that people see`() throws {
    let trace = "( tab:A tab:B tab:C tab:D tab:E tab:F +24h ) x 3 * 60\n( tab:G tab:H tab:I tab:J +24h ) x 3 * 40"
    let log = try TraceMeasures(trace)
    #expect(Advice(log.measures, log.scope).platforms[0].noPlan == .nothingHidden(tabs: 6))
  }

  @Test func `roles of many may share a tab`() throws {
    let drivers = "( tab:Route tab:Stops tab:Chat +24h ) x 3 * 80"
    let dispatchers = "( tab:Board tab:Fleet tab:Chat +24h ) x 3 * 20"
    let found = try #require(try bars(drivers + "\n" + dispatchers).first)
    #expect(
      found.groups.map(\.tabs) == [["Chat", "Route", "Stops"], ["Board", "Fleet"]] && found.usersOfOthers == 20)
    #expect(found.groups.flatMap(\.telling) == ["Route", "Board"])
    // One tab for another is a trial of it; and what one of ten uses both is shared.
    #expect(
      try bars("( tab:Route tab:Stops tab:Chat +24h ) x 3 * 80\n( tab:Route tab:Fleet tab:Chat +24h ) x 3 * 20").isEmpty
    )
    #expect(
      try bars(drivers + "\n" + dispatchers + "\n( tab:Route tab:Stops tab:Board tab:Fleet +24h ) x 3 * 15").isEmpty)
  }

  @Test func `labels that are logged in two languages are separated by the language`() throws {
    let bars = try bars(
      """
      @locale=en-GB ( tab:Home tab:Search tab:Orders +24h ) x 3 * 60\n@locale=fi-FI ( tab:Koti tab:Haku \
      tab:Tilaukset +24h ) x 3 * 40
      """
    )
    #expect(bars.map(\.field) == ["locale"])
    #expect(bars[0].groups.map(\.value) == ["en", "fi"])
    #expect(
      bars[0].remedy.plain.contains("`navaudit init`")
        && bars[0].remedy.plain.contains("`--only locale=en` or `--only locale=fi`"))
  }

  @Test func `labels of two languages are two bars, although a version lacks a tab`() throws {
    func app(_ locale: String, _ home: String, _ search: String, _ orders: String, _ users: Int) -> String {
      """
      @locale=\(locale) @app_version=1 ( tab:\(home) tab:\(search) +24h ) x 3 * \(users)
      @locale=\(locale) @app_version=2 ( tab:\(home) tab:\(search) tab:\(orders) +24h ) x 3 * \(users)
      """
    }
    let found = try bars(
      app("en-GB", "Home", "Search", "Orders", 60) + "\n" + app("fi-FI", "Koti", "Haku", "Tilaukset", 40))
    #expect(found.map(\.field) == ["locale"])
    #expect(found.first?.groups.map(\.tabs) == [["Home", "Orders", "Search"], ["Haku", "Koti", "Tilaukset"]])
  }

  @Test func `the tabs of a handful of couriers on another platform are in no plan there`() throws {
    let visit = "tab:Home tab:Search tab:Orders tab:Profile ( menu menu:Help tab:Home ) x 3"
    let courier = "( tab:Earnings tab:Jobs tab:Map menu menu:Help tab:Jobs +48h ) x 4"
    let log = try TraceMeasures(
      """
      @platform=android ( \(visit) +48h ) x 4 * 300
      @platform=android \(courier) * 40
      @platform=ios ( \(visit) +48h ) x 4 * 300
      @platform=ios \(courier) * 4
      """)
    let platforms = Advice(log.measures, log.scope).platforms
    guard case .doubt? = platforms.first(where: { $0.name == "android" })?.noPlan else {
      Issue.record("there is a plan on Android")
      return
    }
    let ios = try #require(platforms.first { $0.name == "ios" })
    #expect(ios.noPlan == nil)
    #expect(ios.layout?.tabs.compactMap { ios.layout?.entries[$0].name } == ["Home", "Orders", "Profile", "Search"])
  }

  @Test func `people of one bar who use few of its tabs share it`() throws {
    #expect(try bars("( tab:Home tab:Search +24h ) x 3 * 60\n( tab:Home tab:Orders +24h ) x 3 * 40").isEmpty)
  }

  @Test func `a tab that was renamed is not another bar`() throws {
    let both = "( tab:Home tab:Orders +24h ) x 3 ( tab:Home tab:Purchases +24h ) x 3 * 12"
    #expect(
      try bars("( tab:Home tab:Orders +24h ) x 3 * 400\n( tab:Home tab:Purchases +24h ) x 3 * 400\n" + both).isEmpty)
    // Without those who saw both, there are two bars, unless the versions tell them apart.
    #expect(try bars("( tab:Orders +24h ) x 3 * 400\n( tab:Purchases +24h ) x 3 * 400").count == 1)
    #expect(
      try bars("@app_version=1 ( tab:Orders +24h ) x 3 * 400\n@app_version=2 ( tab:Purchases +24h ) x 3 * 400").isEmpty)
  }

  @Test func `eligible for a tab is who was shown it, or used it`() throws {
    let log = try TraceMeasures(
      """
      tabs:Home|Search|Club tab:Home tab:Search * 19
      tabs:Home|Search|Club tab:Home tab:Club * 1
      tabs:Home|Search tab:Home * 80
      tabs:Home|Search edit:Home|Club * 5
      tabs:Home|Search tab:Club * 3
      tab:Home * 10
      """)
    func eligible(_ tab: String) throws -> Int {
      log.scope.eligibleUsers(of: .init(.tab, try #require(log.scope.names.name(tab))))
    }
    // 20 were shown it, 5 made it, 3 used it, and 10 were shown nothing.
    #expect(try eligible("Club") == 38)
    #expect(try eligible("Home") == 118)
    let reach = log.measures.tables(log.scope).first { $0.name == "tabs" }
    #expect(reach != nil)
  }

  @Test func `a phone's tabs are not compared with what only tablets have`() throws {
    let log = try TraceMeasures(
      "@device=phone ( tab:Home tab:Search +24h ) x 3 * 200\n@device=tablet ( tab:Home tab:Library +24h ) x 3 * 40")
    let library = try #require(log.scope.names.name("Library"))
    #expect(log.scope.eligibleUsers(of: .init(.tab, library)) == 40)
    #expect(SeveralBars.all(log.measures, log.scope).isEmpty)
  }
}
