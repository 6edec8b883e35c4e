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
    return finding
  }

  private func order(_ findings: [Finding]) -> [String] {
    FindingRanking(findings).findings.map { "\($0.rule) \($0.subject)" }
  }

  @Test func `nine hundred taps come before three, whatever the severity`() {
    let many = finding("touch.dead", "Price", taps: 900)
    let few = finding("depth.over-limit", "Orders", severity: .error, evidence: .structural, taps: 3)
    let ranking = FindingRanking([few, many])
    #expect(ranking.findings == [many, few])
  }

  @Test func `what is urgent comes first, then what saves most`() {
    let sure = finding("a.sure", "A", taps: 70)
    let moderate = finding("b.moderate", "B", evidence: .moderate, taps: 100)  // 66.7
    let hint = finding("c.hint", "C", severity: .info, evidence: .exploratory, taps: 200)  // only a note
    let none = finding("d.none", "D", severity: .error)
    #expect(order([none, hint, moderate, sure]) == ["a.sure A", "d.none D", "b.moderate B", "c.hint C"])
    let ranking = FindingRanking([none, hint, moderate, sure])
    #expect(
      ranking.groups.map(\.urgency) == [.fixNow, .fixNow, .consider, .goodToKnow],
      "a warning that is not sure can wait, a mere note even more")
    #expect(
      [7000, 7001].map { FindingRanking([sure], sessions: $0).groups[0].urgency } == [.fixNow, .consider],
      "a tap in 100 sessions")
    #expect(Urgency.allCases.map { ranking.indices($0) } == [[0, 1], [2], [3]])
  }

  @Test func `findings about the same subject are grouped, behind the one that gains most`() {
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
    let ranking = FindingRanking(all)
    #expect(ranking.others(at: 0) == [5] && ranking.others(at: 4) == [3] && ranking.others(at: 1) == [])
    #expect(ranking.groups.map(\.findings.count) == [2, 1, 1, 2] && ranking.owner(of: lost) == 3)
    #expect(ranking.indices(.goodToKnow) == [5], "a note is never urgent, whatever it is about")
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
