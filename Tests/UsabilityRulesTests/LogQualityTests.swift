import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

@Suite struct LogQualityTests {
  private func results(_ trace: String, map: AppMap = AppMap(), lineCounts: LineCounts = LineCounts()) throws
    -> [String: LogCheckResult]
  {
    let measured = try TraceMeasures(trace, map: map)
    let scope = MeasureScope(
      measures: measured.measures, names: measured.scope.names, map: map, declared: measured.scope.declared,
      lineCounts: lineCounts)
    let notRun = Rule.judge(measured.measures, scope).withoutEvidence
    let all = LogCheck.results(LogCheckContext(measured.measures, scope, rulesWithoutEvidence: notRun))
    #expect(all.map(\.check) == LogCheck.all.map(\.id))
    return Dictionary(uniqueKeysWithValues: all.map { ($0.check, $0) })
  }

  @Test("each check gives a row, also where nothing was found") func rows() throws {
    let results = try results("tab:Home > A < * 40")
    #expect(
      LogCheck.all.map(\.id) == [
        "double-screen", "container-name", "no-structure", "guessed-structure", "inferred", "cut-sessions",
        "glued-sessions",
        "single-view-sessions",
        "names-with-ids", "mixed-sessions", "no-zone", "silent-switch", "several-bars", "more-hub",
        "unmapped",
        "not-understood", "masked-name", "long-name", "clock", "duplicate", "excluded-user", "placeholder-user",
        "truncated",
        "contradiction", "doubled", "missing-back",
        "batched-time",
        "long-session", "outlying-time",
        "implied-opens", "machine-events", "opens-with-choice", "late-backs", "straight-lines", "no-target",
        "heavy-user", "thin",
        "no-evidence",
      ])
    for check in LogCheck.all where check.id != "no-evidence" {
      #expect(results[check.id]?.count == 0, "\(check.id)")
      #expect(results[check.id]?.consequence.plain == "none", "\(check.id)")
    }
  }

  @Test("a screen that appears again within half a second was logged twice; later it is a re-appearance")
  func doubleScreen() throws {
    let found = try #require(try results("Home +400ms Home +600ms Home A +500ms A")["double-screen"])
    #expect(found.count == 2)
    #expect(found.share == 2.0 / 5)
    #expect(found.consequence.plain.contains("more than 1%"))
  }

  @Test("containers as screens are named, and above 20% of the steps the rules on depth are refused") func containers()
    throws
  {
    let few = try #require(try results("tab:Home > A > B > C > UINavigationController * 30")["container-name"])
    #expect(few.count == 30 && few.share == 0.2)
    #expect(few.consequence.plain == "log the screen inside, not its container (UINavigationController)")
    let trace = "tab:Home > UITabBarController > \"UIHostingController<A>\" * 30"
    #expect(try results(trace)["container-name"]?.consequence.plain.hasSuffix("the rules on depth are refused") == true)
    let measured = try TraceMeasures(trace)
    let judged = Rule.judge(measured.measures, measured.scope)
    #expect(!judged.ran.contains { $0.family == .depth })
  }

  @Test("a log of screen views alone has no structure") func noStructure() throws {
    let found = try #require(try results("Home A Home * 40")["no-structure"])
    #expect(found.count == 40 && found.share == 1)
    #expect(found.consequence.plain.contains("tab_select"))
  }

  @Test("platforms without structure are named while others have it") func platforms() throws {
    let found = try #require(
      try results("@platform=ios tab:Home > A * 30\n@platform=android Home A * 10")["no-structure"])
    #expect(found.count == 10 && found.share == 0.25)
    #expect(found.consequence.plain.hasPrefix("no structure on android; there, log"))
  }

  @Test("steps that only screens tell of") func inferred() throws {
    let found = try #require(try results("tab:Home > A B C * 40")["inferred"])
    #expect(found.count == 80 && found.share == 0.5)
    #expect(found.consequence.plain.contains("at most exploratory"))
  }

  @Test("session ids on only some events") func mixedSessions() throws {
    let found = try #require(try results("@session=s1 tab:Home > A & Home")["mixed-sessions"])
    #expect(found.count == 1)
    #expect(found.share == 1.0 / 3)
    #expect(try results("Home A")["mixed-sessions"]?.count == 0)
  }

  @Test("times without a zone and duplicates come from the reading") func lineCounts() throws {
    let found = try results("Home", lineCounts: LineCounts(lines: 12, rejected: 2, duplicates: 5, withoutZone: 4))
    #expect(found["no-zone"]?.count == 4 && found["no-zone"]?.share == 0.4)
    #expect(found["duplicate"]?.count == 5 && found["duplicate"]?.share == 0.5)
  }

  @Test("a change of tab that only a screen tells of") func silentSwitch() throws {
    let found = try #require(try results("tab:Home tab:Orders Home * 40")["silent-switch"])
    #expect(found.count == 40)
    #expect(found.share == 1.0 / 3)
  }

  @Test("names that the map does not have, of kinds that it declares") func unmapped() throws {
    var map = AppMap()
    map.tabs = ["Home"]
    map.menus = [.init(name: "menu", items: ["About"])]
    let found = try #require(
      try results("tab:Home tab:Orders > A menu menu:About menu menu:Help more more:Stores", map: map)["unmapped"])
    #expect(found.count == 2)
    #expect(found.consequence.plain.hasPrefix("not in the app map: Help, Orders;"))
  }

  @Test("few users") func thin() throws {
    #expect(try results("Home * 29")["thin"]?.count == 29)
    #expect(try results("Home * 9")["thin"]?.consequence.plain.hasSuffix("there are none below 10 users") == true)
    #expect(try results("Home * 30")["thin"]?.count == 0)
  }

  @Test("rules that had nothing to check") func noEvidence() throws {
    let found = try #require(try results("Home A * 40")["no-evidence"])
    #expect(found.count > 20)
    #expect(found.consequence.plain.hasPrefix("nothing to check for depth.over-limit, "))
    #expect(found.consequence.plain.contains(" and \(found.count - 5) others; "))
  }
}
