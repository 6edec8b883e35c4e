import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Current, resolved and new findings.
@Suite struct StateTests {
  /// The findings of a rule on a trace and its recent part: the sessions that start in the last third of the time.
  private func findings(
    _ trace: String, _ rule: Rule, map: AppMap = AppMap(), plan: RecommendedMoves? = nil
  ) throws -> [Finding] {
    try results(trace, rule, map: map, plan: plan).findings
  }

  private func results(
    _ trace: String, _ rule: Rule, map: AppMap = AppMap(), plan: RecommendedMoves? = nil
  ) throws -> RuleResults {
    let names = NameTable()
    let starts = try TraceSessions(trace).starts
    let span = SessionSpan(first: try #require(starts.min()), last: try #require(starts.max()))
    let whole = try TraceMeasures(trace, map: map, names: names, span: span)
    let cut = span.recent
    let recent = try TraceMeasures(trace, map: map, names: names, from: cut, for: .rules)
    return Rule.judge(
      whole.measures, whole.scope,
      recent: RecentPart(
        measures: recent.measures, scope: MeasureScope(measures: recent.measures, in: whole.scope), start: cut),
      plan: plan,
      rules: [rule])
  }

  /// Four hundred hours apart: the first session is in the older part, the second in the recent one.
  private static let good = "+400h Home menu menu:Help menu menu:Help"
  private static let bad = "+400h Home menu menu! menu menu!"

  @Test func `A task that got worse is not over, although everybody takes the longer way now`() throws {
    let out = RuleExample.setOut
    let trace = "\(out) tab:Orders > Track +400h \(out) tab:Search tab:Orders > Track * 60"
    for map in [AppMap.orders, AppMap(tasks: AppMap.orders.tasks)] {
      let found = try results(trace, .taskFirstChoice, map: map).findings
      #expect(found.map(\.state) == [.current])
    }
  }

  @Test func `Fewer openings of a menu that everybody leaves are no falling trend`() throws {
    // In the last two weeks, 12 of 100 people open it, and all of them leave it; before, 50 of 100 did.
    let none = "( tab:Home tab:Search +168h ) x 2"
    func people(_ first: String, _ last: String, _ count: Int) -> String {
      "@app_version=1.0 ( tab:Home \(first) tab:Home +168h ) x 2 \(none) @app_version=2.0 \(last) * \(count)"
    }
    let left = "menu menu!"
    let trace = [
      people(left, none, 50), people("menu menu:Settings", none, 38),
      people("menu menu:Settings", "( tab:Home \(left) tab:Search +168h ) x 2", 12),
    ]
    let found = try #require(try results(trace.joined(separator: "\n"), .menuAbandoned).findings.first)
    #expect(found.trend == nil && found.course?.weeks == nil && found.inNewestVersion == true)
  }

  @Test func `A newest version in which everybody begins right has no wrong first choice`() throws {
    func people(_ first: String, _ last: String, _ count: Int) -> String {
      func way(_ detour: String) -> String { "\(RuleExample.setOut) \(detour) tab:Orders > Track tab:Home +168h" }
      let isNew = first != last
      return "@app_version=1.0 ( \(way(first)) ) x 4 "
        + "\(isNew ? "@app_version=2.0 " : "")( \(way(last)) ) x 2 * \(count)"
    }
    let wrong = "tab:Search"
    let trace = [people(wrong, wrong, 60), people("", "", 40), people(wrong, "", 40)].joined(separator: "\n")
    let found = try #require(try results(trace, .taskFirstChoice, map: .orders).findings.first)
    #expect(found.inNewestVersion == false)
  }

  @Test func `As many people as come in a third make its share certain`() throws {
    // 52 of 100 people meet it in the first three of nine weeks, 24 in the last three.
    let bad = "( tab:Home tap:Buy tap:Price!dead tab:Home +168h )"
    let good = "( tab:Home tap:Buy tap:Price tab:Home +168h )"
    let trace = "\(bad) x 9 * 24\n\(bad) x 3 \(good) x 6 * 28\n\(good) x 9 * 48"
    let found = try #require(try results(trace, .touchDead).findings.first)
    #expect(found.trend == .falling && found.course?.first == 0.52 && found.course?.last == 0.24)
  }

  @Test func `What nobody chooses from More any more is not what to link to`() throws {
    let moves = RecommendedMoves(promotions: [], leastUsers: 10)
    func advice(_ now: String) throws -> [String] {
      try findings(
        "( tab:Home more:Orders tab:Home ) x 5 more:Settings more:Settings +400h \(now) * 40", .tabsMoreToll,
        plan: moves
      ).map(\.recommendation.plain)
    }
    func link(to item: String) -> [String] {
      [
        """
        No swap with a tab is certain to save taps. Link to \(item) from Home, where people most often set out for it. \
        Drop from More what nobody uses.
        """
      ]
    }
    let moved = try advice("tab:Home more:Settings")
    let current = try advice("tab:Home more:Orders")
    #expect(moved == link(to: "Settings"))
    #expect(current == link(to: "Orders"))
  }

  @Test func `A menu that nobody's version has any more is over, whoever had it of late`() throws {
    let old = "@app_version=1 ( tab:Home tab:Search menu +9s menu! menu +9s menu:Help ) x 2"
    func state(_ now: String, _ rule: Rule) throws -> [FindingState] {
      try findings("\(old) +100h \(now) +400h \(now) * 60\n\(old) +450h \(now) * 9", rule).map(\.state)
    }
    let new = "@app_version=2 tab:Home tab:Search tab:Help"
    for rule in [Rule.menuAbandoned, .menuSlowScan] {
      #expect(try state(new, rule) == [.over])
      #expect(try state(new.replacing("=2", with: "=1"), rule) == [.current], "it may come back")
      #expect(try state(new + " menu +9s menu! menu +9s menu:Wishlist", rule) == [.current], "the menu is still there")
    }
  }

  @Test func `What goes on is current`() throws {
    let found = try findings("Home menu menu! menu menu! \(Self.bad) * 120", .menuAbandoned)
    #expect(found.map(\.state) == [.current])
  }

  @Test func `What was mended is over, with the figures of the whole log`() throws {
    let found = try findings("Home ( menu menu! ) x 9 \(Self.good) * 120", .menuAbandoned)
    #expect(found.map(\.state) == [.over])
    #expect(found.first?.value == 9.0 / 11)
  }

  @Test(arguments: [("+400h Home menu menu:Help", FindingState.over), ("+400h Home menu menu! menu menu!", .current)])
  func `A clock that is years ahead does not keep what was mended current`(later: String, state: FindingState) throws {
    let found = try findings(
      "Home ( menu menu! ) x 9 \(Self.good) \(later) * 120\nHome +40000h Home * 1", .menuAbandoned)
    #expect(found.map(\.state) == [state])
  }

  @Test func `What is well on Android does not end what is wrong elsewhere`() throws {
    func returned(_ platform: String, _ screen: String) -> String {
      "@platform=\(platform) tab:Home=Start > Product tab:Search tab:Home=\(screen)"
    }
    let lost = returned("ios", "Start")
    let kept = returned("android", "Product")
    let found = try findings(
      "\(lost) +400h \(lost) * 5\n\(lost) +400h tab:Search * 35\n\(kept) +400h \(kept) * 60", .tabsStateLost)
    #expect(found.map(\.state) == [.current] && found.map(\.rows) == [45])
  }

  @Test func `In a log of less than a week, nothing is over`() throws {
    let found = try findings(
      "Home ( menu menu! ) x 9 \(Self.good.replacing("400h", with: "60h")) * 120", .menuAbandoned)
    #expect(found.map(\.state) == [.current])
  }

  @Test func `What has begun is new, with the figures of the recent part`() throws {
    let found = try findings("Home ( menu menu:Help ) x 9 \(Self.bad) * 120", .menuAbandoned)
    #expect(found.map(\.state) == [.new] && found.first?.value == 1)
  }

  @Test func `A screen deep down that nobody visits any more is over`() throws {
    #expect(try findings("tab:T > B > C > D < +400h tab:T > B * 60", .depthHotDeep).map(\.state) == [.over])
    #expect(
      try findings("tab:T > B > C > D < +400h tab:T > B * 60\n+400h tab:T > B > C > D < * 20", .depthHotDeep).map(
        \.state)
        == [.current])
  }

