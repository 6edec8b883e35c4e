import Foundation
import TestSupport
import Testing

@Suite("rules, formats, check-map, help")
struct OtherCommandTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  @Test func `rules lists every rule and explains each`() throws {
    let list = try navaudit("rules")
    #expect(list.status == 0)
    let ids = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(
      Set(ids).isSuperset(of: [
        "depth.over-limit", "tabs.over-five", "tabs.more-toll", "tabs.more-outranks", "menu.unopened", "menu.item-undiscovered",
        "menu.abandoned", "menu.promote",
      ]))
    for id in sampled(ids, every: 15) {
      let explanation = try navaudit("rules", id)
      #expect(explanation.status == 0)
      #expect(explanation.output.contains(id))
      #expect(explanation.output.count > 400, "\(id) is explained")
    }
    let page = try navaudit("rules", "--markdown")
    #expect(ids.allSatisfy { page.output.contains("\n### `\($0)`\n") })
  }

  @Test func `formats lists what can be read`() throws {
    let outcome = try navaudit("formats")
    #expect(outcome.status == 0)
    let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(Set(names).isSuperset(of: ["ndjson", "csv"]))
  }

  @Test func `check-map says what is in a map, or what is wrong with it`() throws {
    try folder.write("tabs: [Home, Orders]\nmenus:\n  menu: {items: [Settings]}\n", to: "navaudit.yml")
    let right = try navaudit("check-map")
    #expect(right.status == 0)
    #expect(right.output == "navaudit.yml: valid (2 tabs, 1 menu, 0 screens, 0 rules with settings)\n")
    try folder.write("app: A\ntabz: [Home]\n", to: "wrong.yml")
    let wrong = try navaudit("check-map", "wrong.yml")
    #expect(wrong.status == 2)
    #expect(wrong.errors == "navaudit: wrong.yml:2: unknown key `tabz`; did you mean `tabs`?\n")
    #expect(try navaudit("check-map", "none.yml").status == 2)
    #expect(try navaudit("check-map", Fixtures.sample("navaudit.yml").path).status == 0)
  }

  @Test(arguments: [
    ("simulate", "in a checkout of navaudit, swift run --package-path Benchmarks simulate does the same"),
    ("advise", "analyze and report print the plan, and write its tables"),
  ])
  func `former commands say what there is instead`(command: String, successor: String) throws {
    let outcome = try navaudit(command, "app.yml")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "navaudit: \(command) is no longer a command; \(successor)\n")
  }

  @Test func `help and version are no errors`() throws {
    #expect(try navaudit("--version").status == 0)
    let commands = ["analyze", "ingest", "report", "forget", "baseline", "rules", "formats", "check-map", "check-log", "schema", "init", "compare"]
    for command in sampled(commands, every: 4) {
      let help = try navaudit(command, "--help")
      #expect(help.status == 0)
      #expect(help.output.contains("USAGE: navaudit \(command)"))
    }
    #expect(try navaudit("--help").output.contains("Exit status: 0 done"))
  }
}
