import EventLogs
import Reporting
import Statistics
import TestSupport
import Testing

@testable import UsabilityRules

@Suite("Findings of an earlier report")
struct EarlierReportTests {
  private func finding(_ subject: String, in section: String?) -> Finding {
    var finding = Finding(
      rule: "menu.promote", severity: .warning, evidence: .moderate, subjectKind: "item", subject: subject,
      section: section, metric: "share", value: 1.0 / 3,
      interval: Interval(low: 0.25, high: 0.5), threshold: 0.3, users: 12, eligibleUsers: 36, sessions: 20,
      extraTaps: 7, message: "12 of 36 users, \"all\"",
      recommendation: "move it", source: "convention")
    finding.state = .new
    finding.partOf = FindingKey(rule: "tabs.more-toll", subject: "More")
    return finding
  }

  @Test(arguments: ["Wishlist", "=SUM(A1)", "a,b \"c\"\nd", "\u{202E}x", "# Ä"])
  func `what is written of a finding is read back`(subject: String) throws {
    let written = finding(subject, in: "menu")
    let records = try #require(
      csvRows(of: CSVWriter.bytes(of: Finding.table(of: [written, finding("Other", in: nil)]))))
    let found = try #require(Finding.findings(in: records))
    #expect(found.count == 2)
    let read = try #require(found.first { $0.section == "menu" })
    #expect(
      read.rule == "menu.promote" && read.severity == .warning && read.evidence == .moderate && read.state == .new
        && read.partOf == written.partOf)
    #expect(
      read.value == 0.333333 && read.interval == written.interval && read.threshold == 0.3
        && read.message.plain == written.message.plain)
    #expect(
      read.users == 12 && read.eligibleUsers == 36 && read.sessions == 20 && read.extraTaps == 7
        && read.effectiveUsers == nil)
  }

  @Test func `columns may be in any order, and a table without its keys is another one`() throws {
    let records = [
      ["subject", "added", "section", "value", "rule", "subject_kind"],
      ["Orders", "x", "", "no number", "depth.over-limit", "section"],
    ]
    let found = try #require(Finding.findings(in: records)?.first)
    #expect(found.key == FindingKey(rule: "depth.over-limit", subject: "Orders") && found.value == nil)
    #expect(Finding.findings(in: [["subject", "section"]]) == nil && Finding.findings(in: []) == nil)
  }
}
