import NavigationModel
import Testing

@testable import AppMaps

@Suite("The structure guessed from screens")
struct InferredStructureTests {
  let shop = Paths.shop(filter: true)

  @Test func `tabs come with a reason and how sure they are`() {
    let structure = shop.structure
    #expect(structure.tabs.map(\.screen).sorted() == ["Home", "Orders", "Search"])
    #expect(structure.tabs[0].reason.hasPrefix("100% of the sessions start here"))
    #expect(structure.tabs[1].reason.contains("from"))
    #expect(structure.tabs.allSatisfy { $0.confidence > 0.9 && $0.confidence <= 1 })
    #expect(structure.more == nil)
    #expect(structure.menuItems.isEmpty)
    #expect(structure.users == 60)
  }

  @Test func `screens below come with the one they are reached through`() {
    let parents = Dictionary(uniqueKeysWithValues: shop.structure.children.map { ($0.screen, $0.parent ?? "") })
    #expect(parents["Product"] == "List")
    #expect(parents["List"] == "Home")
    #expect(parents["Order"] == "Orders")
    #expect(parents["Result"] == "Search")
  }

  @Test func `a screen that leads nowhere but back is modal`() {
    #expect(shop.structure.modals.map(\.screen) == ["Filter"])
  }

  @Test func `a section called More that leads on is the More list`() {
    let app = Paths(
      (0..<30).map { _ in
        [
          "Home A More Coupons Home Orders More Stores Orders Home",
          "Home Orders O More Help Orders A Home More Coupons", "Home More Stores Home A Orders",
        ]
      })
    #expect(app.structure.more?.screen == "More")
    #expect(app.structure.moreTab == "More")
    #expect(Set(app.structure.moreItems) == ["Coupons", "Stores", "Help"])
    #expect(!app.structure.tabs.map(\.screen).contains("More"))
  }

  @Test func `what the map says is not questioned`() {
    var map = AppMap()
    map.tabs = ["Start", "Search"]
    map.roots = [.init(tab: "Start", screen: "Home")]
    let structure = InferredStructure(shop.paths, map: map, names: shop.names)
    #expect(Set(structure.tabs.map(\.screen)) == ["Home", "Search"])
    #expect(structure.tabs.allSatisfy { $0.confidence == 1 && $0.reason == "the app map says so" })
    let completed = map.completed(by: structure)
    #expect(completed.tabs == ["Start", "Search"])
    #expect(completed.roots == [.init(tab: "Start", screen: "Home"), .init(tab: "Search", screen: "Search")])
  }

  @Test func `a completed map says which tabs are a guess`() {
    let map = AppMap().completed(by: shop.structure)
    #expect(map.tabs.first == "Home")
    #expect(map.tabs.sorted() == ["Home", "Orders", "Search"])
    #expect(map.roots == map.tabs.map { .init(tab: $0, screen: $0) })
    #expect(map.guess?.tabs == map.tabs)
    #expect(map.guess?.modals == ["Filter"])
  }

  /// Three pages with a link to the next, and browsers that go back: all of it explained by links.
  @Test func `links and the way back are no tabs`() {
    let wizard = Paths(
      (0..<40).map { user in
        [
          "One Two Three Two Three Four", "One Two One Two Three Four Five",
          user % 2 == 0 ? "One Help One Two Three" : "One Two Help Two Three Four Five Six",
        ]
      })
    #expect(!wizard.structure.isSeen && wizard.structure.tabs.isEmpty && wizard.structure.children.isEmpty)
    let map = AppMap().completed(by: wizard.structure)
    #expect(map.guess == nil && map.roots.isEmpty)
  }

  @Test func `nothing gives nothing`() {
    #expect(Paths([]).structure.tabs.isEmpty)
    let one = Paths([["A"]]).structure
    #expect(one.tabs.isEmpty && !one.isSeen)
  }
}

@Suite("Steps by a guessed structure")
struct GuessedStepsTests {
  private func steps(_ session: String, _ guess: StructureGuess) -> [String] {
    let names = NameTable()
    var map = AppMap()
    map.roots = [.init(tab: "Home", screen: "H"), .init(tab: "Orders", screen: "O")]
    map.guess = guess
    var time: Int64 = 1_772_000_000_000_000
    let events = session.split(separator: " ").map { word -> Event in
      time += 5_000_000
      var event = Event(time: time, user: 1, kind: .screenView)
      event.screen = names.name(String(word))
      return event
    }
    var stack = NavigationStack(map: NavigationMap(map, names: names))
    var path = Reconstruction()
    events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
    let texts = names.snapshot()
    return path.steps.map { "\($0.kind.word) \($0.section.label(texts)) \(texts[$0.screen]) \($0.depth)" }
  }

  @Test func `a tab comes back as it was left`() {
    #expect(
      steps("H P O P", StructureGuess()) == ["entry Home H 1", "push Home P 2", "tab Orders O 1", "tab Home P 2"])
  }

  @Test func `a usual way down is one, unless what follows tells otherwise`() {
    var guess = StructureGuess()
    guess.ways = [.init(from: "O", to: "P")]
    #expect(steps("H R P O P O", guess).suffix(2) == ["push Orders P 2", "back Orders O 1"])
    #expect(steps("H R P O P R", guess).suffix(2) == ["tab Home P 3", "back Home R 2"])
  }

  @Test func `an item of a menu is a section of its own`() {
    var guess = StructureGuess()
    guess.menuItems = ["S"]
    #expect(steps("H P S T H", guess).suffix(3) == ["menu_item menu:S S 1", "push menu:S T 2", "tab Home H 1"])
  }

  @Test func `a modal screen counts anew`() {
    var guess = StructureGuess()
    guess.modals = ["F"]
    #expect(steps("H P F P", guess).suffix(2) == ["modal Home F 1", "back Home P 2"])
  }
}
