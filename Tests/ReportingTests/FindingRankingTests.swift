import Statistics
import TestSupport
import Testing

@testable import Reporting
@testable import UsabilityRules

@Suite struct FindingRankingTests {
  private func finding(
    _ rule: String, _ subject: String, kind: String = "tab", in section: String? = nil, severity: Severity = .warning,
    evidence: Evidence = .strong,
    taps: Int? = nil, partOf: FindingKey? = nil
  ) -> Finding {
    var finding = Finding(
      rule: rule, severity: severity, evidence: evidence, subjectKind: kind, subject: subject, section: section,
      metric: "x", extraTaps: taps,
      message: "\(rule) \(subject)", recommendation: "", source: "")
    finding.partOf = partOf
    return Self.gains(of: finding)
  }

  /// With what it gains in a log of a week.
  private static func gains(of finding: Finding, sessions: Int = 100) -> Finding {
    Gains(all: CountedTime(users: 1000, sessions: sessions, weeks: 1)).gained(by: finding)
  }

  private func ranking(_ findings: [Finding]) -> FindingRanking {
    FindingRanking(findings, time: CountedTime(users: 1000, sessions: 100, weeks: 1))
  }

  private func order(_ findings: [Finding]) -> [String] {
    ranking(findings).findings.map { "\($0.rule) \($0.subject)" }
  }

  @Test func `nine hundred taps come before three, whatever the severity`() {
    let many = finding("touch.dead", "Price", taps: 900)
    let few = finding("depth.over-limit", "Orders", severity: .error, evidence: .structural, taps: 3)
    #expect(ranking([few, many]).findings == [many, few])
  }

  @Test func `what is urgent comes first, then what saves most`() {
    let sure = finding("a.sure", "A", taps: 70)
    let moderate = finding("b.moderate", "B", evidence: .moderate, taps: 100)  // 66.7
    let hint = finding("c.hint", "C", severity: .info, evidence: .exploratory, taps: 200)  // only a note
    let none = finding("d.none", "D", severity: .error)
    let open = finding("e.open", "E")
    #expect(
      order([none, open, hint, moderate, sure]) == ["a.sure A", "b.moderate B", "d.none D", "e.open E", "c.hint C"])
    let ranking = ranking([none, open, hint, moderate, sure])
    #expect(FindingGroup.allCases.map { ranking.indices($0) } == [[0, 1, 2], [3], [4]])
    #expect(ranking.changes.map(\.group) == [.fixNow, .fixNow, .fixNow, .consider, .note])
    #expect(
      [7000, 7001].map { Self.gains(of: sure, sessions: $0).group } == [.fixNow, .consider], "a tap in 100 sessions")
    #expect(
      [6666, 6667].map { Self.gains(of: moderate, sessions: $0).group } == [.fixNow, .consider],
      "what is less sure counts less")
  }

  @Test func `the low bound of a gain decides whether it is urgent`() {
    var share = finding("a.share", "A", taps: 70)
    share.value = 0.5
    share.threshold = 0.2
    share.interval = Interval(low: 0.25, high: 0.75)
    #expect([3500, 3501].map { Self.gains(of: share, sessions: $0).group } == [.fixNow, .consider])
  }

  @Test func `findings without taps follow by the people that they touch`() {
    func touching(_ subject: String, _ rule: String, _ users: Int, of eligible: Int) -> Finding {
      var finding = finding(rule, subject)
      finding.users = users
      finding.eligibleUsers = eligible
      return Self.gains(of: finding)
    }
    let all = [
      touching("A", "gesture.failing", 20, of: 40), touching("B", "gesture.failing", 300, of: 900),
      touching("C", "tabs.neglected", 2, of: 800), finding("touch.dead", "D", taps: 1),
    ]
    #expect(
      order(all) == ["touch.dead D", "tabs.neglected C", "gesture.failing B", "gesture.failing A"],
      "798 do without the tab")
  }

  @Test func `findings about the same thing are one change, at the place of the first`() {
    let toll = finding("tabs.more-toll", "app", kind: "app", taps: 500)
    let coupons = finding("tabs.more-outranks", "Coupons", kind: "item", in: "More", severity: .info)
    let deep = finding(
      "depth.over-limit", "Orders", kind: "section", severity: .error, evidence: .structural, taps: 100)
    let lost = finding("tabs.state-lost", "Orders", taps: 40, partOf: deep.key)
    let dead = finding("touch.dead", "Price", kind: "target", taps: 200)
    let app = finding("tabs.hunting", "app", kind: "app", taps: 150)
    let all = [deep, toll, lost, dead, app, coupons]
    let right = [
      "tabs.more-toll app", "touch.dead Price", "tabs.hunting app", "depth.over-limit Orders",
      "tabs.state-lost Orders", "tabs.more-outranks Coupons",
    ]
    #expect(order(all) == right)
    let ranking = ranking(all)
    #expect(ranking.others(at: 0) == [5] && ranking.others(at: 4) == [3] && ranking.others(at: 1) == [])
    #expect(ranking.changes.map(\.findings) == [[0, 5], [1], [2], [3, 4]] && ranking.owner(of: lost) == 3)
    #expect(ranking.indices(.note) == [5], "a note is never urgent, whatever it is about")
  }

  @Test func `the largest sure saving of all is among the first three changes`() {
    func start(_ entry: String, saving low: Double) -> OtherSaving {
      let estimate = Estimate(value: low + 10, interval: Interval(low: low, high: low + 20))
      return OtherSaving(
        platform: "", sessions: 100,
        change: OtherChange(
          kind: .start, entry: entry, origin: "Home", destination: entry, times: 90, users: 50, taps: 90,
          per100Sessions: estimate, isForMany: true))
    }
    func changes(_ taps: [Int], _ others: [OtherSaving]) -> [String] {
      let findings = taps.map { finding("touch.dead", "T\($0)", kind: "target", taps: $0) }
      let time = CountedTime(users: 1000, sessions: 100, weeks: 1)
      return FindingRanking(findings, others: others, time: time).changes.map {
        $0.other?.change.entry ?? "T\(taps.sorted(by: >)[$0.findings[0]])"
      }
    }
    let search = start("Search", saving: 50)
    #expect(
      changes([49, 48, 47, 46], [start("Offers", saving: 20), search]) == ["T49", "T48", "Search", "T47", "T46"])
    #expect(changes([51, 48, 47, 46], [search]) == ["T51", "T48", "T47", "T46"], "a finding saves more")
    #expect(changes([49], [search]) == ["T49", "Search"])
    #expect(changes([], [search]) == ["Search"])
    #expect(changes([49], [start("T49", saving: 50)]) == ["T49"], "a finding is about it")
  }

  @Test func `the order does not depend on that of the findings`() {
    var findings = [finding("tabs.more-toll", "app", kind: "app", taps: 50)]
    for number in 0..<12 {
      findings.append(
        finding(
          "menu.promote", "Item \(number % 5)", kind: "item", in: number % 2 == 0 ? "menu" : "More",
          taps: number * 7 % 40))
      findings.append(finding("menu.unopened", "menu", kind: "menu", severity: .info))
    }
    let right = order(findings)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 { #expect(order(findings.shuffled(using: &random)) == right) }
  }
}
