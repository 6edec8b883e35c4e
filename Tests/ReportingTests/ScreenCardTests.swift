import Measures
import NavigationModel
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct ScreenCardTests {
  private func cards(_ contents: ReportContents) throws -> [Document.Card] {
    let section = try #require(Document(contents).sections.first { $0.anchor == "screens" })
    return section.blocks.flatMap { block -> [Document.Card] in
      guard case .cards(let cards, _) = block else { return [] }
      return cards
    }
  }

  /// The facts of a card, as words.
  private func facts(_ name: String, _ contents: ReportContents) throws -> [String: String] {
    let card = try #require(try cards(contents).first { $0.name == name })
    return Dictionary(card.facts.map { ($0.label, $0.text.plain) }) { one, _ in one }
  }

  // Each of 10 users: Home, Product, Reviews and two steps back; of 5 others: Home, Product, and the end.
  private let trace = "tab:Home=Home > Product > Reviews < < * 10\ntab:Home=Home > Product * 5"

  @Test func `a card says where people come from and go, where they leave, and its levels`() throws {
    let contents = try contents(trace)
    // Product: 15 arrivals from Home, 10 from Reviews; 10 go on, 10 back, 5 leave.
    let product = try facts("Product", contents)
    #expect(product["People"] == "15 users (100%), 25 times")
    #expect(product["From"] == "Home 60.0% and Reviews 40.0%")
    #expect(product["To"] == "Home 40.0% and Reviews 40.0%")
    #expect(product["Left the app"] == "20.0% (5 times)")
    #expect(product["Level"] == "always 2")
    // Home: 15 starts and 10 ways back; 10 leave there.
    let home = try facts("Home", contents)
    #expect(home["From"] == "the start of the app 60.0% and Product 40.0%")
    #expect(home["To"] == "Product 60.0%")
    #expect(home["Left the app"] == "40.0% (10 times)")
    #expect(try facts("Reviews", contents)["Left the app"] == "never")
  }

  @Test func `each screen that was met has one card, the most used first, and names lead to each other`() throws {
    let contents = try contents(trace)
    let cards = try cards(contents)
    #expect(cards.map(\.name) == ["Home", "Product", "Reviews"])
    #expect(cards.map(\.anchor) == ["screen-1", "screen-2", "screen-3"])
    #expect(cards.map(\.note) == ["100%", "100%", "66.7%"])
    let to = try #require(cards[0].facts.first { $0.label == "To" })
    #expect(to.text.spans.contains(.link("Product", .anchor("screen-2"))))
  }

  @Test func `the findings of a screen are on its card`() throws {
    var finding = menuFinding
    finding.subjectKind = "screen"
    finding.subject = "Reviews"
    let contents = try contents(trace, findings: [finding])
    #expect(try facts("Reviews", contents)["Findings"]?.hasPrefix("1. ") == true)
    #expect(try facts("Home", contents)["Findings"] == nil)
  }

  @Test func `many neighbors are counted, and many screens are cut`() throws {
    let around = (1...9).map { "A\($0) Center * \(11 - $0)" }.joined(separator: "\n")
    let from = try #require(try facts("Center", contents(around))["From"])
    #expect(from.hasPrefix("A1 18.5%, A2 16.7%") && from.hasSuffix("A5 11.1% and 4 others"))
    let many = try contents((0..<260).map { "S\($0) * \($0 % 3 + 1)" }.joined(separator: "\n"))
    #expect(try cards(many).count == 200)
    #expect(Markdown.render(Document(many)).contains("These are the 200 of 260 screens that most people saw"))
  }

  @Test func `three sentences say what is deepest, left most and chosen most`() throws {
    let trace = """
      tab:Home=Home > A > B > C more:Coupons=Offers more:Coupons=Offers * 40
      tab:Home=Home > A menu:Wishlist=Wishlist * 10
      """
    let sentences = try #require(Movement(contents(trace))).sentences.map(\.plain)
    #expect(sentences[0] == "The deepest screen is C (40 users), at level 4.")
    #expect(
      sentences[1] == """
        The last screen is most often Offers (40 times) and Wishlist (10).
        """)
    #expect(
      sentences[2] == """
        People most often choose Coupons behind More (80 times) and Wishlist in a menu (10 times).
        """)
  }

  @Test func `of screens alone, sentences say the main ways, where people leave and what they pass`() throws {
    let sentences = try #require(Movement(contents("Home +2s List +20s Product * 40"))).sentences.map(\.plain)
    #expect(sentences[0] == "People most often go from Home to List (40 times) and from List to Product (40 times).")
    #expect(sentences[1] == "The last screen is most often Product (40 times).")
    #expect(sentences[2] == "They stay shortest on Home (median 2.0 s).")
  }

  @Test func `the strip of an example session is cut around the steps that the finding is about`() throws {
    var contents = try contents(shop, mergesAlike: false)
    var finding = menuFinding
    finding.examples = Array(contents.measures.sectionDepths.sums.pairs.flatMap { $1.examples.examples }.prefix(1))
    let example = try #require(finding.examples.first)
    finding.subjectKind = "screen"
    finding.subject = "Target"
    let steps = (0..<30).map { index in
      ReportContents.ExampleSession.Step(
        kind: index == 20 ? .tab : .push, screen: index == 20 ? "Target" : "S\(index)", part: index < 19 ? 0 : 1)
    }
    contents.exampleSessions[example.label] = .init(platform: "ios", appVersion: "2.0", steps: steps)
    let strip = contents.strip(of: example, for: finding)
    #expect(strip.label.plain.hasSuffix(", iOS, version 2.0)"))
    #expect(strip.earlier == 17 && strip.later == 3)
    #expect(strip.stops.map(\.screen) == ["S17", "S18", "S19", "Target"] + (21...26).map { "S\($0)" })
    #expect(strip.stops.map(\.isMarked).firstIndex(of: true) == 3)
    #expect(strip.stops.map(\.words) == ["", "", "new start:", "tab bar:"] + Array(repeating: "", count: 6))
    contents.findings = [finding]
    #expect(markdown(contents).contains(": 17 before › S17 › S18 › new start: S19 › **tab bar: Target** › S21"))
  }
}
