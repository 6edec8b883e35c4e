import NavigationModel
import Testing

@testable import AppMaps

@Suite("Names with ids")
struct NamesWithIDsTests {
  private func rules(_ names: [String]) -> [String] {
    NamesWithIDs(names.sorted()).rules.map { "\($0.isSure ? "" : "? ")\($0.pattern) → \($0.name)" }
  }

  @Test func `long numbers, hexadecimal and UUIDs are ids`() {
    #expect(rules((1000...1003).map { "Order \($0)" }) == [#"^Order \d+$ → Order :id"#])
    #expect(rules(["item-3fa9c01b", "item-77aa00cc", "item-12345abc"]) == [#"^item\-[0-9A-Fa-f]+$ → item-:id"#])
    let uuids = (0..<3).map { "user/0000000\($0)-0000-4000-8000-000000000000/edit" }
    #expect(rules(uuids) == [#"^user/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/edit$ → user/:id/edit"#])
  }

  @Test func `a few short numbers may tell screens apart`() {
    #expect(rules(["Step 1", "Step 2", "Step 3"]) == [#"? ^Step \d+$ → Step :id"#])
    #expect(rules(["Step 1", "Step 2"]) == [])
    #expect(rules((1...20).map { "Page/\($0)" }) == [#"^Page/\d+$ → Page/:id"#])
  }

  @Test func `what is an id at a place is one, also where the address goes on`() {
    let names =
      (101...130).map { "/projects/\($0)" } + ["/projects/104/files", "/projects/122/files", "/step/1/a", "/step/2/a"]
    #expect(
      AppMap.folding(NamesWithIDs(names.sorted()).rules, names)
        == ["/projects/:id", "/projects/:id/files", "/step/1/a", "/step/2/a"])
  }

  @Test func `an id varies: a number that is the same in all names is a part of them`() {
    let pages = (1...25).map { "/covid-19/page/\($0)" }
    #expect(rules(pages) == [#"^/covid\-19/page/\d+$ → /covid-19/page/:id"#])
    #expect(rules(["/covid-19/tests", "/covid-19/rules", "/covid-19/news"]) == [])
  }

  @Test func `the parameter that names the page of one path is the screen`() {
    let names = ["home", "cart", "details&product=p5", "details&product=p7", "catalog&line=a"].map {
      "/shop?action=\($0)"
    }
    #expect(AppMap.folding(NamesWithIDs(names).rules, names) == ["home", "cart", "details", "catalog"])
  }

  @Test func `few names that are ids and nothing else are those of the screens`() {
    #expect(rules(["716808b073e1e41a0c08cfd6913", "6fe00d60a633a9bf69162ac1445", "ab151b9adcfe66a2397666d25ba"]) == [])
  }

  @Test func `what is no address keeps its marks, and a host without a scheme goes`() {
    #expect(rules(["/Series/Who are we?", "/Series/Who is it?", "/Series/#1 of all", "/Home"]) == [])
    let names = ["town.example/", "town.example/offices", "town.example/offices?page=2"]
    #expect(AppMap.folding(NamesWithIDs(names).rules, names) == ["/", "/offices"])
    let fragments = ["", "#home", "#map", "#help"].map { "file:///kiosk.html" + $0 }
    #expect(AppMap.folding(NamesWithIDs(fragments).rules, fragments) == ["/kiosk.html", "home", "map", "help"])
  }

  @Test func `a list, its items and what is below them stay apart`() {
    let names = ["products"] + (4711...4713).flatMap { ["products/\($0)", "products/\($0)/123", "products/\($0)/456"] }
    let rules = NamesWithIDs(names.sorted()).rules
    #expect(rules.map(\.name) == ["products/:id", "products/:id/:id"])
    #expect(AppMap.folding(rules, names) == ["products", "products/:id", "products/:id/:id"])
  }

  @Test func `ids of several kinds in one place are one screen`() {
    let names = ["item/12345", "item/3fa9c01b", "item/77aa00cc"]
    #expect(AppMap.folding(NamesWithIDs(names).rules, names) == ["item/:id"])
  }

  @Test func `addresses lose host, query and fragment, and keep their levels`() {
    let names = [
      "https://shop.example/", "https://shop.example/products?page=2", "https://shop.example/products/4711#top",
      "https://shop.example/products/4712/",
      "https://www.shop.example/products/4713", "https://shop.example/cart",
    ]
    #expect(AppMap.folding(NamesWithIDs(names).rules, names) == ["/", "/products", "/products/:id", "/cart"])
    let routes = [
      "https://app.example/#/orders", "https://app.example/#/orders/1001", "https://app.example/#/orders/1002",
      "https://app.example/#/orders/1003",
    ]
    #expect(AppMap.folding(NamesWithIDs(routes).rules, routes) == ["/orders", "/orders/:id"])
    let hosts = ["https://a.example/x", "https://b.example/x"]
    #expect(AppMap.folding(NamesWithIDs(hosts).rules, hosts) == ["a.example/x", "b.example/x"])
  }

  @Test func `short names of digits and letters are ids if there are several`() {
    let projects = ["12d4", "9abc", "1e45", "77f0", "4711"].map { "Home > Projects > prj-\($0)" }
    #expect(rules(projects) == [#"^Home \> Projects \> prj\-[0-9A-Fa-f]{4,}$ → Home > Projects > prj-:id"#])
    let names = (projects + ["Home > Projects > prj-face", "Home > Projects > prj-edit", "Home > Projects"]).sorted()
    #expect(
      AppMap.folding(NamesWithIDs(names).rules, names) == [
        "Home > Projects", "Home > Projects > prj-:id", "Home > Projects > prj-edit",
      ])
    let orders = ["/orders/12d4", "/orders/1e45", "/orders/3f3f", "/orders/4b1c", "/orders/9abc", "/orders/add"]
    #expect(AppMap.folding(NamesWithIDs(orders).rules, orders) == ["/orders/:id", "/orders/add"])
    let codes = ["/t/a1b2c", "/t/k3m9", "/t/q8z7", "/t/x7k2", "/t/zz9y8"]
    #expect(AppMap.folding(NamesWithIDs(codes).rules, codes) == ["/t/:id"])
    #expect(rules(["order_8831", "order_8832", "order_9000"]) == [#"^order_\d+$ → order_:id"#])
    #expect(rules(["i18n", "iphone12", "iphone13", "step1of5", "step2of5", "step3of5", "step4of5", "step5of5"]) == [])
  }

  @Test func `numbers within words are part of them`() { #expect(rules(["S1", "S2", "S3", "Tab4000"]) == []) }

  @Test func `a pattern matches the names it was made of`() throws {
    let names = (0..<3).map { "a.b (\($0)999) [x] *" }
    let rule = try #require(NamesWithIDs(names).rules.first)
    let regex = try Regex(rule.pattern)
    #expect(names.allSatisfy { $0.wholeMatch(of: regex) != nil })
  }
}

