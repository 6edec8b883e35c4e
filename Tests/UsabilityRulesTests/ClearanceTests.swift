@testable import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// What was not judged is not clear.
@Suite struct ClearanceTests {
  private func clearances(_ trace: String, map: AppMap = AppMap()) throws -> [String: (rule: Rule, reason: Text?)] {
    let log = try TraceMeasures(trace, map: map)
    return Dictionary(Rule.judge(log.measures, log.scope).withoutFinding.map { ($0.rule.id, $0) }) { first, _ in first }
  }

  @Test func `thirteen days say nothing of a dead tab`() throws {
    let map = AppMap(tabs: ["Home", "Search", "Club"])
    let short = try #require(try clearances("( tab:Home tab:Search +150h ) x 3 * 200", map: map)["tabs.neglected"])
    #expect(short.reason?.plain == "the log is shorter than 14 days")
    let rare = try #require(
      try clearances("tab:Home tab:Search +350h tab:Home tab:Search * 200", map: map)["tabs.neglected"])
    #expect(rare.reason?.plain == "fewer than 10 users with 3 or more sessions")
    let few = try #require(
      try clearances("( tab:Home tab:Search +170h ) x 3 * 60\n( tab:Home tab:Club +170h ) x 3 * 5", map: map)[
        "tabs.neglected"])
    #expect(few.reason?.plain == "too few users to be sure", "5 of 65 may be less than 5%")
    let clear = try #require(
      try clearances("( tab:Home tab:Search tab:Club +170h ) x 3 * 65", map: map)["tabs.neglected"])
    #expect(clear.reason == nil)
  }

  @Test func `a badge that is never cleared is not judged`() throws {
    let trace = "( badge:Orders=3 tab:Home tab:Orders & ) x 9 tab:Home"
    #expect(try clearances("\(trace) * 100")["tabs.badge-blind"] == nil)
  }

  @Test func `a rule says for what it judged nothing`() throws {
    func reason(_ rule: String, _ trace: String, map: AppMap = AppMap()) throws -> String? {
      try #require(try clearances(trace, map: map)[rule], "\(rule)").reason?.plain
    }
    let quick = "tab:Home +100ms H tab:Search +100ms S tab:Home +100ms H"
    #expect(try reason("tabs.slow-first-open", "\(quick) tab:Search +100ms S * 30") == nil)
    #expect(try reason("tabs.slow-first-open", "\(quick) * 30") == "no tab was opened a second time, with its time")

    let use = "( Home menu menu:Offers +24h ) x 4"
    #expect(try reason("menu.late-discovery", "\(use) * 60") == "the log does not show who is new")
    #expect(try reason("menu.late-discovery", "first \(use) * 60") == nil, "all know it from the first session on")
    #expect(
      try reason("menu.late-discovery", "first \(use) * 5\n\(use) * 60")
        == "fewer than 10 users are new and came 3 times")

    #expect(
      try reason("depth.pass-through", "tab:Home tab:Search * 60")
        == "fewer than 10 users went down from the same screen")
    #expect(
      try reason("depth.pass-through", "tab:Home > Gate > Offer * 60")
        == "no screen from which people go on has 100 visits")
    #expect(try reason("depth.pass-through", "tab:Home > Gate +20s > Offer * 120") == nil)

    let map = AppMap(roots: ["Home": "Start"], parents: ["Ghost": "Start"])
    #expect(
      try reason("depth.never-seen", "tab:Home=Start * 100", map: map)
        == "too few users: 3.0% may still use what none of them saw")
    #expect(
      try reason("tabs.reorder-consensus", "tabs:A|B|C|D|More tab:A edit:A|B|C|E|More * 5\ntab:A tab:B * 60")
        == "fewer than 30 users reordered the tabs")
    #expect(
      try reason("menu.on-ios", "@platform=android Home menu menu:Help * 50") == "fewer than 3 users use iOS")
    #expect(
      try reason("menu.slow-scan", "Home menu:Help * 50")
        == "fewer than 10 users have a known time from the opening to the choice")
  }

  @Test func `what is left out because of its kind was checked`() throws {
    // Screens below a list, where people leave, or that every item has; targets that are no tabs; to and fro by chance.
    let silent = ExampleCase.all.filter { !$0.example.fires && !$0.example.caption.contains("fewer than") }
    for tested in silent {
      let log = try TraceMeasures(tested.example.trace, map: tested.example.map)
      let context = RuleContext(tested.rule, log.measures, log.scope)
      let found = Rule.judge(log.measures, log.scope, rules: [tested.rule]).withoutFinding.first
      guard found?.reason?.plain == "fewer than 10 users did this" else { continue }
      #expect(
        !tested.rule.judging.hasUsers(context) || !tested.rule.rows(context.counting).isEmpty,
        "\(tested.rule.id): \(tested.example.caption)", sourceLocation: tested.location)
    }
    let shallow = try clearances("tab:Home > A < tab:Search > B < * 60")
    #expect(try #require(shallow["depth.hot-deep"]).reason == nil)
    let listed = try clearances("tab:Search > Results > Hotel > Map < < > Hotel > Map < * 60")
    #expect(try #require(listed["depth.hot-deep"]).reason == nil)
    let fewVisits = try clearances("tab:Home > A < tab:Home * 9")
    #expect(try #require(fewVisits["depth.hot-deep"]).reason?.plain == "fewer than 10 users")
  }

  @Test(.thorough) func `in examples, a rule that is clear judged something, and nothing near its threshold`() throws {
    for example in Rule.all.flatMap(\.examples) {
      let log = try TraceMeasures(example.trace, map: example.map)
      for clearance in Rule.judge(log.measures, log.scope).withoutFinding where clearance.reason == nil {
        #expect(log.scope.users >= Evidence.leastUsers)
        let shares = clearance.rule.rows(RuleContext(clearance.rule, log.measures, log.scope))
        for share in shares {
          guard let interval = share.interval, let threshold = share.threshold else { continue }
          #expect(
            interval.low > threshold || interval.high < threshold,
            "\(clearance.rule.id): \(share.subject), \(example.trace)")
        }
      }
    }
  }
}

