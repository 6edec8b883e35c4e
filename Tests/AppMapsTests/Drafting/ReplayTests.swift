import NavigationModel
import Testing

@testable import AppMaps

@Suite("Paths, played through by a hypothesis")
struct ReplayTests {
  @Test func `screens that appear again and cold starts make no steps`() {
    let paths = Paths([["A A B ! B A", "A"], ["B"]]).paths
    #expect(paths.count == 4)
    #expect(paths.indices.map { paths[$0].count } == [2, 2, 1, 1])
    #expect(paths.users == [1, 1, 1, 2])
    #expect(paths.sessions == [1, 1, 2, 3])
  }

  @Test func `enough views are enough`() {
    var paths = ScreenPaths(map: NavigationMap(AppMap(), names: NameTable()), limit: 3)
    #expect(!paths.isFull)
    paths.nextUser()
    let events = (1...4).map { number in
      var event = Event(time: Int64(number), user: 1, kind: .screenView)
      event.screen = Name(rawValue: UInt32(number))
      return event
    }
    events.withUnsafeBufferPointer { paths.add($0) }
    #expect(paths.isFull)
  }

  /// Home and Orders are roots: down, back, over to Orders, down, and back to where Home was left.
  @Test func `a section comes back as it was left`() {
    let made = Paths([["H P Q P O R P"]])
    let pairs = ScreenPairs(made.paths)
    let replay = PathReplay(made.paths, pairs, .init(roots: [made.number("H"), made.number("O")]))
    func actions(_ screen: String) -> [Int32] {
      let kinds = PathReplay.Action.allCases.count
      return Array(replay.actions[(Int(made.number(screen)) * kinds)...].prefix(kinds))
    }
    // push, back, backFar, backToRoot, toSection, toMenuItem
    #expect(actions("H") == [1, 0, 0, 0, 0, 0])
    #expect(actions("P") == [1, 0, 0, 0, 1, 0])
    #expect(actions("Q") == [0, 1, 0, 0, 0, 0])
    #expect(actions("O") == [1, 0, 0, 0, 0, 0])
    #expect(actions("R") == [0, 0, 0, 0, 1, 0])
    #expect(replay.kept == [1, 0])
    #expect(replay.lost == [0, 0])
    // From Home to Orders, from Orders to Home.
    #expect(replay.switches == [0, 0, 0, 1, 1, 0])
  }

  @Test func `a root that appears although its section was left deeper has lost its place`() {
    let made = Paths([["H P O H"]])
    let replay = PathReplay(made.paths, ScreenPairs(made.paths), .init(roots: [made.number("H"), made.number("O")]))
    #expect(replay.lost == [1, 0])
    #expect(replay.kept == [0, 0])
  }

  @Test func `what comes next tells a return from one more way down`() {
    // P is usually one level below both H and O. Left at P in H, it appears from O: then Q from O's stack or R from H's
    // stack decides.
    let usual = ["H R P", "H R P", "O P", "O P"]
    let back = Paths([usual + ["H R P O P R"]])
    let replay = PathReplay(back.paths, ScreenPairs(back.paths), .init(roots: [back.number("H"), back.number("O")]))
    #expect(replay.kept == [1, 0])
    let down = Paths([usual + ["H R P O P O"]])
    let other = PathReplay(down.paths, ScreenPairs(down.paths), .init(roots: [down.number("H"), down.number("O")]))
    #expect(other.kept == [0, 0])
  }

  @Test func `a menu item starts anew`() {
    let made = Paths([["H S T H S"]])
    let replay = PathReplay(
      made.paths, ScreenPairs(made.paths), .init(roots: [made.number("H")], menuItems: [made.number("S")]))
    #expect(replay.choices == [2])
    #expect(replay.kept == [0, 0])
  }

  @Test func `the first way to a screen counts for what is usual`() {
    let made = Paths([["H P O P", "H P"]])
    let pairs = ScreenPairs(made.paths)
    let usual = (0..<pairs.count).filter { pairs.isUsual[$0] }.map { made.texts([pairs.from[$0], pairs.to[$0]]) }
    #expect(usual == [["H", "P"]])
  }
}

@Suite("Bits that it takes to tell paths")
struct DescriptionLengthTests {
  /// Krichevsky–Trofimov for two possibilities: three times one, once the other.
  /// 1/2 · 3/4 · 5/6 · 1/8 = 15/384.
  @Test func `choices among what is known`() {
    #expect(abs(DescriptionLength.choices([3, 1]) - 4.678_071_905) < 1e-6)
    #expect(DescriptionLength.choices([0, 0]) == 0)
  }

  /// The Chinese restaurant process with concentration 1: a, a, b of eight possibilities: (1 · 1/8) · 1/2 · (1/3 · 1/8)
  /// = 1/384.
  @Test func `newcomers among many`() {
    #expect(abs(DescriptionLength.newcomers([2, 1], among: 8) - 8.584_962_5) < 1e-6)
  }

  @Test func `the true roots tell the paths shortest`() {
    let made = Paths.shop(filter: false)
    let pairs = ScreenPairs(made.paths)
    func bits(_ roots: [String]) -> Double {
      DescriptionLength(PathReplay(made.paths, pairs, .init(roots: roots.map(made.number).sorted())), made.paths, pairs)
        .bits
    }
    #expect(bits(["Home", "Orders", "Search"]) < bits(["Home"]))
    #expect(bits(["Home", "Orders", "Search"]) < bits(["Home", "Orders", "Search", "List"]))
    #expect(bits(["Home", "Orders", "Search"]) < bits(["Home", "Orders"]))
  }
}

@Suite("Names of screens")
struct SectionNamesTests {
  @Test(arguments: ["More", "MoreViewController", "more_tab", "More List", "Mehr", "更多"]) func `a More list`(
    name: String
  ) {
    #expect(SectionNames.isMore(name))
  }

  @Test(arguments: ["Morestown", "Read more about", "Home", ""]) func `no More list`(name: String) {
    #expect(!SectionNames.isMore(name))
  }

  @Test func `words that tell nothing are left out`() {
    #expect(SectionNames.words(of: "OrderListViewController") == ["order"])
    #expect(SectionNames.words(of: "gift-card_page") == ["gift", "card"])
  }
}

@Suite("How many sections are items of a menu")
struct MenuCountTests {
  @Test func `most apps have no hidden menu, and a menu has more than one item`() {
    #expect(SectionKinds.menuCount([]) == 0)
    #expect(SectionKinds.menuCount([0.1, 0.05]) == 0)
    #expect(SectionKinds.menuCount([0.8, 0.1]) == 0)
    #expect(SectionKinds.menuCount([0.99, 0.01]) == 1)
    #expect(SectionKinds.menuCount([0.9, 0.8, 0.1]) == 2)
  }
}
