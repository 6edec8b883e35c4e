import NavigationModel
import TestSupport
import Testing

/// What the state machine makes of events: `Tests/Fixtures/cases/walks.txt`, and what needs more than its steps and
/// occurrences.
@Suite("Walks")
struct WalkTests {
  /// The walk of an input: maybe settings of the map in brackets, then a trace.
  private func play(_ input: String) throws -> Play {
    guard input.hasPrefix("["), let end = input.firstIndex(of: "]") else { return try Play(input) }
    let words = input[..<end].dropFirst().split(separator: " ").map(String.init)
    let pairs = words.dropFirst().map { $0.split(separator: "=").map(String.init) }
    var map = AppMap()
    switch words[0] {
    case "roots": map.roots = pairs.map { .init(tab: $0[0], screen: $0[1]) }
    case "menu": map.menus = pairs.map { .init(name: $0[0], screen: $0[1]) }
    case "more": map.more = .init(tab: words[1])
    default: map.ignoredScreens = Array(words.dropFirst())
    }
    return try Play(String(input[input.index(after: end)...]), map: map)
  }

  /// What a walk shows of one aspect.
  private func shown(_ aspect: String, of play: Play) throws -> [String] {
    let path = play.sessions.first?.path
    return switch aspect {
    case "steps": play.steps
    case "session 2": play.sessions[1].steps
    case "counts": play.counts
    case "dwell": play.dwell.map { $0.map { "\(Int($0))" } ?? "-" }
    case "parts": path?.steps.map { "\($0.part)" } ?? []
    case "structure": [path?.showsStructure == true ? "known" : "unknown"]
    default: throw TraceError(line: 0, column: 0, expected: "an aspect of a walk", found: aspect)
    }
  }

  @Test(arguments: Case.all("walks"))
  func `each walk has its steps and counts`(walk: Case) throws {
    let play = try play(walk.input)
    for expected in walk.expected {
      if let match = expected.wholeMatch(of: /(\d+) steps?/) {
        #expect(play.steps.count == Int(match.1))
        continue
      }
      let match = try #require(expected.wholeMatch(of: /(?:([a-z2 ]+): )?(… )?(.*)/))
      let shown = try shown(match.1.map(String.init) ?? "steps", of: play)
      let wanted = match.3 == "none" ? [] : match.3.components(separatedBy: " | ")
      #expect((match.2 == nil ? shown : shown.suffix(wanted.count)) == wanted)
    }
  }

  @Test func `screen names are rewritten in every field that holds a screen`() throws {
    var map = AppMap()
    map.screenNames = [.init(pattern: #"^Product/\d+$"#, name: "Product"), .init(pattern: "^(.*)/old$", name: "$1")]
    #expect(
      try Play("Home/old > Product/17 Product/18 > +1s Product/19 <:Product/20", map: map).steps == [
        "(none) · entry~ Home@1", "(none) · push Product@2", "(none) · push Product@3", "(none) · back Product@2",
      ])
  }

  @Test func `the items of the More list are known, or unnamed`() throws {
    let play = try Play("stack:Home=Home stack:More=More stack:More=More|Coupons|Offer stack:More=More")
    #expect(play.sessions[0].path.steps.map(\.item).filter(\.isKnown).count == 1)
    #expect(try Play("more:Coupons=Offers event:more_select").sessions[0].path.steps[1].item == .unnamed)
  }

  @Test(arguments: [
    "tab:Other", "tab:Home", "more", "more:A", "menu", "menu/side", "menu/side:A", "menu!", "menu/side!", "> A", "<",
    "<:Home", "<:Other", "^", "modal:A", "modal!", "A", "Home@2", "cold",
  ])
  func `a menu is abandoned by`(text: String) throws {
    // Also by events that move nothing: the user is at the root of the tab Home.
    #expect(try Play("tab:Home +0s menu \(text) tap:A").count(.menuAbandoned, within: 10) == 1)
  }

  @Test(arguments: ["A", "<", "<:A", "^", "modal!", "menu/side!"])
  func `a menu without a stack is abandoned by`(text: String) throws {
    #expect(try Play("menu \(text) tap:A").count(.menuAbandoned, within: 10) == 1)
  }

  @Test(arguments: ["Home", #""menu""#, #""""#, "tab:Other!", "gesture:swipe", "tap:A", "event:app_open", "background"])
  func `a menu stays open over`(text: String) throws {
    // A re-appearance, a screen of the menu, and what moves nobody.
    let play = try Play("tab:Home menu \(text) menu:Settings")
    #expect(play.steps == ["Home · tab Home@1", "menu:Settings · menu_item Settings@1"])
    #expect(play.count(.menuAbandoned) == 0)
    #expect(play.counts.last == "menuSelect menu Settings 20s")
  }

  @Test(arguments: [
    "tab:Home", "tab:More", "more", "menu", "menu:Settings", "> A", "<", "<:More", "^", "modal:A", "modal!", "A",
    "More@2",
    "cold",
  ])
  func `the More list is abandoned by`(text: String) throws {
    // Ten seconds after it was opened, not only at the end.
    #expect(try Play("more \(text) tap:A").count(.moreAbandoned, within: 10) == 1)
  }

  @Test(arguments: ["more:Coupons", "link:Offer", "link:Offer > A"])
  func `the More list is not abandoned by`(text: String) throws {
    #expect(try Play("more \(text)").counts == ["moreOpen"])
  }

  @Test(arguments: ["More", "menu!", #""""#, "tab:Home!", "gesture:swipe", "tap:A", "event:app_open", "background"])
  func `the More list stays open over`(text: String) throws {
    // A re-appearance, a menu_close without a menu, and what moves nobody.
    #expect(try Play("more \(text) more:Coupons").counts.filter { $0 != "tabBlocked Home" } == ["moreOpen"])
  }

  @Test func `steps that have an event of their own are not inferred`() throws {
    #expect(
      try Play("tab:T more more:I menu:J > A modal:M < ^ link:L").sessions[0].path.steps.allSatisfy { !$0.isInferred })
  }

  @Test(arguments: ["List", "Home List"])
  func `the root of the More tab is the More list`(first: String) throws {
    // The list is shown: choosing from it does not open it again, and leaves no section for another list called More.
    let play = try play("[roots Home=Home More=List] \(first) more:Coupons")
    #expect(play.counts.isEmpty)
    #expect(Set(play.sessions[0].path.steps.map(\.section)).subtracting([.none]).count == (first == "List" ? 1 : 2))
    #expect(play.steps.suffix(1) == ["More · more_item Coupons@2"])
  }
}
