import Foundation
import NavigationAudit
import Reporting
import TestSupport
import Testing

@testable import UsabilityRules

@Suite("Baselines")
struct BaselineTests {
  let folder = TemporaryFolder()

  func finding(_ rule: String, _ subject: String, in section: String? = nil, value: Double = 0.5) -> Finding {
    Finding(
      rule: rule, severity: .warning, evidence: .strong, subjectKind: "item", subject: subject, section: section,
      metric: "reach",
      value: value, message: "\(number: "\(value)") of the users", recommendation: "", source: "")
  }

  @Test func `its file is sorted, holds each finding once, and no number`() {
    let baseline = Baseline(of: [
      finding("menu.promote", "B", in: "menu"), finding("depth.over-limit", "Orders \"x\""),
      finding("menu.promote", "A", in: "menu"),
      finding("menu.promote", "B", in: "menu", value: 0.7),
    ])
    #expect(
      baseline.json == #"""
        {
          "findings" : [
            {
              "rule" : "depth.over-limit",
              "subject" : "Orders \"x\""
            },
            {
              "rule" : "menu.promote",
              "section" : "menu",
              "subject" : "A"
            },
            {
              "rule" : "menu.promote",
              "section" : "menu",
              "subject" : "B"
            }
          ],
          "version" : 1
        }

        """#)
  }

  @Test func `what is written is read again`() throws {
    for findings in [[], [finding("a.b", "ü\n\u{202E}\u{0}"), finding("a.b", ""), finding("a.b", "x", in: "")]] {
      let baseline = Baseline(of: findings)
      try folder.write(baseline.json, to: "baseline.json")
      #expect(try Baseline(file: folder.path("baseline.json")) == baseline)
    }
  }

  @Test func `a finding is known by rule, subject and section, whatever its numbers`() {
    let baseline = Baseline(of: [finding("menu.promote", "Logout", in: "menu"), finding("depth.over-limit", "Orders")])
    #expect(baseline.knows(finding("menu.promote", "Logout", in: "menu", value: 0.9)))
    #expect(!baseline.knows(finding("menu.promote", "Logout", in: "drawer")))
    #expect(!baseline.knows(finding("menu.promote", "Login", in: "menu")))
    #expect(!baseline.knows(finding("menu.unopened", "Logout", in: "menu")))
    // Some rules give the section only if the log shows it.
    #expect(baseline.knows(finding("menu.promote", "Logout")))
    #expect(baseline.knows(finding("depth.over-limit", "Orders", in: "More")))
  }

  @Test func `entries are stale where their rule looked and found nothing`() {
    let baseline = Baseline(of: [
      finding("a.found", "x"), finding("b.gone", "x"), finding("c.not-run", "x"), finding("d.unheard-of", "x"),
    ])
    let comparison = BaselineComparison(
      file: "f", baseline: baseline, findings: [finding("a.found", "x"), finding("b.gone", "y")],
      notJudged: ["c.not-run"])
    #expect(comparison.stale.map(\.name) == ["b.gone x", "d.unheard-of x"])
  }

  @Test func `a file that is not there is named`() throws {
    #expect(
      try #require(throws: AuditError.self) { try Baseline(file: "no/such.json") }.description.hasPrefix(
        "no/such.json: the baseline cannot be read"))
  }
}
