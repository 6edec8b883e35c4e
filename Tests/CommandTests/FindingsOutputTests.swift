import Foundation
import TestSupport
import Testing

@Suite("--write, --annotations")
struct FindingsOutputTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }
  var navaudit: Navaudit { refusal.navaudit }

  /// A log whose findings are warnings and notes, with a map next to it.
  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    try folder.write("tabs: [Home, Search, More]\nmore: {tab: More, items: [Coupons]}\n", to: "navaudit.yml")
  }

  private func analyze(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> Navaudit.Outcome {
    let outcome = try navaudit.run(["analyze", "log.ndjson", "--map", "navaudit.yml", "--output", "Reports"] + arguments)
    #expect(outcome.errors == "", sourceLocation: location)
    return outcome
  }

  private func results(_ file: String) throws -> [[String: Any]] {
    let log = try #require(JSONSerialization.jsonObject(with: folder.data(file)) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
  }

  /// A folder whose other spelling is a link to it looks like one on a disk that ignores case.
  @Test func `names that are one on a disk that ignores case are refused`() throws {
    try folder.write("", to: "aB/.keep")
    try FileManager.default.createSymbolicLink(atPath: folder.path("Ab"), withDestinationPath: "aB")
    let run = ["analyze", "log.ndjson", "--output", "Reports", "--write"]
    let refused = try navaudit.run(run + ["sarif=aB/out,junit=aB/OUT"])
    #expect(refused.status == 2)
    #expect(refused.errors == "navaudit: aB/OUT: is named by --write sarif and by --write junit; name a file for each\n")
    #expect(try navaudit.run(run + ["sarif=out,junit=OUT"]).status == 0)
  }

  @Test func `each format goes to its file, in the order of the findings`() throws {
    let outcome = try analyze("--write", "sarif=out.sarif", "--write", "junit=Reports/out.xml", "--write", "codequality=out=1.json", "-q")
    #expect(outcome.status == 0 && outcome.output == "")
    let rules = try folder.table("Reports/findings.csv")["rule"]
    #expect(!rules.isEmpty)
    #expect(try results("out.sarif").compactMap { $0["ruleId"] as? String } == rules)
    let issues = try #require(JSONSerialization.jsonObject(with: folder.data("out=1.json")) as? [[String: Any]])
    #expect(issues.compactMap { $0["check_name"] as? String } == rules)
    // Warnings and errors fail, unless another level is given.
    let failures = Set(zip(rules, try folder.table("Reports/findings.csv")["severity"]).filter { $0.1 != "info" }.map(\.0)).count
    #expect(try folder.text("Reports/out.xml").contains("failures=\"\(failures)\" errors=\"0\">\n  <testsuite "))
    #expect(try analyze("--write", "junit=out.xml", "--fail-on", "error", "-q").status == 0)
    #expect(try folder.text("out.xml").contains("failures=\"0\" errors=\"0\">\n  <testsuite "))
    #expect(!folder.everything().contains { $0.contains(".navaudit-") })
  }

  @Test func `the same from the store, by the same fingerprints`() throws {
    _ = try analyze("--write", "sarif=a.sarif", "-q")
    // A log of another day and more people: other figures, the same findings.
    try folder.write(Fixtures.smallLog(users: 44).ndjson, to: "log.ndjson")
    _ = try analyze("--write", "sarif=b.sarif", "-q")
    #expect(try navaudit("report", "Reports/navigation.sqlite", "--output", "Other", "--write", "sarif=c.sarif", "-q").status == 0)
    func prints(_ file: String) throws -> [String] {
      try results(file).compactMap { ($0["partialFingerprints"] as? [String: String])?["navauditFinding/v1"] }.sorted()
    }
    func messages(_ file: String) throws -> [String] { try results(file).compactMap { ($0["message"] as? [String: String])?["text"] } }
    #expect(try prints("a.sarif") == prints("b.sarif"))
    #expect(try messages("a.sarif") != messages("b.sarif"))
    #expect(try prints("b.sarif") == prints("c.sarif"))
    #expect(try messages("b.sarif") == messages("c.sarif"))
  }

  @Test func `a baseline says what is new, in SARIF, JUnit and annotations`() throws {
    _ = try analyze("-q")
    try navaudit("baseline", "Reports/navigation.sqlite", "-q")
    let outcome = try analyze(
      "--baseline", "navaudit-baseline.json", "--fail-on", "info", "--write", "sarif=out.sarif", "--write", "junit=out.xml", "--annotations",
      "github", "-q")
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(try results("out.sarif").allSatisfy { $0["baselineState"] as? String == "unchanged" })
    #expect(try folder.text("out.xml").contains("failures=\"0\" errors=\"0\">\n  <testsuite "))
  }

  @Test func `annotations come before the summary, pinned to the app map`() throws {
    let outcome = try analyze("--annotations", "github", "--select", "tabs.more-toll", "--select", "tabs.over-five", "--select", "tabs.neglected")
    let lines = outcome.output.split(separator: "\n")
    let toll = try #require(lines.first)
    #expect(toll.hasPrefix("::warning title=Extra tap through More (tabs.more-toll)::"))
    #expect(toll.contains("%25") && !toll.contains(" %,"))
    #expect(lines.contains { $0.hasPrefix("Verdict: ") })
    #expect(lines.last == "Reports in Reports: start with Reports/report.html.")
  }

  @Test(arguments: ["none/out.sarif", "Earlier"])
  func `a file that cannot be written leaves the earlier report whole`(file: String) throws {
    let reason =
      file == "Earlier"
      ? "is a folder; name a file" : "cannot be written (No such file or directory); check the folder and the permissions, or name another file"
    try refusal.expect("analyze", "log.ndjson", "--write", "junit=first.xml", "--write", "sarif=\(file)", message: "\(file): \(reason)")
    #expect(!folder.exists("first.xml"))
  }
}
