import NavigationModel
import Testing

@testable import AppMaps

@Suite("Names with ids")
struct NamesWithIDsTests {
  private func rules(_ names: [String]) -> [String] { NamesWithIDs(names.sorted()).rules.map { "\($0.isSure ? "" : "? ")\($0.pattern) → \($0.name)" } }

  @Test func `long numbers, hexadecimal and UUIDs are ids`() {
    #expect(rules((1000...1003).map { "Order \($0)" }) == [#"^Order \d+$ → Order"#])
    #expect(rules(["item-3fa9c01b", "item-77aa00cc", "item-12345abc"]) == [#"^item\-[0-9A-Fa-f]+$ → item"#])
    let uuids = (0..<3).map { "user/0000000\($0)-0000-4000-8000-000000000000/edit" }
    #expect(rules(uuids) == [#"^user/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/edit$ → user/edit"#])
  }

  @Test func `a few short numbers may tell screens apart`() {
    #expect(rules(["Step 1", "Step 2", "Step 3"]) == [#"? ^Step \d+$ → Step"#])
    #expect(rules(["Step 1", "Step 2"]) == [])
    #expect(rules((1...20).map { "Page/\($0)" }) == [#"^Page/\d+$ → Page"#])
  }

  @Test func `numbers within words are part of them`() { #expect(rules(["S1", "S2", "S3", "Tab4000"]) == []) }

  @Test func `a pattern matches the names it was made of`() throws {
    let names = (0..<3).map { "a.b (\($0)999) [x] *" }
    let rule = try #require(NamesWithIDs(names).rules.first)
    let regex = try Regex(rule.pattern)
    #expect(names.allSatisfy { $0.wholeMatch(of: regex) != nil })
  }
}

@Suite("Meanings of names")
struct NamedKindsTests {
  private func kind(_ name: String, hasTarget: Bool = true) -> EventKind? { NamedKinds.scores(NameWords(name).concepts, hasTarget: hasTarget).first?.kind }

  @Test(
    arguments: [
      ("nav_tab_clicked", EventKind.tabSelect), ("DrawerOpened", .menuOpen), ("menu_item_click", .menuSelect), ("back_pressed", .back),
      ("sheet_closed", .modalClose), ("page_viewed", .screenView), ("button_click", .tap), ("pestaña_pulsada", .tabSelect), ("MenüGeöffnet", .menuOpen),
      ("écran.affiché", .screenView), ("タブ_タップ", .tabSelect), ("戻る", .back), ("메뉴_열기", .menuOpen), ("кнопка-назад", .back), ("sekme tıklandı", .tabSelect),
    ])
  func `by its words, in any language`(name: String, kind: EventKind) { #expect(self.kind(name) == kind) }

  @Test func `a menu that is tapped opens where nothing says what was chosen`() {
    #expect(kind("menu_tapped", hasTarget: false) == .menuOpen)
    #expect(kind("menu_tapped") == .menuSelect)
  }

  @Test(arguments: ["purchase", "api_request_failed", "product added", "backup_started"])
  func `or not at all`(name: String) { #expect(kind(name) == nil) }
}
