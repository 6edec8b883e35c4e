import Foundation
import TestSupport
import Testing

/// The consistency of options, and messages about other spellings.
@Suite("Command line")
struct CommandLineTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }
  private static let log = Fixtures.smallLog(users: 12).ndjson

  init() throws {
    try folder.write(Self.log, to: "log.ndjson")
  }

  @Test(arguments: sampled(Case.all("wrong-usage"), every: 6))
  func `wrong usage is one line that says what to write`(usage: Case) throws {
    let outcome = try navaudit.run(usage.input.matches(of: /"([^"]*)"|\S+/).map { String($0.1 ?? $0.0) })
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors == "navaudit: \(usage.expected[0])\n")
    #expect(folder.everything() == ["log.ndjson"])
  }

  @Test func `the version has a short form`() throws {
    let outcome = try navaudit("-V")
    #expect(outcome.status == 0)
    #expect(outcome.output == (try navaudit("--version").output))
    #expect(outcome.output.split(separator: ".").count == 3)
  }

  @Test func `the schema is JSON that knows the rules`() throws {
    let outcome = try navaudit("help", "schema")
    let schema = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect((schema["properties"] as? [String: Any])?.count == 24)
    #expect(outcome.output.contains("\"depth.over-limit\""))
  }

  @Test func `rules lists every rule and explains each`() throws {
    let list = try navaudit("rules")
    #expect(list.status == 0)
    let ids = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(
      Set(ids).isSuperset(of: [
        "depth.over-limit", "tabs.over-five", "tabs.more-toll", "tabs.more-outranks", "menu.unopened",
        "menu.item-undiscovered",
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
}