/// Random logs: whatever is called clear was judged.
@Suite struct RandomClearanceTests {
  /// A few lines of random sessions, of random numbers of people, over some days or weeks.
  private static func trace(_ random: inout SeededGenerator) -> String {
    let words = [
      "tab:Home", "tab:Search", "tab:Club", "> A", "> B", "> C > D > E > F > G", "<", "menu menu:Help",
      "menu menu:About", "menu menu!", "more more:Stores",
      "gesture:swipe", "gesture:pinch!", "tap:Buy", "tap:Buy!dead", "modal:Ask modal!", "link:Offer", "tab:Club!",
      "+2s", "cold", "rotate:landscape!",
      "badge:Club=2", "tabs:Home|Search|Club", "bar:hidden",
    ]
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let session = (0..<Int.random(in: 1...9, using: &random)).map { _ in random.pick(words) }.joined(separator: " ")
      let pause = random.pick([2, 24, 90, 170])
      let times = Int.random(in: 1...5, using: &random)
      return "tab:Home ( \(session) +\(pause)h ) x \(times) * \(Int.random(in: 1...90, using: &random))"
    }.joined(separator: "\n")
  }

  @Test(.thorough, arguments: Array(1...60)) func `every rule that is clear has the evidence`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let trace = Self.trace(&random)
    let log = try TraceMeasures(
      trace, map: AppMap(tabs: ["Home", "Search", "Club"], menus: ["menu": ["Help", "About", "Imprint"]]))
    let results = Rule.judge(log.measures, log.scope)
    let doubts = LogReliability(log.measures, log.scope)
    for clearance in results.withoutFinding where clearance.reason == nil {
      let rule = clearance.rule
      let context = RuleContext(rule, log.measures, log.scope)
      let names = Set(rule.thresholds.map(\.name))
      #expect(!results.findings.contains { $0.rule == rule.id && $0.state != .over }, "\(rule.id)")
      #expect(doubts.doubt(about: rule) == nil, "\(rule.id)")
      #expect(log.scope.users >= 10, "\(rule.id)")
      if names.contains("days") { #expect(log.measures.days >= 14, "\(rule.id): \(trace)") }
      if names.contains("sessions") {
        #expect(log.measures.discovery.users(withSessions: 3) >= 10, "\(rule.id): \(trace)")
      }
      for share in rule.rows(context) {
        guard let interval = share.interval, let threshold = share.threshold else { continue }
        #expect(interval.low > threshold || interval.high < threshold, "\(rule.id): \(share.subject), \(trace)")
      }
    }
  }
}

/// What two sides of a comparison can be trusted with.
@Suite struct ComparedSidesTests {
  private func sides(_ before: String, _ after: String) throws -> ComparedSides {
    let one = try TraceMeasures(before)
    let two = try TraceMeasures(after)
    return ComparedSides(
      before: one.measures, after: two.measures, beforeScope: one.scope, afterScope: two.scope, sums: ComparisonSums())
  }

  @Test func `people who come more often reach more`() throws {
    let visit = "tab:Home > A <"
    let rare = "\(visit) & \(visit) * 40\n\(visit) * 40"
    #expect(try sides(rare, "\(visit) & \(visit) & \(visit) * 80").exposureDiffers)
    #expect(try !sides(rare, rare).exposureDiffers)
  }

  @Test func `a release that begins to log ways back changes the logging`() throws {
    let before = "tab:Home > A < > A tab:Search tab:Home=Home > A tab:Search * 60"
    let after = "tab:Home > A < > A < tab:Search tab:Home > A < tab:Search * 60"
    #expect(try sides(before, after).structureDoubt?.plain.contains("the sides log ways back differently") == true)
    #expect(try sides(after, after).structureDoubt == nil)
  }

  /// Of five pushes, people come up from one by a way back and from four by the tab; or from all of them by ways back.
  /// All screens are as deep as before.
  @Test func `people who go back step by step are no change of the logging`() throws {
    let before = "tab:Home > A > B tab:Home > A < > A > B tab:Home tab:Search * 60"
    let after = "tab:Home > A > B < < > A < > A > B < < tab:Search * 60"
    #expect(try sides(before, after).structureDoubt == nil)
    #expect(try sides(after, before).structureDoubt == nil)
  }

  /// A third of the people leave A without a trace: for them, B and C seem to lie a level deeper. 0.89 ways back for
  /// each push, then 1.
  @Test func `ways back that are missing here and there pile up levels`() throws {
    let all = "tab:Home > A < > B < > C < tab:Search"
    let before = "\(all) * 40\ntab:Home > A > B < > C < tab:Search * 20"
    #expect(
      try sides(before, "\(all) * 60").structureDoubt?.plain.contains("the sides log ways back differently") == true)
    // Where B and C are moved a level down, they are so for everybody, and this is no change of the logging.
    let deeper = "tab:Home > A > B < > C < < > A tab:Search * 60"
    #expect(try sides("tab:Home > A < > B < > C < > A tab:Search * 60", deeper).structureDoubt == nil)
  }

  @Test func `weeks that differ are said first`() throws {
    let visit = "( tab:Home > A < +24h ) x 7"
    #expect(try sides(visit + " * 20", visit + " * 30").weeksApart == 0)
    // Of eight days, one is in the week before.
    #expect(try sides(visit + " * 20", "tab:Home +336h " + visit + " * 20").weeksApart > 0.8)
  }
}
