import NavigationModel
import TestSupport
import Testing
import UsabilityRules

/// On `navigation.sqlite`, every rule's query gives the counts that the rule takes from the measures: a reader can
/// check any finding.
@Suite("The queries of the rules") struct RuleQueryTests {
  /// Checks rules on one log.
  /// - Returns: the rules that had something to count.
  @discardableResult
  func check(_ log: StoredLog, rules: [Rule]? = nil, _ comment: @autoclosure () -> String) throws -> Set<String> {
    var counted: Set<String> = []
    for rule in rules ?? log.rules {
      let queried = try log.queried(rule).ofTheLog
      let own = log.counts(rule, queried.columns).ofTheLog
      #expect(queried.columns.contains("users"), "\(rule.id)")
      #expect(own == queried, "\(rule.id): \(comment())")
      if !own.rows.isEmpty { counted.insert(rule.id) }
    }
    return counted
  }

  /// The examples with one map, as users of one log, and whose examples they are.
  private static func logs(of rules: [Rule]) -> [(map: AppMap, traces: String, rules: [Rule])] {
    var logs: [(map: AppMap, traces: String, rules: [Rule])] = []
    for rule in rules {
      for example in rule.examples {
        if let index = logs.firstIndex(where: { $0.map == example.map }) {
          logs[index].traces += "\n" + example.trace.fewer
          if logs[index].rules.last?.id != rule.id { logs[index].rules.append(rule) }
        } else {
          logs.append((example.map, example.trace.fewer, [rule]))
        }
      }
    }
    return logs
  }

  @Test func `agree on the rules' own examples`() async throws {
    // In the quick suite, three rules of each family.
    let judged = RuleFamily.allCases.flatMap { sampled(Rule.rules(of: $0), to: 3) }
    var counted: Set<String> = []
    for (map, traces, rules) in Self.logs(of: judged) {
      counted.formUnion(
        try check(await StoredLog(trace: traces, map: map), rules: isThorough ? Rule.all : rules, traces))
    }
    #expect(judged.map(\.id).filter { !counted.contains($0) } == [])
  }

  @Test(.thorough, arguments: 0..<4 as Range<UInt64>)
  func `agree on random traces`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let trace = RandomTrace.trace(&random)
      let map = random.pick(RandomTrace.maps)
      try check(await StoredLog(trace: trace, map: map), trace)
    }
  }

  @Test(.thorough, arguments: [1, 2, 3] as [UInt64])
  func `agree on events in any order`(seed: UInt64) async throws {
    var log = RandomLog(seed: seed)
    log.events = isThorough ? 3000 : 1000
    try check(await StoredLog(lines: log.lines), "seed \(seed)")
    try check(await StoredLog(lines: log.lines, isReplayed: true), "seed \(seed), replayed")
  }

  @Test(.thorough, arguments: SampleLog.Style.allCases) func `agree on a log with many flaws`(style: SampleLog.Style)
    async throws
  {
    let lines = SampleLog.lines(users: 1...60, style: style)
    let log = try await StoredLog(text: lines.joined(separator: "\n"), map: Fixtures.sample("navaudit.yml").path)
    #expect(try check(log, "\(style)").count >= (style == .views ? 5 : 20))
  }

  @Test(.thorough) func `agree with other thresholds`() async throws {
    for rules in RandomTrace.settings {
      var random = SeededGenerator(seed: 99)
      for _ in 0..<6 {
        let trace = RandomTrace.trace(&random)
        try check(
          await StoredLog(trace: trace, map: AppMap(tabs: ["Home", "Search"], roots: ["Home": "A"], rules: rules)),
          trace)
      }
    }
  }
}

extension String {
  /// The trace with at most a dozen users of each kind, in the quick suite two: if the counts agree for these, they
  /// agree for a hundred.
  fileprivate var fewer: String {
    let most = isThorough ? 12 : 2
    return replacing(/\* ([0-9]+)/) { match in "* \(min(Int(match.1) ?? most, most))" }
  }
}

/// Traces of random tokens, which no sane app would log.
enum RandomTrace {
  private static let tokens = [
    "A", "B", "> B", "> C", "> D@7", "> E", "> F", "> G@3", "<", "< < <", "<:A", "^", "tab:Home", "tab:Search",
    "tab:More", "tab:Home!",
    "tab:Orders=Z", "tab:Search +300ms S", "tab:Home +1500ms H", "tab:Home +2s tab:Search +2s tab:Orders", "more",
    "more:X", "more:Y",
    "menu", "menu!", "menu:S", "menu/side", "menu/side!", "menu/side:T", "menu/side:T=A", "menu:A=B", "menu +2s menu:S",
    "menu +6s menu:A=A",
    "modal:M", "modal!", "modal:A", "link:L", "cold", "background", "tabs:A|B|C", "tabs:Home|B|C|D|E|F", "tabs:Home|B",
    "edit:B|Home",
    "tap:A", "tap:A +1s tap:A", "tap:A +200ms tap:A +200ms tap:A", "tap:B!dead",
    "tap:B!dead +200ms tap:B!dead +1s tap:B!dead", "tap:B!missed",
    "tap:Home!missed +1s tap:Home!missed", "tap", "gesture:g", "gesture:g!", "gesture:g +100ms > C",
    "gesture:h +200ms tab:Home",
    "badge:Home=1", "badge:Home=0", "badge:Search=3", "bar:hidden", "bar:shown", "rotate:landscape",
    "rotate:landscape!", "+300ms", "+1s",
    "+1001ms", "+4s", "+5s", "( > A < ) x 3", "( > A +2s < ) x 3", "&", "&", "@width=compact", "@width=regular",
    "@width=", "@device=tablet",
    "@app_version=2", "@app_version=", "@platform=ios", "@platform=iOS", "@platform=ipados", "@platform=android",
  ]

  static let maps = [
    AppMap(),
    AppMap(
      tabs: ["Home", "Search"], moreTab: "More", moreItems: ["X", "Never"], menus: ["menu": ["S", "A", "Never"]],
      roots: ["Home": "A", "Search": "S"], parents: ["B": "A", "C": "B", "D": "C"],
      tasks: [.init(name: "find C", start: "A", goal: "C"), .init(name: "it's", start: "B", goal: "nowhere")]),
    AppMap(tabs: ["Home", "Search", "Orders"], tasks: [.init(name: "go back", start: "C", goal: "A")]),
  ]

  /// All thresholds at half and at twice their defaults; counts stay integers.
  static let settings: [[AppMap.RuleSettings]] = [0.5, 2].map { factor in
    Rule.all.map { rule in
      let values = rule.thresholds.map { threshold in
        let value = threshold.value * factor
        return (threshold.name, threshold.unit == .share ? min(value, 1) : max(value.rounded(.down), 1))
      }
      return AppMap.RuleSettings(rule.id, thresholds: Dictionary(values) { first, _ in first })
    }
  }

  static func trace(_ random: inout SeededGenerator) -> String {
    let lines = (0..<Int.random(in: 1...14, using: &random)).map { _ in
      (["A"] + (0..<Int.random(in: 1...60, using: &random)).map { _ in random.pick(tokens) }).joined(separator: " ")
    }
    return lines.joined(separator: "\n")
  }
}