extension AppMap {
  /// What becomes of names by all rules that are certain, each once.
  fileprivate static func folding(_ rules: [NamesWithIDs.Rule], _ names: [String]) -> [String] {
    var map = AppMap()
    map.screenNames = rules.filter(\.isSure).map { .init(pattern: $0.pattern, name: $0.name) }
    return names.reduce(into: []) { found, name in
      let folded = map.rewrite(screen: name) ?? name
      if !found.contains(folded) { found.append(folded) }
    }
  }
}

@Suite("Meanings of names")
struct NamedKindsTests {
  private func kind(_ name: String, hasTarget: Bool = true) -> EventKind? {
    NameWords(name).concepts.kinds(hasTarget: hasTarget).first?.kind
  }

  @Test(
    arguments: [
      ("nav_tab_clicked", EventKind.tabSelect), ("DrawerOpened", .menuOpen), ("menu_item_click", .menuSelect),
      ("back_pressed", .back),
      ("sheet_closed", .modalClose), ("page_viewed", .screenView), ("button_click", .tap),
      ("pestaña_pulsada", .tabSelect), ("MenüGeöffnet", .menuOpen),
      ("écran.affiché", .screenView), ("タブ_タップ", .tabSelect), ("戻る", .back), ("메뉴_열기", .menuOpen),
      ("кнопка-назад", .back), ("sekme tıklandı", .tabSelect),
    ])
  func `by its words, in any language`(name: String, kind: EventKind) { #expect(self.kind(name) == kind) }

  @Test func `a menu that is tapped opens where nothing says what was chosen`() {
    #expect(kind("menu_tapped", hasTarget: false) == .menuOpen)
    #expect(kind("menu_tapped") == .menuSelect)
  }

  @Test(arguments: ["purchase", "api_request_failed", "product added", "backup_started"])
  func `or not at all`(name: String) { #expect(kind(name) == nil) }
}