  @Test func `Nobody is new in the last third who was there before`() throws {
    // All of them come two weeks after the log begins and find the item at once; later, some use it in their fifth
    // session of the last third.
    let trace =
      """
      Home +1300h Home\n+400h Home menu:Pay +700h ( Home & ) x 4 Home menu:Pay * 30\n+400h Home menu:Pay +700h ( \
      Home & ) x 5 * 70
      """
    #expect(try findings(trace, .menuLateDiscovery).isEmpty)
  }

  @Test func `A flaw that was mended early is over, although few people use the tab`() throws {
    let often = "( tab:Home tab:Search! tab:Search & ) x 4"
    let mended = "+400h ( tab:Home tab:Search & ) x 4 +400h ( tab:Home tab:Search & ) x 4"
    #expect(try findings("\(often) \(mended) * 40", .tabsRejected).map(\.state) == [.over])
  }

  @Test func `What few taps show to be over is over, if it happened to many people before`() throws {
    // One tap each, early; later everybody taps once more: of ten effective users, an interval says nothing.
    let results = try results(
      "tab:Home tab:Search! tab:Search & +400h tab:Home tab:Search +400h tab:Home tab:Search * 14", .tabsRejected)
    #expect(
      results.findings.map(\.state) == [.over] && results.withoutFinding.isEmpty,
      "what is over is not also too little to be sure")
    #expect(
      try findings(
        "tab:Home tab:Search! tab:Search & +400h tab:Home tab:Search +400h tab:Home tab:Search! tab:Search * 14",
        .tabsRejected
      ).map(\.state) == [
        .current
      ])
  }

  @Test func `A first-run flow is none of the recent part, either`() throws {
    let visit = "tab:Home > B &"
    let flow = "event:app_open{via=first} modal:Intro > I2 > I3 > I4 > I5 > I6 > I7 < modal! tab:Home &"
    let regulars = "\(flow) \(visit) \(visit) +400h \(visit) * 40"
    #expect(
      try findings(
        "\(regulars)\ntab:Home +400h \(visit) \(flow) tab:Home * 1\ntab:Home +500h tab:Home * 9", .depthOverLimit
      ).isEmpty)
    let late = "tab:Home & tab:Home +500h \(flow) * 12"
    #expect(
      try findings("\(visit) +200h \(visit) +500h \(visit) * 40\n\(late)", .depthOverLimit).map(\.state) == [.current],
      "not in their first session")
  }

  @Test func `Where the recent part has fewer than ten users, all is current`() throws {
    let found = try findings("Home menu menu! * 120\nHome \(Self.good) * 9", .menuAbandoned)
    #expect(found.map(\.state) == [.current])
  }

  @Test func `Facts are over when nobody shows them any more`() throws {
    let deep = "tab:Home > B > C > D > E > F > G <"
    #expect(try findings("\(deep) +400h tab:Home > B * 120", .depthOverLimit).map(\.state) == [.over])
    #expect(
      try findings("\(deep) +400h tab:Home > B * 120\ntab:Home +400h \(deep) * 1", .depthOverLimit).map(\.state) == [
        .current
      ])
    #expect(
      try findings("tab:Home > B +400h \(deep) * 120", .depthOverLimit).map(\.state) == [.current],
      "the whole log shows it, too")
  }

  @Test func `A declared flaw is current, whoever uses the app`() throws {
    let map = AppMap(tabs: ["A", "B", "C", "D", "E", "F"])
    #expect(try findings("tab:A tab:B +200h tab:A * 50", .tabsOverFive, map: map).map(\.state) == [.current])
  }

  @Test func `Without a recent part all is current`() throws {
    let found = try UsabilityRulesTests.findings(.menuAbandoned, "Home ( menu menu! ) x 9 \(Self.good) * 120")
    #expect(found.map(\.state) == [.current])
  }
}

