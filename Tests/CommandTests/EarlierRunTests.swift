import Foundation
import TestSupport
import Testing

@Suite("--since-last, --since, --from, --to")
struct EarlierRunTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// A log of three days, and one of three days ten days later: the menu is gone, a quarter of the people use More, and a section has grown deep.
  init() throws {
    let first = Fixtures.smallLog(users: 40)
    try folder.write(first.ndjson, to: "first.ndjson")
    let second = first.flatMap { line -> [LogLine] in
      let (time, user, event) = (line["time"] ?? "", line["user"] ?? "", line["event"] ?? "")
      let later = LogLine(fields: line.fields.map { $0.name == "time" ? ("time", .text(time.replacing("2026-03-0", with: "2026-03-1"))) : $0 })
      if event.hasPrefix("menu") || event.hasPrefix("more") && Int(user.dropFirst(5)) ?? 0 >= 10 { return [] }
      guard line["screen"] == "Reviews" else { return [later] }
      let deeper = (1...5).map { LogLine(later["time"] ?? "", user, "push", ["screen": "Level \($0)"]) }
      return [later] + deeper
    }
    try folder.write(second.ndjson, to: "second.ndjson")
  }

  private static let sentence = "Since the run up to 3 March 2026: 1 finding is new, 1 is gone, none are worse, 1 is better and none are about the same."
  private let rules = ["--select", "tabs.more-toll", "--select", "menu.on-ios", "--select", "depth.over-limit"]

  private func expectChanges(_ outcome: Navaudit.Outcome, in reports: String) throws {
    #expect(outcome.prose.contains(Self.sentence), "\(outcome.output) \(outcome.errors)")
    let report = try String(decoding: folder.data(reports + "/report.md"), as: UTF8.self)
    #expect(report.contains(Self.sentence))
    #expect(report.contains("**New**:\n\n- [Section too deep]("))
    #expect(report.contains("**Better**:\n\n- [Extra tap through More](") && report.contains(": 50.0% before, 20.0% now"))
    #expect(report.contains("**Gone**:\n\n- `menu.on-ios`: 40 of 40 users on iOS opened the menu, 120 times in all."))
    #expect(report.contains("- **Trend:** 50.0% (3 March 2026) → 20.0% (13 March 2026)"))
    #expect(try String(decoding: folder.data(reports + "/report.html"), as: UTF8.self).contains("class=\"trend\""))
  }

  @Test func `an analysis is compared with the report that it replaces, and never with one on the same sessions`() throws {
    let first = try navaudit.run(["analyze", "first.ndjson", "--output", "Reports", "--since-last"] + rules)
    #expect(first.status == 0 && first.output.contains("\nNo earlier run on other sessions to compare with.\n"))
    let second = ["analyze", "second.ndjson", "--output", "Reports", "--since-last"] + rules
    try expectChanges(navaudit.run(second), in: "Reports")
    #expect(try navaudit.run(second).output.contains("\nNo earlier run on other sessions to compare with.\n"))
    let plain = try navaudit.run(["analyze", "second.ndjson", "--output", "Reports"] + rules)
    #expect(!plain.output.contains("Since the run"), "only where it is asked for")
    #expect(!(try String(decoding: folder.data("Reports/report.md"), as: UTF8.self).contains("Trend")))
    // So is a report from a store.
    try navaudit.run(["analyze", "first.ndjson", "--output", "Again", "--no-store"] + rules)
    try expectChanges(navaudit.run(["report", "Reports/navigation.sqlite", "--output", "Again", "--since-last"] + rules), in: "Again")
  }

  @Test func `an earlier report can be named`() throws {
    try navaudit.run(["analyze", "first.ndjson", "--output", "First"] + rules)
    try expectChanges(navaudit.run(["analyze", "second.ndjson", "--output", "Second", "--since", "First"] + rules), in: "Second")
  }

  @Test func `a store that grows is compared with what was last reported`() throws {
    let run = ["report", "app.sqlite", "--output", "Reports", "--since-last"] + rules
    try navaudit("ingest", "first.ndjson", "--store", "app.sqlite")
    #expect(try navaudit.run(run).output.contains("No earlier run"))
    try navaudit("ingest", "second.ndjson", "--store", "app.sqlite")
    let grown = try navaudit.run(run)
    #expect(grown.output.contains("\nSince the run up to 3 March 2026: "), "\(grown.output)")
    #expect(try navaudit.run(run).output.contains("No earlier run"))
  }

  @Test func `dates make the sides of a comparison`() throws {
    try folder.write(Fixtures.smallLog(users: 40).ndjson + (try folder.data("second.ndjson")), to: "both.ndjson")
    let outcome = try navaudit("compare", "both.ndjson", "--before", "date=..2026-03-09", "--after", "date=2026-03-10..", "--output", "Compared")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("date=2026-03-10.. (40 users) next to date=..2026-03-09 (40 users)"))
    let wrong = try navaudit("compare", "both.ndjson", "--before", "date=..", "--after", "date=2026-03-10..")
    #expect(wrong.status == 64 && wrong.errors.contains("`..` is not a range of days; write 2026-03-01..2026-03-14"))
  }
}
