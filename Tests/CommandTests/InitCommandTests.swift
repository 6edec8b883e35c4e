import Foundation
import TestSupport
import Testing

@Suite("init, and --infer")
struct InitCommandTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    try folder.write(SampleLog.lines(users: 1...(isThorough ? 60 : 12), style: .views).joined(separator: "\n") + "\n", to: "app.ndjson")
  }

  @Test func `init writes a map that check-map finds right, and does not write over it`() throws {
    let outcome = try navaudit("init", "app.ndjson")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("navaudit.yml: drafted from "))
    #expect(outcome.output.hasSuffix("inferred from screens; review it before you rely on it\n"))
    #expect(try navaudit("check-map").status == 0)
    let text = try folder.text("navaudit.yml")
    let again = try navaudit("init", "app.ndjson")
    #expect(again.status == 2)
    #expect(again.errors == "navaudit: navaudit.yml: already exists; name another file with --output, or overwrite it with --force\n")
    #expect(try navaudit("init", "app.ndjson", "--force").status == 0)
    #expect(try folder.text("navaudit.yml") == text)
    #expect(try navaudit("init", "app.ndjson", "--output", "-").output == text)
    #expect(try navaudit("analyze", "app.ndjson", "--map", "navaudit.yml", "--output", "mapped", "--quiet").status == 0)
    #expect(try folder.table("mapped/summary.csv").cell("depth_mean", column: "value") != "")
  }

  @Test func `a log of screens alone says what would help, and --infer helps`() throws {
    let bare = try navaudit("analyze", "app.ndjson", "--output", "bare")
    #expect(bare.prose.contains("--infer guesses the tabs"))
    #expect(!bare.prose.contains("The log is doubtful"))
    #expect(try folder.table("bare/summary.csv").cell("depth_mean", column: "value") == "")
    let guessed = try navaudit("analyze", "app.ndjson", "--infer", "--output", "guessed")
    #expect(guessed.status == 0)
    #expect(guessed.output.contains("inferred structure: tabs "))
    #expect(try folder.table("guessed/summary.csv").cell("depth_mean", column: "value") != "")
    let quality = try folder.table("guessed/log_quality.csv")
    #expect(try #require(quality.cell("guessed-structure", column: "count").flatMap(Int.init)) > 0)
    #expect(try folder.text("guessed/report.md").contains("Inferred tabs: "))
    let findings = try folder.table("guessed/findings.csv")
    for (rule, message) in zip(findings["rule"], findings["message"]) where rule.hasPrefix("depth.") || rule.hasPrefix("path.") {
      #expect(message.hasSuffix("(rests on inferred structure)"))
    }
  }

  @Test(.thorough) func `a store can be reported on with and without the guess`() throws {
    _ = try navaudit("analyze", "app.ndjson", "--infer", "--output", "guessed", "--quiet")
    _ = try navaudit("report", "guessed/navigation.sqlite", "--infer", "--output", "again", "--quiet")
    #expect(differences(try folder.tables(of: "guessed"), try folder.tables(of: "again")) == [])
    _ = try navaudit("report", "guessed/navigation.sqlite", "--output", "bare", "--quiet")
    #expect(try folder.table("bare/summary.csv").cell("depth_mean", column: "value") == "")
  }

  @Test(.thorough) func `the number of workers does not change a guess`() throws {
    _ = try navaudit("analyze", "app.ndjson", "--infer", "--output", "one", "--workers", "1", "--quiet")
    _ = try navaudit("analyze", "app.ndjson", "--infer", "--output", "four", "--workers", "4", "--quiet")
    #expect(differences(try folder.tables(of: "one"), try folder.tables(of: "four")) == [])
  }
}
