import AppMaps
import EventLogs
import NavigationModel
import TestSupport
import Testing

@Suite struct `Refusing an app map` {
  private func messages(of yaml: String) -> [String] {
    do {
      _ = try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: rulesOfMaps)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: Case.all("refused-maps")) func `each issue has its line and what is expected`(map: Case) {
    let messages = map.expected.map {
      $0.replacing("{keys}", with: topLevelKeys).replacing(
        "{events}", with: EventKind.allCases.map(\.word).joined(separator: ", "))
    }
    #expect(self.messages(of: map.input) == messages.map { "navaudit.yml:\($0)" })
  }

  @Test(arguments: [
    String(repeating: "{a: ", count: 200) + "b" + String(repeating: "}", count: 200),
    String(repeating: "[\n", count: 200),
    String(repeating: "[", count: 100_000),
    (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), String(repeating: "- ", count: 200) + "a",
  ]) func `nested too deep to be composed on a small stack`(yaml: String) {
    let found = messages(of: yaml)
    #expect(found.count == 1 && found[0].hasSuffix("nested more than 64 levels deep"))
  }

  @Test func `brackets that never close in regular expressions are no levels`() {
    let rules = (0..<200).map { "  - pattern: ^P\\[\($0)\n    name: P\($0)\n" }.joined()
    #expect(messages(of: "screen_names:\n" + rules) == [])
  }

  /// Each takes a tenth of a second.
  @Test(arguments: [#"\p{L}{0,500}y"#, (50..<99).map { "[a-z0-9]{1,\($0)}" }.joined(separator: "|")])
  func `patterns that are large together are not all tried`(pattern: String) throws {
    let patterns = (0..<300).map { "  - 'x\($0)(\(pattern))'\n" }.joined()
    let error = try #require(throws: AppMapError.self) {
      try AppMap.read(yaml: "ignore_screens:\n" + patterns, file: "navaudit.yml", rules: [])
    }
    #expect(error.issues.count <= 21)
  }

  @Test func `a file of another kind gives no endless list`() {
    let lines = messages(of: (1...1000).map { "key\($0 * 7919): x\n" }.joined())
    #expect(lines.count == 21)
    #expect(lines.last == "navaudit.yml: 980 more")
  }

  @Test func `a text that is too long for a name`() {
    let name = String(repeating: "x", count: LongName.limit)
    #expect(messages(of: "app: \(name)\ntabs: [\(name)]\n") == [])
    #expect(
      messages(of: "app: x\(name)\n") == [
        "navaudit.yml:1: expected the app's name, found a text of 16385 bytes; 16384 are read"
      ])
  }

  @Test func `issues carry line and column`() throws {
    let error = try #require(throws: AppMapError.self) {
      try AppMap.read(yaml: "app: A\nmore: {items: [Ä], tb: B}\n", file: "a/b.yml", rules: [])
    }
    #expect(error.file == "a/b.yml")
    #expect(error.issues.map(\.position.line) == [2])
    #expect(error.issues.map(\.position.column) == [20])
    #expect(error.issues.map(\.message) == ["unknown key `tb`; did you mean `tab`?"])
  }

  @Test func `long words are cut`() {
    let word = String(repeating: "x", count: 61)
    #expect(
      messages(of: "rules: {\(word): off}") == [
        "navaudit.yml:1: unknown rule `\(word.dropLast())…`; `navaudit rules` lists them"
      ])
  }
}

private let topLevelKeys =
  """
  app, tabs, more, menus, roots, screens, tasks, screen_names, entry_names, ignore_screens, exclude_users, advice, \
  compare, links, rules, columns, times, sessions, time_zone, events, infer, mask_names, entries, screens_kind
  """
