import Measures
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import UsabilityRules

/// What the app does looks like an act of a person in a log: rules, checks and plan leave it out, tables count it.
@Suite struct MadeByAppTests {
  private func check(_ id: String, _ log: TraceMeasures) throws -> LogCheckResult {
    try #require(
      LogCheck.results(LogCheckContext(log.measures, log.scope, rulesWithoutEvidence: [])).first { $0.check == id })
  }

  /// The users of something, by the log and by people.
  private func users(_ kind: Discovery.Kind, _ name: String, _ trace: String, menu: String? = nil) throws -> [Int] {
    let log = try TraceMeasures(trace)
    let subject = Discovery.Subject(kind, log.name(name), container: menu.map { log.name($0) } ?? .unknown)
    return [log.measures, log.measures.byPeople()].map { $0.discovery.users(of: kind, withSessions: 1)[subject] ?? 0 }
  }

  /// Half of the people choose Rewards by code, all choose Help by hand.
  private func rewards(_ wait: String) -> String {
    """
    tab:Home +1003ms menu \(wait) menu:Rewards tab:Home menu +2s menu:Help tab:Search tab:Home menu +2s menu:Help * 60
    tab:Home +1003ms menu +2s menu:Help tab:Search * 60
    """
  }

  @Test func `A choice that comes with its opening is of the app`() throws {
    #expect(try users(.menuItem, "Rewards", rewards("+149ms"), menu: "menu") == [60, 0])
    #expect(try users(.menuItem, "Help", rewards("+149ms"), menu: "menu") == [120, 120])
    #expect(try users(.menuItem, "Rewards", rewards("+150ms"), menu: "menu") == [60, 60], "people may be so quick")
    let coarse = rewards("+0ms").replacing("+1003ms", with: "+1s")
    #expect(try users(.menuItem, "Rewards", coarse, menu: "menu") == [60, 60], "times in seconds do not tell")
    let log = try TraceMeasures(rewards("+149ms"))
    let found = try check("machine-events", log)
    // The choices and the openings: of 480 choices and openings, and 360 selections of tabs.
    #expect(found.count == 120 && found.share == 120.0 / 840, "\(found)")
    #expect(found.consequence.plain.contains("Rewards (60 of 60)"), "\(found.consequence.plain)")
    #expect(log.measures.menus.items.pairs.first { $0.0.item == log.name("Rewards") }?.1.count == 60)
    #expect(try check("opens-with-choice", log).count == 0)
  }

  @Test func `Where times are those of sending, nobody is too quick`() throws {
    let trace = rewards("+149ms") + "\ntab:Home +0ms menu +0ms menu:Help +0ms tab:Search +0ms tab:Home * 60"
    #expect(try users(.menuItem, "Rewards", trace, menu: "menu") == [60, 60])
    let log = try TraceMeasures(trace)
    #expect(try check("batched-time", log).count > 0)
    #expect(try check("machine-events", log).count == 0)
  }

  @Test func `What the app opened makes no trend`() throws {
    func trends(_ start: String) throws -> [FindingTrend?] {
      let log = try TraceMeasures(
        """
        \(start) ( & +240h tab:Home +2s tab:Search ) x 3 * 40
        \(start) ( & +240h tab:Home +2s menu menu! ) x 3 * 3
        """)
      return Rule.judge(log.measures, log.scope, rules: [.menuUnopened]).findings.map(\.trend)
    }
    #expect(try trends("tab:Home") == [.steady])
    #expect(try trends("tab:Home +1003ms menu +200ms menu!") == [nil])
  }

  @Test func `Where nearly all choices come with their opening, both are logged at once`() throws {
    let trace = "( tab:Home +1003ms menu +40ms menu:Help tab:Search ) x 9 menu +2s menu:Help * 60"
    #expect(try users(.menuItem, "Help", trace, menu: "menu") == [60, 60])
    let log = try TraceMeasures(trace)
    #expect(try check("opens-with-choice", log).count == 540)
    #expect(try check("machine-events", log).count == 0)
    let slow = trace.replacing("menu +2s", with: "menu +9s").replacing("x 9", with: "x 9 menu +9s menu!")
    let judged = try TraceMeasures(slow)
    let rules: [Rule] = [.menuSlowScan, .menuAbandoned]
    #expect(Rule.judge(judged.measures, judged.scope, rules: rules).findings.isEmpty)
    let eight = slow.replacing("x 9", with: "x 8").replacing("+40ms", with: "+9s")
    let byHand = try TraceMeasures(eight)
    #expect(Rule.judge(byHand.measures, byHand.scope, rules: [.menuSlowScan]).findings.count == 1)
  }

  @Test func `A plan counts choices by people, whichever way they are logged`() throws {
    func advice(_ trace: String) throws -> (choices: Int?, taps: [Int], saving: [Estimate?]) {
      let log = try TraceMeasures(trace)
      let platform = try #require(Advice(log.measures, log.scope).platforms.first)
      let rewards = platform.entries.first { $0.entry.name == log.name("Rewards") }
      return (rewards?.sums.choices, platform.plans.map(\.taps), platform.plans.map(\.heldOut))
    }
    func trace(_ help: String, _ rewards: String) -> String {
      """
      ( tab:Home +1003ms menu \(help) menu:Help tab:Search menu \(rewards) menu:Rewards tab:Orders & ) x 3 * 60
      ( tab:Home menu +3s menu:Help tab:Search tab:Profile & ) x 3 * 60
      """
    }
    let byHand = try advice(trace("+2s", "+2s"))
    #expect(byHand.choices == 180)
    #expect(try advice(trace("+2s", "+20ms")).choices == 0)
    let same = try advice(trace("+20ms", "+20ms").replacing("menu +3s", with: "menu +30ms"))
    #expect(same.choices == 180 && same.taps == byHand.taps && same.saving == byHand.saving)
  }

  @Test func `An app that selects its tabs as it starts makes no selections`() throws {
    func preloaded(_ wait: String) -> String {
      "cold \(wait) tab:Home \(wait) tab:Search \(wait) tab:Orders \(wait) tab:Home +9s menu +2s menu:Help tab:Orders * 60"
    }
    #expect(try users(.tab, "Search", preloaded("+21ms")) == [60, 0])
    #expect(try users(.tab, "Search", preloaded("+101ms")) == [60, 60])
    func starts(_ trace: String, _ stay: String = "\ncold +21ms tab:Home +9s > Feed * 6") throws -> [String] {
      let log = try TraceMeasures(trace + stay)
      return Advice(log.measures, log.scope).platforms.flatMap(\.otherChanges).filter { $0.kind == .start }.map(\.entry)
    }
    let quick = preloaded("+21ms").replacing("+9s", with: "+3s")
    #expect(try starts(quick) == ["Help"], "people land on Home")
    #expect(try starts("cold +21ms tab:Home +21ms tab:Search +9s tab:Orders * 60") == [])
    #expect(try starts("cold +21ms tab:Home +2s tab:Search +9s tab:Orders * 60") == ["Search"])
    #expect(try starts("cold +21ms tab:Home +2s tab:Search +9s tab:Orders * 60", "") == [], "nobody chose it")
    #expect(try starts("cold +21ms tab:Home +500ms tab:Search +9s tab:Orders * 60") == [], "nobody sees Home")
  }

  @Test func `A kiosk whose clock goes through the tabs selects none`() throws {
    func loop(_ times: Int, _ wait: String = "+8s") -> String {
      "cold +3ms tab:Home ( +8s tab:Search \(wait) tab:Orders +8s tab:Home ) x \(times) * 30\ntab:Search tab:Home * 60"
    }
    #expect(try users(.tab, "Search", loop(7)) == [90, 60])
    #expect(try users(.tab, "Search", loop(6)) == [90, 90], "19 selections")
    #expect(try users(.tab, "Search", loop(7, "+8300ms")) == [90, 90], "more than 2.5% later")
  }

  @Test func `A clock leaves screens whose names differ by an id`() throws {
    func isPogo(_ stay: (Int) -> Int) throws -> Bool {
      let looks = (0..<240).map { "> Item/\(48_213 + $0) +\(stay($0))ms <" }
      let log = try TraceMeasures(
        (0..<60).map { "tab:List " + looks[($0 * 4)..<($0 * 4 + 4)].joined(separator: " ") }.joined(separator: "\n"))
      return Rule.judge(log.measures, log.scope, rules: [.pathPogo]).findings.contains { $0.subject == "List" }
    }
    #expect(try isPogo { 2000 + 11 * $0 } && !isPogo { 4000 + $0 % 3 })
  }

  @Test func `A menu that opens after the same delay at each start opens by itself`() throws {
    func shares(_ waits: [Int]) throws -> [Double?] {
      let opened = waits.map { "cold +3ms Home@1 & cold +3ms Home@1 +\($0)ms menu +2s menu! > A * 40" }
      let log = try TraceMeasures(opened.joined(separator: "\n") + "\nHome@1 menu +2s menu:Help * 60")
      return [log.measures, log.measures.byPeople()].map { $0.menus.menus[log.name("menu")]?.abandonment.share }
    }
    #expect(try shares([600, 610, 620]) == [120.0 / 180, 0])
    #expect(try shares([600, 700, 800]) == [120.0 / 180, 120.0 / 180], "people vary")
    #expect(try shares([600, 610]) == [80.0 / 140, 80.0 / 140], "80 openings are too few")
  }

  @Test func `A menu that opens itself at the first start is not opened`() throws {
    func opened(_ wait: String) -> String {
      "cold +3ms Home@1 \(wait) menu +4s menu! & ( Home@1 menu menu! & ) x 2 * 60"
    }
    func shares(_ trace: String) throws -> [Double?] {
      let log = try TraceMeasures(trace + "\nHome@1 menu +2s menu:Help * 60")
      return [log.measures, log.measures.byPeople()].map { $0.menus.menus[log.name("menu")]?.abandonment.share }
    }
    #expect(try shares(opened("+900ms")) == [180.0 / 240, 120.0 / 180])
    #expect(try shares(opened("+1501ms")) == [180.0 / 240, 180.0 / 240])
    #expect(try users(.menu, "menu", "cold +3ms Home@1 +900ms menu +4s menu! & Home@1 * 60") == [60, 0])
    #expect(try users(.menu, "menu", "cold +3ms Home@1 +900ms menu +4s menu:Help & Home@1 * 60") == [60, 60], "chosen")
  }

  @Test func `A back that comes after its screen is one act`() throws {
    func late(_ wait: String) -> String { "( tab:Home > A > B +1003ms A \(wait) < ) x 3 ( tab:Home > A < ) x 3 * 60" }
    let log = try TraceMeasures(late("+800ms"))
    #expect(try check("late-backs", log).count == 180)
    #expect(LogReliability(log.measures, log.scope).all.map(\.check).contains("late-backs"))
    let near = try TraceMeasures(late("+801ms"))
    #expect(try check("late-backs", near).count == 0)
  }

  @Test func `Of a modal screen that asks once for each person, no tab acts`() throws {
    func asked(_ times: Int) -> String {
      """
      tab:Home ( tab:Sell +100ms modal:Ask modal! tab:Home ) x \(times) tab:Sell tab:Home * 30
      tab:Home tab:Sell +100ms modal:Ask modal! tab:Home * 30
      """
    }
    func findings(_ trace: String) throws -> [String] {
      let log = try TraceMeasures(trace)
      return Rule.judge(log.measures, log.scope, rules: [.tabsActsNotNavigates]).findings.map(\.subject)
    }
    #expect(try findings(asked(1)) == [])
    #expect(try findings(asked(2)) == ["Sell"])
  }
}
