import Foundation
import Measures
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import UsabilityRules

/// How rules are selected, run and limited, and how findings are ordered.
@Suite struct JudgementTests {
  /// Fires `depth.over-limit`, `tabs.more-toll`, `menu.abandoned`, …
  static let troubled = """
    tab:Home tab:Orders menu menu! menu menu! > A < > A < > B > C > D > E > F > G more:Coupons tab:Home * 120
    """

  /// A few rules with known findings, whatever other rules there are.
  static let rules: [Rule] = [
    .depthOverLimit, .tabsOverFive, .tabsMoreToll, .tabsMoreOutranks, .menuUnopened, .menuItemUndiscovered,
    .menuAbandoned, .menuPromote,
  ]

  private static let troubledLog = Result { try TraceMeasures(troubled) }

  /// - Parameter trace: nil: ``troubled``, which is measured once, since a map that only sets rules changes none of its
  ///   measures.
  func judge(_ trace: String? = nil, map: AppMap = AppMap(), selection: RuleSelection = .all, rules: [Rule] = rules)
    throws -> RuleResults
  {
    let isMeasured = trace == nil && map == AppMap(rules: map.rules)
    let log = try isMeasured ? Self.troubledLog.get() : TraceMeasures(trace ?? Self.troubled, map: map)
    let scope = MeasureScope(
      measures: log.measures, names: log.scope.names, map: map, declared: log.scope.declared,
      lineCounts: log.scope.lineCounts)
    return Rule.judge(log.measures, scope, selection: selection, rules: rules)
  }

  @Test func `Findings are ordered by group, gain, rule and subject`() throws {
    let found = try judge().findings.map { "\($0.group.rawValue) \($0.extraTaps ?? 0) \($0.rule)" }
    #expect(found == ["fix-now 240 depth.over-limit", "fix-now 240 menu.abandoned", "fix-now 120 tabs.more-toll"])

    func finding(_ rule: String, _ subject: String, _ severity: Severity = .warning, gain: Double = 0) -> Finding {
      var finding = Finding(
        rule: rule, severity: severity, evidence: .strong, subjectKind: "app", subject: subject, metric: "m",
        message: "", recommendation: "", source: "")
      finding.gain.taps = gain
      return finding
    }
    let sorted = [
      finding("z", "z", .error), finding("a", "a", gain: 2), finding("a", "Z"), finding("a", "b"), finding("b", "A"),
      finding("a", "a", .info, gain: 9),
    ]
    #expect(sorted.shuffled().sorted { $0.precedes($1) } == sorted)
    #expect(sorted.allSatisfy { !$0.precedes($0) })
  }

  @Test func `Exempt subjects are listed with the reason`() throws {
    var settings = AppMap.RuleSettings("menu.abandoned")
    settings.exemptions = [.init(subject: "menu", reason: "a status glance"), .init(subject: "other")]
    let results = try judge(map: AppMap(rules: [settings]))
    #expect(!results.findings.contains { $0.rule == "menu.abandoned" })
    #expect(results.exempted.map(\.finding.subject) == ["menu"])
    #expect(results.exempted.map(\.reason) == ["a status glance"])
  }

  @Test func `An item can be exempted in one of its menus`() throws {
    let menus = ["menu", "side"].map { AppMap.Menu(name: $0, items: ["Logout"]) }
    var map = AppMap(rules: [.init("menu.item-undiscovered", exempt: ["side:Logout"])])
    map.menus = menus
    let results = try judge("( Home menu:Help +168h ) x 3 * 120", map: map)
    #expect(results.findings.filter { $0.rule == "menu.item-undiscovered" }.map(\.section) == ["menu"])
    #expect(results.exempted.map(\.finding.section) == ["side"])
  }

