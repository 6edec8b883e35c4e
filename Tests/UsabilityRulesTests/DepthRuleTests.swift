import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// `depth.over-limit`, with hand-computed numbers.
@Suite struct DepthRuleTests {
  @Test func `People, trail and taps are named`() throws {
    // Below level 5, ten people push three times, 27 push once.
    let found = try findings(
      .depthOverLimit,
      """
      tab:Orders=Orders > A > B > C > D > E > F > G < * 10
      tab:Orders=Orders > A > B > C > D > E < * 27
      tab:Home * 375
      """, mergesAlike: false)
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.message.plain == "37 of 37 users went deeper than level 5 in Orders, which goes down to level 8")
    #expect(finding.severity == .error && finding.evidence == .structural)
    #expect(finding.subjectKind == "section" && finding.subject == "Orders" && finding.metric == "depth")
    #expect(finding.value == 8 && finding.threshold == 6 && finding.interval == nil)
    #expect(finding.users == 37 && finding.eligibleUsers == 37 && finding.sessions == 37)
    #expect(finding.extraTaps == 10 * 3 + 27)
    #expect(
      finding.details.map(\.plain) == ["The most common way is Orders › A › B › C › D › E (37 users, 37 visits)."])
    #expect(finding.examples.map(\.score) == [8, 8, 8, 8, 8])
  }

  @Test(arguments: 0..<50) func `Steps of tasks above a screen are those of a walk up, also in a circle`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let screens = (0..<UInt32.random(in: 2...40, using: &random)).map { Name(rawValue: $0) }
    var above: [Name: Name] = [:]
    for screen in screens where !random.once(in: 8) { above[screen] = screens.randomElement(using: &random) }
    func isCounted(_ upper: Name, _ lower: Name) -> Bool { (upper.rawValue + 3 * lower.rawValue) % 2 == 0 }
    let counts = above.stepsUp(where: isCounted)
    for screen in screens {
      var count = 0
      var here = screen
      var met: Set = [screen]
      while let upper = above[here], met.insert(upper).inserted {
        if isCounted(upper, here) { count += 1 }
        here = upper
      }
      #expect(counts[screen] ?? 0 == count)
    }
  }

  @Test func `Where the log says who is new, two sessions of five of them show a first-run flow`() throws {
    let flow = "event:app_open{via=first} modal:Intro > I2 > I3 > I4 > I5 > I6 > I7 < modal! tab:Home"
    #expect(try findings(.depthOverLimit, "\(flow) & tab:Home * 5\n\(flow) * 7").isEmpty)
    #expect(try !findings(.depthOverLimit, "\(flow) & tab:Home * 4\n\(flow) * 8").isEmpty)
  }

  @Test func `A step of a wizard whose name was lost is one of the wizard`() throws {
    var map = AppMap()
    map.screenKinds = [.init(pattern: "^Step", kind: .wizard)]
    let trace = "tab:T modal:Step1 > Step2 > Step3 > Step4 > Step5 > +1s < * 20"
    #expect(try findings(.depthOverLimit, trace).map(\.subject) == ["Step1"])
    #expect(try findings(.depthOverLimit, trace, map: map).isEmpty)
  }

  @Test func `The map's levels count too`() throws {
    let map = AppMap(
      tabs: ["Home", "Orders"], roots: ["Home": "Start", "Orders": "List"],
      parents: ["2": "Start", "3": "2", "4": "3", "5": "4", "6": "5", "7": "6", "Item": "List", "Start": "List"])
    let found = try findings(.depthOverLimit, "tab:Home > 2\ntab:Orders > Item", map: map)
    #expect(found.map(\.message.plain) == ["The app map declares 7 levels in Home: Start › 2 › 3 › 4 › 5 › 6 › 7"])
    #expect(found.map(\.severity) == [.error] && found.map(\.users) == [0])

    let both = try #require(
      try findings(.depthOverLimit, "tab:Home=Start > 2 > 3 > 4 > 5 > 6 < * 3", map: map).first)
    #expect(both.message.plain == "3 of 3 users went deeper than level 5 in Home, which goes down to level 6")
    #expect(both.severity == .error && both.value == 7, "the map's seventh level makes it an error")
    #expect(both.details.last?.plain == "The app map goes down to Start › 2 › 3 › 4 › 5 › 6 › 7 (level 7).")
  }

  @Test func `Parents that go in a circle end somewhere`() {
    let map = AppMap(parents: ["A": "B", "B": "C", "C": "A", "D": "A", "X": "X"])
    let depths = map.deepestTrails()
    #expect(depths.allSatisfy { (1...4).contains($0.trail.count) })
    #expect(
      AppMap(parents: ["A": "Top", "B": "A", "Z": "A"]).deepestTrails().map { [$0.section] + $0.trail } == [
        ["Top", "Top", "A", "B"]
      ])
  }

  @Test func `A chain of popular screens is one finding, and as many figures`() throws {
    let log = try TraceMeasures("tab:T > B > C > D > E < * 60")
    let context = RuleContext(.depthHotDeep, log.measures, log.scope)
    let rows = Rule.depthHotDeep.rows(context)
    #expect(rows.filter(\.fires).map(\.subject) == ["E"] && rows.map(\.subject) == ["D", "E"])
  }

  @Test func `A chain of ten thousand screens is measured at once`() {
    var map = AppMap()
    map.screens = (1...10_000).map { .init(name: "\($0)", parent: "\($0 - 1)") }
    #expect(map.deepestTrails().map(\.trail.count) == [10_001])
  }

  @Test func `Thresholds of the map decide`() throws {
    let trace = "tab:T > 2 > 3 > 4 < * 5"
    let settings = AppMap.RuleSettings("depth.over-limit", thresholds: ["warning": 2, "error": 3, "users": 5])
    let finding = try #require(try findings(.depthOverLimit, trace, map: AppMap(rules: [settings])).first)
    #expect(finding.severity == .error && finding.extraTaps == 5 * 2)
    #expect(finding.message.plain == "5 of 5 users went deeper than level 2 in T, which goes down to level 4")
    #expect(try findings(.depthOverLimit, trace).isEmpty)
    #expect(
      try findings(
        .depthOverLimit, trace, map: AppMap(rules: [.init("depth.over-limit", thresholds: ["warning": 2, "users": 6])])
      ).isEmpty)
  }
}
