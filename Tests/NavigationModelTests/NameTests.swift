import Testing

@testable import NavigationModel

@Suite struct NameTests {
  @Test("a text has one name, the empty text is unknown, and fixed names are known from the start") func names() {
    let table = NameTable()
    #expect(
      table.name("") == .unknown && table.name("?") == .unnamed && table.name("More") == .more
        && table.name("menu") == .menu)
    #expect(table.name("Home") == table.name("Home"))
    #expect(table.text(table.name("Home")) == "Home")
  }

  @Test("texts that differ only in their Unicode normal form are different names") func normalForms() {
    let table = NameTable()
    #expect(table.name("\u{E9}") != table.name("e\u{301}"))
  }

  @Test("names are ordered by Unicode scalars") func order() {
    let table = NameTable()
    let texts = ["b", "a", "\u{FF5E}", "\u{1F600}", "B", "é", "e\u{301}", ""]
    let names = texts.map { table.name($0) }
    let snapshot = table.snapshot()
    #expect(
      snapshot.ordered(names).map { snapshot[$0] } == ["", "B", "a", "b", "e\u{301}", "é", "\u{FF5E}", "\u{1F600}"])
    #expect(snapshot.name("é") == table.name("é"))
    #expect(snapshot.name("nobody") == nil)
  }

  @Test("many names keep their numbers while the table grows") func growth() {
    var interner = ByteInterner()
    let numbers = (0..<10_000).map { number in "name \(number)".withUTF8Bytes { interner.intern($0).number } }
    #expect(numbers == Array(0..<10_000))
    #expect((0..<10_000).allSatisfy { interner.text(of: $0) == "name \($0)" })
    #expect("name 77".withUTF8Bytes { interner.intern($0).isNew } == false)
  }

  @Test("screen names are rewritten by the first rule that matches, with groups") func rewriting() {
    var map = AppMap()
    map.screenNames = [
      .init(pattern: #"^Product/\d+$"#, name: "Product"), .init(pattern: #"^(\w+)/(\w+)$"#, name: "$2 of $1 for $5$x$"),
      .init(pattern: "(", name: "never"),
    ]
    #expect(map.rewrite(screen: "Product/12") == "Product")
    #expect(map.rewrite(screen: "Shop/Cart") == "Cart of Shop for $x$")
    #expect(map.rewrite(screen: "Home") == nil)
  }
}