/// The cost of findings, with every tap counted once.
@Suite struct TapClaimTests {
  private func finding(
    _ rule: String, _ subject: String, taps: Int, section: String? = nil, state: FindingState = .current
  ) -> Finding {
    var finding = Finding(
      rule: rule, severity: .warning, evidence: .strong, subjectKind: "x", subject: subject, section: section,
      metric: "m", extraTaps: taps, message: "",
      recommendation: "", source: "")
    finding.state = state
    return finding
  }

  private func counted(_ findings: [Finding], taps: Int = 1000) -> [String] {
    findings.countingTapsOnce(of: taps).map {
      "\($0.rule) \($0.subject) \($0.extraTaps ?? 0)\($0.partOf.map { " of \($0.rule) \($0.subject)" } ?? "")"
    }
  }

  @Test func `A later rule's taps of the same kind are part of an earlier one's`() {
    #expect(
      counted([
        finding("depth.over-limit", "Orders", taps: 40), finding("depth.hot-deep", "Statement", taps: 30),
        finding("path.back-chain", "app", taps: 20),
      ])
        == [
          "depth.over-limit Orders 40", "depth.hot-deep Statement 30 of depth.over-limit Orders",
          "path.back-chain app 20",
        ])
  }

  @Test func `A smaller finding is part of a larger one, whichever rule comes first`() {
    #expect(
      counted([finding("depth.hot-deep", "Steps", taps: 30), finding("tabs.state-lost", "Recipes", taps: 120)])
        == ["depth.hot-deep Steps 30 of tabs.state-lost Recipes", "tabs.state-lost Recipes 120"])
  }

  @Test func `Taps on different targets are different taps`() {
    #expect(
      counted([
        finding("touch.dead", "Photo", taps: 40), finding("touch.rage", "Photo", taps: 30),
        finding("touch.rage", "Buy", taps: 20),
      ])
        == ["touch.dead Photo 40", "touch.rage Photo 30 of touch.dead Photo", "touch.rage Buy 20"])
  }

  @Test func `Findings of one rule have taps of their own`() {
    #expect(
      counted([finding("path.pogo", "A", taps: 40), finding("path.pogo", "B", taps: 30)]) == [
        "path.pogo A 40", "path.pogo B 30",
      ])
  }

  @Test func `No more than half of the taps are claimed, the largest claims first`() {
    #expect(
      counted(
        [
          finding("depth.over-limit", "A", taps: 40), finding("path.back-chain", "app", taps: 30),
          finding("touch.dead", "X", taps: 9),
        ], taps: 100)
        == ["depth.over-limit A 40", "path.back-chain app 10", "touch.dead X 0"])
  }

  @Test func `What is over claims nothing`() {
    #expect(
      counted([finding("depth.over-limit", "A", taps: 40, state: .over), finding("depth.hot-deep", "S", taps: 30)])
        == ["depth.over-limit A 40", "depth.hot-deep S 30"])
  }

  /// Random logs, in which rules find many problems.
  @Test(.thorough, arguments: 0..<6 as Range<UInt64>)
  func `The findings of a log never claim more than half of its taps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tokens = [
      "> B", "> C", "> D", "> E", "> F", "> G", "<", "<", "tab:Home", "tab:Search", "tab:Orders", "tab:Home!", "more:X",
      "menu menu!", "menu menu:S",
      "tap:Buy!dead", "tap:Buy", "( > A +1s < ) x 3", "modal:M", "modal!", "+1s", "+2s",
      "tab:Home +1s tab:Search +1s tab:Orders",
    ]
    for _ in 0..<5 {
      let lines = (0..<4).map { _ in
        "tab:Home "
          + (0..<Int.random(in: 3...25, using: &random)).map { _ in
            tokens[Int.random(in: tokens.indices, using: &random)]
          }.joined(separator: " ")
          + " * \(Int.random(in: 5...60, using: &random))"
      }
      let log = try TraceMeasures(lines.joined(separator: "\n"))
      let findings = Rule.judge(log.measures, log.scope).findings
      let claimed = findings.reduce(0) { $0 + ($1.partOf == nil ? $1.extraTaps ?? 0 : 0) }
      #expect(claimed * 2 <= log.measures.totals.taps, "\(lines)")
      for finding in findings {
        guard let owner = finding.partOf else { continue }
        #expect(findings.contains { $0.key == owner && $0.partOf == nil })
      }
    }
  }
}

/// The limits that a log's quality sets.
@Suite struct LogDoubtTests {
  private func checks(_ trace: String) throws -> [LogCheckResult] {
    let log = try TraceMeasures(trace)
    return LogCheck.results(LogCheckContext(log.measures, log.scope, rulesWithoutEvidence: []))
  }

  private func check(_ id: String, _ trace: String) throws -> LogCheckResult {
    try #require(try checks(trace).first { $0.check == id })
  }

  @Test func `Back events that contradict the stack hold structural findings down, and say why`() throws {
    let deep = "tab:Home > B > C > D > E > F > G"
    let found = try findings(.depthOverLimit, "\(deep) <:F <:E <:A * 100")
    #expect(found.map(\.evidence) == [.exploratory] && found.map(\.severity) == [.info])
    #expect(found.first?.doubt?.plain.contains("33.3% of the back events") == true)
    #expect(try findings(.depthOverLimit, "\(deep) <:F <:E <:D * 100").map(\.evidence) == [.structural])
    #expect(try check("contradiction", "\(deep) <:F <:E <:A * 100").count == 100)
  }

  @Test func `Backs that a platform does not log`() throws {
    let trace = "@platform=ios tab:Home > B < > C < * 100\n@platform=android tab:Home > B tab:Search > C * 100"
    let missing = try check("missing-back", trace)
    #expect(missing.count == 100 && missing.share == 0.5 && missing.consequence.plain.contains("android"))
    #expect(try check("missing-back", trace.replacing("tab:Search > C", with: "< > C <")).count == 0)
  }

  @Test func `Batched times hold down what rests on times`() throws {
    let trace = "tab:Home=List ( > A +0s < +0s ) x 3 > B * 100"
    let found = try findings(.pathPogo, trace)
    #expect(found.map(\.evidence) == [.exploratory] && found.first?.doubt?.plain.contains("same time") == true)
    #expect(try findings(.pathPogo, trace.replacing("+0s", with: "+1s")).map(\.evidence) == [.strong])
  }

  @Test func `Events logged twice hold down findings on depth, paths and tabs`() throws {
    let trace = "tab:T +0s tab:T > B +0s > B > C +0s > C > D +0s > D > E > F > G < * 100"
    #expect(try check("doubled", trace).count == 400)
    #expect(try check("doubled", trace).share == 4.0 / 12)
    #expect(try findings(.depthOverLimit, trace).map(\.evidence) == [.exploratory])
    #expect(try findings(.depthOverLimit, trace.replacing("+0s", with: "+1s")).map(\.evidence) == [.structural])
  }

  @Test func `Openings that are not logged hold abandonment down`() throws {
    let found = try findings(.menuAbandoned, "Home menu menu! menu menu! menu:S * 100")
    #expect(found.map(\.evidence) == [.exploratory])
    #expect(try check("implied-opens", "Home menu menu! menu:S * 100").share == 1)
  }

  @Test func `A complete log is free of all these checks`() throws {
    let trace = """
      @platform=ios tab:Home > A +3s <:Home > B > C <:B <:Home menu menu:S tab:Search more:X * 60
      @platform=android tab:Home > A +3s < > B > C < < menu menu! menu menu:S tab:Search more:X * 60
      """
    let ids = [
      "contradiction", "doubled", "missing-back", "batched-time", "long-session", "outlying-time", "implied-opens",
      "no-target", "heavy-user",
    ]
    let found = try checks(trace).filter { ids.contains($0.check) }
    #expect(found.count == ids.count && found.filter { $0.count != 0 }.map(\.check) == [])
  }

  @Test func `A heavy user is named, with the figure without it`() throws {
    let found = try check("heavy-user", "tab:Home ( menu menu! ) x 50\ntab:Home menu menu:S * 40")
    #expect(found.count == 50 && found.share == 50.0 / 90)
    #expect(found.consequence.plain.contains("menu_abandonment 55.6%, without u0000000000000001 0.0%"))
  }

  @Test func `Two findings do not recommend the opposite of one subject`() throws {
    // Used by 3 of 300, and the least used tab by nobody: it is not promoted.
    let trace =
      "( tab:Home tab:Search menu menu:Help +168h ) x 3 * 297\n( tab:Home tab:Search menu menu:Old +168h ) x 3 * 3"
    let log = try TraceMeasures(trace, map: AppMap(tabs: ["Home", "Search", "Club"]))
    let rules = Rule.judge(log.measures, log.scope).findings.filter { $0.subject == "Old" }.map(\.rule)
    #expect(rules.contains("menu.item-undiscovered") && !rules.contains("menu.promote"))
  }
}
