import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// What rules find, with numbers computed by hand: `Tests/Fixtures/cases/findings.txt`, and what needs more than the
/// finding.
@Suite("Findings of one rule")
struct FindingTests {
  /// The map of a case: `[tabs A B]`, `[menu NAME A B]` or `[task NAME START GOAL]` before its trace.
  private func map(_ words: [String]) -> AppMap {
    switch words.first {
    case "tabs": AppMap(tabs: Array(words.dropFirst()))
    case "menu": AppMap(menus: [words[1]: Array(words.dropFirst(2))])
    case "task": AppMap(tasks: [.init(name: words[1], start: words[2], goal: words[3])])
    default: AppMap()
    }
  }

  /// A number of a finding, by its word.
  private func number(_ word: String, _ finding: Finding) throws -> Double? {
    switch word {
    case "users": finding.users.map(Double.init)
    case "eligible": finding.eligibleUsers.map(Double.init)
    case "effective": finding.effectiveUsers.map(Double.init)
    case "sessions": finding.sessions.map(Double.init)
    case "taps": finding.extraTaps.map(Double.init)
    case "examples": Double(finding.examples.count)
    case "value": finding.value
    case "threshold": finding.threshold
    case "low": finding.interval?.low
    case "high": finding.interval?.high
    default: throw TraceError(line: 0, column: 0, expected: "a fact of a finding", found: word)
    }
  }

