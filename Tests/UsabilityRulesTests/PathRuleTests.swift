import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of depth, paths and tasks, with hand-computed numbers.
@Suite struct PathRuleTests {
  /// A rule, a log that makes it fire, and the kinds that leave out a screen of it.
  static let casesOfKinds:
    [(rule: Rule, trace: String, subject: String, screen: String, kinds: Set<AppMap.ScreenKind>)] = [
      (.depthOverLimit, "tab:T > B > C > D > E > F < * 100", "T", "F", [.wizard, .compose, .folder]),
      (.depthOverLimit, "tab:T modal:A > B > C > D > E > F < * 100", "A", "F", [.wizard, .compose, .folder]),
      (.depthHotDeep, "tab:T > B > C > D < * 40\ntab:T > B > C * 80", "D", "D", [.wizard, .compose, .folder, .player]),
      (.pathDeadEnd, "tab:Home > Cart > Receipt * 100", "Receipt", "Receipt", [.wizard, .compose]),
      (.pathBackChain, "tab:T > A > B > C < < < > D * 100", "app", "B", [.folder]),
      (
        .tabsBarHidden, "tab:Home > Product bar:hidden bar:shown < tab:Home * 100", "app", "Product",
        [.wizard, .compose, .player]
      ),
      (.pathPogo, "tab:Home ( > A +5s < ) x 3 > B * 100", "Home", "Home", [.lookup]),
      (.pathPogo, "tab:Home ( > A +5s < ) x 3 > B * 100", "Home", "A", [.lookup]),
    ]

  @Test func `in an app without tabs, what to do about chains of back taps is not about tabs`() throws {
    let advice = "how the levels above as breadcrumbs, and close finished tasks with a single tap."
    #expect(
      try findings(.pathBackChain, "Home > A > B > C < < < > D * 100").map(\.recommendation.plain) == ["S" + advice])
    let tabs = try findings(.pathBackChain, "tab:Home > A > B > C < < < > D * 100").map(\.recommendation.plain)
    #expect(tabs == ["Let a second tap on the tab go to its root, s" + advice])
  }

  @Test(arguments: sampled(casesOfKinds)) func `Screens of a kind leave out what is right for them`(
    rule: Rule, trace: String, subject: String, screen: String, kinds: Set<AppMap.ScreenKind>
  ) throws {
    #expect(try findings(rule, trace).map(\.subject) == [subject])
    for kind in AppMap.ScreenKind.allCases {
      var map = AppMap()
      map.screenKinds = [.init(pattern: "^\(screen)$", kind: kind), .init(pattern: ".", kind: .player)]
      if kinds.contains(.player) { map.screenKinds.removeLast() }
      #expect(try findings(rule, trace, map: map).map(\.subject) == (kinds.contains(kind) ? [] : [subject]), "\(kind)")
    }
  }

  @Test func `People count by their deepest step on screens of other kinds`() throws {
    var map = AppMap()
    map.screenKinds = [.init(pattern: "^Step", kind: .wizard)]
    let found = try findings(
      .depthOverLimit, "tab:T > B > C > D > E > F > Step1 > Step2 < * 20\ntab:T > Step1 < * 30", map: map)
    let finding = try #require(found.first)
    #expect(
      finding.message.plain == "20 of 50 users went deeper than level 5 in T, which goes down to level 6"
        && finding.extraTaps == 20)
    #expect(
      found.count == 1
        && finding.details.map(\.plain) == ["The most common way is T › B › C › D › E › F (20 users, 20 visits)."])
  }

  @Test func `Nobody saw it, nor what is above it`() throws {
    let map = AppMap(roots: ["Home": "Home"], parents: ["About": "Home", "Imprint": "About", "Licences": "Imprint"])
    let found = try findings(.depthNeverSeen, "tab:Home > About * 400\ntab:Home * 600", map: map)
    #expect(found.map(\.subject) == ["Imprint", "Licences"])
    #expect(
      found[0].message.plain
        == """
        None of 1,000 users ever saw Imprint, which the app map puts below About (at most 0.3% of people go there)
        """
    )
    #expect(found[0].interval?.high == 0.003 && found[0].details.map(\.plain) == ["400 users came as far as About."])
    #expect(found[1].details.map(\.plain) == ["Nobody saw Imprint either."])
  }

  @Test func `The screen of a menu is never a step`() throws {
    var map = AppMap(parents: ["Drawer": "Home", "menu": "Home"])
    map.menus = [.init(name: "menu", items: [], screen: "Drawer")]
    #expect(try findings(.depthNeverSeen, "tab:Home menu Drawer menu! * 400", map: map).isEmpty)
  }

  @Test func `Dead ends by user`() throws {
    // 80 users end there, 20 go on: p = 0.8, Σ(y − pn)² = 80·0.04 + 20·0.64 = 16, n* = p(1 − p)/V = 97.03, k = 100, t =
    // 1.98422.
    let finding = try #require(
      try findings(.pathDeadEnd, "tab:Home > Story * 80\ntab:Home > Story > More * 20").first { $0.subject == "Story" })
    #expect(
      finding.message.plain
        == "In 80 of 100 visits of Story, people left the app; it may be a goal or a dead end"
        + " (80.0%, 70.8–86.8%; 80 users)"
    )
    #expect(finding.details.map(\.plain) == ["Those who go on mostly go to More (20 times)."])
  }

  @Test func `A median lostness above 0.4 warns`() throws {
    // S = 8, N = 5, R = 4: √(0.140625 + 0.04) = 0.425, not above one half.
    let map = AppMap(tasks: [.init(name: "t", start: "A", goal: "D")])
    let set = "event:task_start{target=t}"
    let finding = try #require(
      try findings(.taskLost, "tab:A \(set) > B > C > E < < > C > D * 90\ntab:A \(set) > B > C > D * 30", map: map)
        .first)
    #expect(
      finding.metric == "lostness_p50" && finding.threshold == 0.4 && finding.interval == nil
        && finding.severity == .warning)
    #expect(
      finding.message.plain
        == """
        In 120 completed tries at the task “t” that people set out on, people took 360 more steps than on the shortest \
        route (median lostness 0.43; 120 users)
        """)
  }
}
