import NavigationModel
import Testing

@Suite("Regular expressions of the app map")
struct PatternTests {
  private func isFound(_ expression: String, in text: String) throws -> Bool {
    try text.withUTF8Bytes(Pattern(expression).isFound)
  }

  @Test func `found anywhere, or matching the whole text`() throws {
    #expect(try isFound("b+", in: "abbc"))
    #expect(try !isFound("^b", in: "abbc"))
    #expect(try isFound("", in: ""))
    #expect(try Pattern("a|ab").matches("ab"))
    #expect(try !Pattern("b+").matches("abbc"))
    #expect(try Pattern("").matches(""))
  }

  @Test func `groups, also those that took no part`() throws {
    let pattern = try Pattern(#"(\w+)/(\d+)?(?:-(x*))?$"#)
    #expect(pattern.firstMatch(in: "a Product/42-") == ["Product/42-", "Product", "42", ""])
    #expect(pattern.firstMatch(in: "Product/") == ["Product/", "Product", nil, nil])
    #expect(pattern.firstMatch(in: "/") == nil)
  }

  @Test func `characters are those of Unicode`() throws {
    #expect(try Pattern("^.ü.$").firstMatch(in: "zü🛒") == ["zü🛒"])
    #expect(try isFound(#"\p{Greek}"#, in: "aλ"))
    #expect(try isFound("(?i)WARENKORB", in: "Der Warenkorb\0"))
  }

  @Test(arguments: [
    ("(", "missing )", "("), (#"a\qb"#, "invalid escape sequence", #"\q"#), ("(?=a)", "invalid perl operator", "(?="),
    (#"(a)\1"#, "invalid escape sequence", #"\1"#),
  ])
  func `what is none`(expression: String, reason: String, part: String) throws {
    let error = try #require(throws: Pattern.Invalid.self) { try Pattern(expression) }
    #expect(error.reason == reason && error.part == part)
  }

  /// Expressions on which backtracking libraries take exponential time.
  @Test(arguments: ["^(a+)+$", "^(a|aa)+$", "^(a|a)*$", "(a*)*c", "(x+x+)+y", "(.*)*$c", "((a{1,100}){1,9})b$"])
  func `no expression takes for ever`(expression: String) throws {
    #expect(try !isFound(expression, in: String(repeating: "a", count: 10_000) + "d"))
  }
}