  private func check(_ fact: String, of finding: Finding) throws {
    let words = fact.split(separator: " ", maxSplits: 1).map(String.init)
    switch words[0] {
    case "info", "warning", "error": #expect(finding.severity.rawValue == fact)
    case "structural", "strong", "moderate", "exploratory": #expect(finding.evidence.rawValue == fact)
    case "subject": #expect(finding.subject == words[1])
    case "section": #expect(finding.section == words[1])
    case "metric": #expect(finding.metric == words[1])
    case "kind": #expect(finding.subjectKind == words[1])
    case "scores": #expect(finding.examples.map { "\($0.score)" }.joined(separator: " ") == words[1])
    default:
      let (found, wanted) = (try number(words[0], finding), Double(words[1]))
      #expect(
        (found == nil) == (words[1] == "none") && abs((found ?? 0) - (wanted ?? 0)) < 1e-6,
        "\(fact): \(found.map { "\($0)" } ?? "none")")
    }
  }

  @Test(arguments: Case.all("findings"))
  func `a rule finds in a small log what was computed by hand`(log: Case) throws {
    let match = try #require(log.input.wholeMatch(of: /(?s)(\S+) (?:\[([^\]]+)\] )?(.*)/))
    let rule = try #require(Rule.all.first { $0.id == match.1 })
    let map = map(match.2?.split(separator: " ").map(String.init) ?? [])
    let found = try findings(
      rule, String(match.3), map: map,
      mergesAlike: !log.expected.contains { $0.contains("examples ") || $0.contains("scores ") })
    for expected in log.expected {
      let parts = expected.firstMatch(of: /^(finds|says|begins|ends|details|ends with the detail): (.*)$/)
      let text = parts.map { String($0.2) } ?? ""
      if parts?.1 == "finds" {
        #expect(found.map(\.subject).sorted() == (text == "none" ? [] : text.components(separatedBy: " | ")))
        continue
      }
      if expected == "findings 1" {
        #expect(found.count == 1)
        continue
      }
      let finding = try #require(found.first)
      switch parts?.1 {
      case "says": #expect(finding.message.plain == text)
      case "begins": #expect(finding.message.plain.hasPrefix(text))
      case "ends": #expect(finding.message.plain.hasSuffix(text))
      case "details":
        #expect(finding.details.map(\.plain) == (text == "none" ? [] : text.components(separatedBy: " ¶ ")))
      case "ends with the detail": #expect(finding.details.last?.plain == text)
      default: for fact in expected.components(separatedBy: " | ") { try check(fact, of: finding) }
      }
    }
  }

  @Test func `Sets that come and go are named by their tabs`() throws {
    let finding = try #require(
      try findings(
        .tabsUnstableSet, "tabs:A|B|C tab:A tabs:A|B & tabs:C|B|A * 20\ntabs:A|B|C tab:A & tabs:C|B|A * 180",
        mergesAlike: false
      ).first)
    #expect(
      finding.message.plain
        == "20 of 200 users saw tabs come or go within one version and on one kind of device (10.0%, 6.6–14.9%)")
    #expect(
      finding.details.map(\.plain) == ["C came or went for 20 users."] && finding.evidence == .strong
        && finding.severity == .warning
    )
    #expect(finding.examples.map(\.number) == [1, 1, 1, 1, 1])
  }

  @Test func `Of dead taps alone nothing follows`() throws {
    let log = try TraceMeasures("Home tap:Photo!dead * 100")
    let results = Rule.judge(log.measures, log.scope, rules: [.touchDead])
    #expect(results.notRun.map(\.explanation.plain) == ["missing: a tap that worked; log `tap` with `outcome: ok`"])
  }

  @Test func `Where no outcome is logged, rage is a hint only`() throws {
    let trace = "Home tap:Buy +300ms tap:Buy +300ms tap:Buy * 60\nHome tap:Buy * 60"
    let finding = try #require(try findings(.touchRage, trace).first)
    #expect(
      finding.severity == .info && finding.evidence == .strong && finding.extraTaps == 120 && finding.details.count == 2
    )
    #expect(try findings(.touchRage, trace + "\nHome tap:Other!dead").isEmpty)
  }

  @Test func `Taps lost beside a tab`() throws {
    // As in TouchDead: 80 users with 2 of 4, 20 with 0 of 1, equivalent to 88 with equally many taps; and twice as
    // many.
    func trace(_ users: Int) -> String {
      "tab:Home ( tap:Sell!missed tap:Sell tab:Sell ) x 2 * \(users * 4)\ntab:Home tap:Sell tab:Sell * \(users)"
    }
    let finding = try #require(try findings(.touchFringeLoss, trace(20)).first)
    #expect(
      finding.message.plain
        == "160 of 340 taps meant for the tab Sell fell beside its button (47.1%, 41.7–52.4%; 80 users)")
    #expect(
      finding.severity == .warning && finding.extraTaps == 160 && finding.users == 80 && finding.eligibleUsers == 100)
    let sure = try #require(try findings(.touchFringeLoss, trace(40)).first)
    #expect(
      sure.message.plain
        == "320 of 680 taps meant for the tab Sell fell beside its button (47.1%, 43.3–50.8%; 160 users)")
    #expect(sure.severity == .error && sure.extraTaps == 320 && sure.users == 160 && sure.eligibleUsers == 200)
  }

  @Test func `Without gestures nothing is said`() throws {
    let log = try TraceMeasures("Home > A * 50")
    let results = Rule.judge(log.measures, log.scope, rules: Rule.rules(of: .gesture))
    #expect(
      results.ran.isEmpty && results.notRun.allSatisfy { $0.explanation.plain == "missing: a gesture; log `gesture`" })
  }

  @Test func `A platform without the menu does not count, however few people it has`() throws {
    let ios = "@platform=ios ( Home +168h ) x 3 * 25"
    // 12 of 28 open it.
    let android = "@platform=android ( Home menu! menu:Help +168h ) x 3 * 12\n@platform=android ( Home +168h ) x 3 * 16"
    #expect(try findings(.menuUnopened, ios + "\n" + android).isEmpty)
    let alike = "@platform=ios ( Home menu! menu:Help +168h ) x 3 * 1\n@platform=ios ( Home +168h ) x 3 * 24"
    #expect(try findings(.menuUnopened, alike + "\n" + android).map(\.eligibleUsers) == [53])
  }

  @Test(.thorough) func `Of many items, chance finds some: Benjamini–Hochberg`() throws {
    // 7 of 300 against 5%: z = −2.119, p = 0.01704. With four other items 5·p = 0.085, with five 6·p = 0.102.
    func trace(_ others: Int) -> String {
      let rest = (1...others).map { "menu:I\($0)" }.joined(separator: " ")
      return "( Home \(rest) +168h ) x 3 * 293\n( Home \(rest) menu:Rare +168h ) x 3 * 7"
    }
    #expect(try findings(.menuItemUndiscovered, trace(4)).map(\.subject) == ["Rare"])
    #expect(try findings(.menuItemUndiscovered, trace(5)).isEmpty)
  }

  @Test func `Abandonment in shares of opens`() throws {
    // 180 users leave 3 of 4 opens, 20 users leave none of 2: p = 540/760; Σ(y − pn)² = 180·(3 − 4p)² + 20·(2p)²
    // = 180·0.024931 + 20·2.019391: p(1 − p)/V is above the 760 rows, so n* = 760; k = 760²/2960 = 195.14; t = 1.97226.
    let finding = try #require(
      try findings(
        .menuAbandoned,
        "Home menu menu! menu > A menu menu! menu menu:Help * 180\nHome menu menu:Help menu menu:Help * 20",
        mergesAlike: false
      ).first)
    #expect(
      finding.message.plain == "People left the menu without a choice 540 of 760 times (71.1%, 67.7–74.2%; 180 users)")
    #expect(finding.severity == .error && finding.threshold == 0.6)
    #expect(finding.extraTaps == 540 && finding.users == 180 && finding.eligibleUsers == 200 && finding.sessions == 180)
    #expect(finding.details.isEmpty && finding.examples.map(\.score) == [3, 3, 3, 3, 3])
    #expect(Array(finding.shown.map(\.sessions)) == [180] && finding.shown.map(\.platform) == [""])
  }

  @Test func `Sessions that examples count twice, or that do not show it, give no curve`() throws {
    let both = try #require(try findings(.menuOnIos, "@platform=ios Home menu/a menu! menu/b menu! * 40").first)
    #expect(both.shown.isEmpty || both.shown.reduce(0) { $0 + $1.sessions } == both.sessions)
    let slow = try #require(try findings(.menuSlowScan, "Home menu +20s menu:Help * 40").first)
    #expect(slow.shown.isEmpty && !slow.examples.isEmpty, "all choices have examples, the quick ones too")
  }

  @Test func `A long menu is said once`() throws {
    let items = (1...11).map { "I\($0)" }
    let map = AppMap(menus: ["menu": items])
    let quick = try findings(.menuSlowScan, "Home menu +1s menu:I1 * 50", map: map)
    #expect(quick.map(\.message.plain) == ["There are 11 items in the menu, more than 10 (declared in the app map)"])
    #expect(quick.first?.evidence == .structural && quick.first?.value == 11)
    let slow = try findings(.menuSlowScan, "Home menu +9s menu:I1 * 50", map: map)
    #expect(
      slow.map { $0.details.map(\.plain) } == [
        ["The slowest quarter took 9.0 s or more.", "It has 11 items (declared in the app map)."]
      ]
        && slow.first?.evidence == .moderate)
    // Twelve items in the log, but two of them chosen by only two users.
    let chosen = (1...12).map { "menu:I\($0)" }
    let trace = { (both: Int) in
      """
      Home +1s \(chosen.prefix(10).joined(separator: " ")) * 20\nHome \(chosen.suffix(2).joined(separator: " ")) * \
      \(both)
      """
    }
    #expect(try findings(.menuSlowScan, trace(2)).isEmpty)
    #expect(try findings(.menuSlowScan, trace(3)).map(\.value) == [12])
  }

  @Test func `A menu on iOS, however it is spelled`() throws {
    let trace =
      """
      @platform=ios Home menu menu! menu:A * 3\n@platform=iOS Home menu menu! * 2\n@platform=ios Home * \
      5\n@platform=android Home menu!
      """
    let found = try findings(.menuOnIos, trace)
    #expect(found.map(\.message.plain) == ["5 of 10 users on iOS opened the menu (8 times in all)"])
    #expect(
      found.first?.users == 5 && found.first?.eligibleUsers == 10 && found.first?.evidence == .structural
        && found.first?.sessions == 5)
    #expect(found.first?.examples.map(\.score) == [2, 2, 2, 1, 1])
    let log = try TraceMeasures("Home menu:A * 20")
    let results = Rule.judge(log.measures, log.scope, rules: [.menuOnIos])
    #expect(results.notRun.map(\.explanation.plain) == ["missing: the platform of a session; log `platform`"])
  }

  @Test func `what each session says is not asked for`() throws {
    func reason(_ trace: String) throws -> String? {
      let log = try TraceMeasures(trace)
      return Rule.judge(log.measures, log.scope, rules: [.tabsWideOverflow]).notRun.first?.explanation.plain
    }
    let lack = "missing: a tab on a tablet or a regular width; "
    #expect(try reason("tab:A > B < tab:C * 40") == lack + "log `width` or `device`")
    #expect(
      try reason("@width=compact @device=phone tab:A > B < tab:C * 40") == lack + "a longer log may show it")
  }
}