  @Test func `Rules can be switched off, selected and ignored`() throws {
    let off = try judge(map: AppMap(rules: [.init("tabs.more-toll", isOff: true)]))
    #expect(!off.ran.contains { $0.id == "tabs.more-toll" })
    #expect(off.notRun.first { $0.rule.id == "tabs.more-toll" }?.explanation == "the app map switches it off")

    #expect(
      try judge(selection: .init(select: ["depth", "tabs.more-toll"])).ran.map(\.id) == [
        "depth.over-limit", "tabs.more-toll",
      ])
    #expect(try judge(selection: .init(ignore: ["menu", "tabs.", "depth.over-limit"])).ran.isEmpty)
    #expect(try judge(selection: .init(select: ["tabs"], ignore: ["tabs.more-toll"])).findings.isEmpty)
    #expect(
      RuleSelection(select: ["tabs", "tab"], ignore: ["depth.over-limit", "depth.over"]).unknown == [
        "tab", "depth.over",
      ])
  }

  @Test func `Thresholds of the map are used, and kept sane`() throws {
    func tolls(_ share: Double) throws -> [Double?] {
      try judge(map: AppMap(rules: [.init("tabs.more-toll", thresholds: ["share": share])])).findings
        .filter { $0.rule == "tabs.more-toll" }.map(\.threshold)
    }
    #expect(try tolls(0.1) == [0.1])
    #expect(try tolls(0.4).isEmpty, "a third of the ways")
    #expect(try tolls(7).isEmpty && tolls(1).isEmpty)
    #expect(try tolls(-3) == [0])
    #expect(try tolls(.nan) == [0.05])
    #expect(try tolls(.infinity).isEmpty)
    for value in [-1e300, 0, 0.5, 1e300, .infinity, -.infinity, .nan] {
      let settings = Rule.all.map { rule in
        AppMap.RuleSettings(
          rule.id, thresholds: Dictionary(uniqueKeysWithValues: rule.thresholds.map { ($0.name, value) }))
      }
      _ = try judge(map: AppMap(rules: settings), rules: Rule.all)
    }
  }

  @Test func `Without structure the families depth, path and tabs do not run`() throws {
    let results = try judge("A B C D E F G H * 50")
    #expect(results.ran.isEmpty && results.findings.isEmpty)
    let depth = try #require(results.notRun.first { $0.rule.id == "depth.over-limit" })
    #expect(
      depth.explanation.plain == """
        missing: an event that shows how people got to a screen; log `tab_select`, `push` or `back`, or declare \
        `roots` in the app map
        """)
    let toll = try #require(results.notRun.first { $0.rule.id == "tabs.more-toll" })
    #expect(toll.explanation.plain.hasSuffix("missing: a choice from the More list; log `more_select`"))
    #expect(results.notRun.map(\.rule.id) == Self.rules.map(\.id))
    #expect(
      try judge("A B C * 50", map: AppMap(tabs: ["A"], roots: ["A": "A"])).ran.map(\.id) == [
        "depth.over-limit", "tabs.over-five",
      ])
  }

  @Test func `Measures that were written and read again give the same findings`() throws {
    let trace = Self.troubled + "\n@width=compact tabs:A|B|C|D|E|F tab:A tab:B tab:C tab:D tab:E tab:F menu:Help * 5"
    let names = NameTable()
    let log = try TraceMeasures(trace, names: names)
    let read = try BinaryDecoder.value(
      Measures.self, from: BinaryEncoder.bytes(of: log.measures, names: names), names: names)
    let findings = Rule.judge(log.measures, log.scope).findings
    #expect(Set(findings.map(\.rule)).isSuperset(of: ["depth.over-limit", "tabs.over-five", "menu.abandoned"]))
    #expect(Rule.judge(read, log.scope).findings == findings)
  }

  @Test func `An empty log has nothing to judge`() throws {
    let results = try judge("", map: AppMap(tabs: ["A", "B", "C", "D", "E", "F"], roots: ["A": "A"]))
    #expect(results.findings.isEmpty && results.ran.isEmpty)
  }

  @Test func `Where a fifth of the steps is inferred, paths are exploratory`() throws {
    // Seven of fourteen steps are inferred, then one of eight.
    let path = "> B > C > D > E > F <"
    let exploratory = try judge("A tab:T b c d e f g \(path) * 30").findings
    #expect(exploratory.map(\.evidence) == [.exploratory] && exploratory.map(\.severity) == [.info])
    #expect(try judge("A tab:T \(path) * 30").findings.map(\.evidence) == [.structural])
  }

  @Test func `The screen on which the app opens may be one that appeared`() throws {
    // A quarter of the steps is inferred: the first of each session.
    let trace = "( A tab:T > B +24h ) x 4 A tab:T > B > C > D > E > F > G < * 29"
    #expect(try judge(trace).findings.map(\.evidence) == [.structural])
    let appeared = try judge(trace.replacing("> B +24h", with: "X tab:T Y tab:T Z +24h")).findings
    #expect(appeared.map { "\($0.rule) \($0.evidence)" } == ["depth.over-limit exploratory"])
  }

  @Test func `Few users hold a severity down`() throws {
    func abandoned(_ users: Int) throws -> [Finding] {
      try judge("Home menu menu! * \(users)", selection: .init(select: ["menu"])).findings
    }
    #expect(try abandoned(9).isEmpty)
    #expect(try abandoned(10).map(\.severity) == [.info] && abandoned(10).map(\.evidence) == [.exploratory])
    #expect(try abandoned(29).map(\.severity) == [.info])
    #expect(try abandoned(30).map(\.severity) == [.warning] && abandoned(99).map(\.evidence) == [.moderate])
    #expect(try abandoned(100).map(\.severity) == [.error])
  }

  @Test func `Intervals of two reaches touch just where the rule stops`() throws {
    // Of 100 users: 50 (40.4–59.6%) against 31 (22.8–40.6%) overlap, against 30 (21.9–39.6%) do not.
    let log = try TraceMeasures("tab:A * 100")
    let context = RuleContext(.menuPromote, log.measures, log.scope)
    func above(_ users: Int, _ reaches: [Int]) -> [Int] {
      context.above(reachOf: (users: users, eligible: 100), reaches.map { Subject("x", share: .users($0, of: 100)) })
        .filter(\.isBeyond).map(\.subject.counted)
    }
    #expect(above(31, [50]) == [])
    #expect(above(30, [50]) == [50])
    // Its p is between 0.02 and 0.025: of four subjects it is a finding, of five no longer.
    #expect(above(30, [50, 0, 0, 0]) == [50] && above(30, [50, 0, 0, 0, 0]) == [])
    #expect(above(0, [100]) == [100])
    #expect(above(50, [50, 0]) == [])
  }
}
