import Measures
import NavigationModel
import TestSupport
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct PictureTests {
  /// A log of an app with this number of sections, screens, and items of More and of two menus.
  static func log(_ count: Int) -> String {
    (0..<max(count, 2) * 4).map { number in
      let own = number % count
      return
        """
        @app_version=\(number % 7).0 event:app_open{via=first} tab:\"Section number \(own)\" > \"Screen \(own) with \
        quite a long name\" > Product > A > B > C > D > \"E \(own)\" +2s < 
        """
          + "menu menu:\"Item \(own)\" menu/side menu/side:\"Side item \(own) that is named at length\" more more:\"Offer \(own)\" & +\(number % 3 * 30 + 1)h tab:Home > Product"
    }.joined(separator: "\n")
  }

  static func pictures(_ contents: ReportContents) -> [String: Document.Picture] {
    Dictionary(uniqueKeysWithValues: Document(contents).pictures.map { ($0.name, $0) })
  }

  @Test func `releases come by the day on which they appear, then by number`() throws {
    let contents = try contents(
      "@app_version=1.10 Home Cart * 3\n@app_version=1.9 Home Cart * 3\n@app_version=1.2 +48h Home & +24h Home * 3")
    let trend = Trend(TableRows(try #require(contents.table("daily"))))
    #expect(trend.releases == ["1.9", "1.10", "1.2"])
  }

  @Test(arguments: sampled([12, 1, 2, 40]))
  func `texts stay apart, within the picture, and tell all of themselves`(rows: Int) throws {
    var map = AppMap()
    map.tabs = (0..<rows).map { "Section number \($0)" }
    let pictures = Self.pictures(try contents(Self.log(rows), map: map))
    let names = Set(PictureKind.all.map(\.name))
    // Too few people for a verdict: one screen, with the picture that leads.
    #expect(Set(pictures.keys) == names || rows < 10 && pictures.count == 1 && names.isSuperset(of: pictures.keys))
    for (name, drawing, picture) in pictures.values.flatMap({ picture in picture.drawings.map { ($0.name, $0, picture) }
    }) {
      let svg = try MarkupElement.read(drawing.svg(picture, isAlone: true).source)
      let size = try #require(svg["viewBox"]?.split(separator: " ").compactMap { Double($0) })
      try #require(size.count == 4)
      #expect(size[3] < 2000 && size[2] == drawing.form.width, "\(name) is \(size[3]) high")
      var boxes: [(text: String, x: ClosedRange<Double>, y: ClosedRange<Double>)] = []
      for text in svg.all("text") where text["transform"] == nil {
        let words =
          text.children.contains { $0.name == "tspan" }
          ? text.all("tspan").map(\.text).joined(separator: " ") : text.ownText
        let points = text["class"]?.contains("small") == true ? 11.5 : 13
        let width = words.width(size: points)
        let x = try #require(text["x"].flatMap(Double.init))
        let y = try #require(text["y"].flatMap(Double.init))
        let left = text["text-anchor"] == "end" ? x - width : text["text-anchor"] == "middle" ? x - width / 2 : x
        #expect(left >= -1 && left + width <= size[2] + 1 && y > 8 && y < size[3], "\(name): \(words)")
        if words.hasSuffix("…") {
          #expect(text.all("title").first?.text.count ?? 0 > words.count - 1, "\(name): \(words)")
        }
        let box = (words, (left + 0.5)...max(left + width - 0.5, left + 0.5), (y - points * 0.7)...y)
        for other in boxes where other.x.overlaps(box.1) && other.y.overlaps(box.2) {
          Issue.record("\(name), \(rows) rows: “\(words)” is on “\(other.text)”")
        }
        boxes.append(box)
      }
      #expect(boxes.count > 2)
    }
  }

  @Test func `a picture is a whole file that needs nothing else`() throws {
    let contents = try contents(shop)
    for picture in Document(contents).pictures {
      #expect(picture.path == "pictures/\(picture.name).svg")
      #expect(Document.Picture.files.contains(picture.path))
      let svg = try MarkupElement.read(picture.svg)
      #expect(svg.name == "svg" && svg["role"] == "img")
      #expect(svg.children.prefix(3).map(\.name) == ["title", "desc", "style"])
      #expect(svg.all("style")[0].text.contains("prefers-color-scheme:dark"))
      #expect(!svg.all("style")[0].text.contains("var("), "a style without variables is understood everywhere")
      #expect(svg.all("script", "image", "a", "use", "foreignObject").isEmpty)
      // Every class is defined in the style.
      for name in svg.all.compactMap({ $0["class"] }).flatMap({ $0.split(separator: " ") })
      where name != "picture" && name != "wide" {
        #expect(svg.all("style")[0].text.contains(".\(name)"), "\(picture.name): \(name)")
      }
      // The numbers are in one of the written files.
      let files = picture.caption.spans.compactMap { span in
        if case .link(_, .file(let file)) = span { String(file.dropLast(4)) } else { nil }
      }
      #expect(!files.isEmpty || picture.name == "flows")
      for file in files { #expect(contents.table(file) != nil, "\(picture.name): \(file)") }
    }
  }

  @Test func `what a picture shows are the numbers of its table`() throws {
    let pictures = Self.pictures(try contents(shop))
    func titles(_ name: String) throws -> [String] {
      try MarkupElement.read(try #require(pictures[name]).svg).all("title").dropFirst().map(\.text)
    }
    // 12 users with a session down to level 7 and one to level 1 (two for the tab, three for the menu), 20 to level 2,
    // 8 to level 2.
    #expect(try titles("depth").contains { $0.hasPrefix("Level 7: 12 sessions, ") })
    #expect(try titles("switches").contains("Home to Orders: 12 times"))
    #expect(try titles("reach").contains { $0.hasPrefix("Home: 100% of users (95% interval 91.2–100.0%)") })
    #expect(try titles("reach").contains { $0.hasPrefix("Settings: 30.0% of users (95% interval 18.1–45.4%), 12") })
    #expect(try titles("hierarchy").contains("Label, level 7: 12 users, 30.0% of all"))
    #expect(try titles("flows").contains("Home to Product: 20 times"))
  }

  @Test func `what cannot be drawn is left out`() throws {
    #expect(Document(try contents("Home Product Home Orders * 40")).pictures.map(\.name) == ["flows"])
    #expect(Document(try contents("")).pictures.isEmpty)
  }

  @Test func `a picture says in a sentence what it shows`() throws {
    let shown = Self.pictures(try contents(shop)).mapValues(\.shows.plain)
    // 12 of 52 sessions go down to level 7, 28 to level 2, and 12 stay at level 1.
    #expect(
      shown["depth"] == "The largest part of the sessions, 53.8%, goes down to level 2; 23.1% go deeper than level 6.")
    // As many go to Product: then the order of names decides.
    #expect(shown["flows"] == "After 20 of 52 starts of the app people go from Home to More.")
    #expect(shown["switches"] == "The most frequent change of section is from Home to More: 20 of 44 changes.")
    for (name, words) in shown { #expect(words.hasSuffix(".") && words.count < 260, "\(name): \(words)") }
  }

  @Test func `an item that more people use than the least used tab is told by a pattern and a line`() throws {
    let trace =
      """
      tab:Home tab:Cart more more:Coupons menu menu:Wishlist * 40\ntab:Home tab:Orders more more:Help menu \
      menu:About * 4
      """
    let pictures = Self.pictures(try contents(trace))
    let picture = try #require(pictures["reach"])
    let svg = try MarkupElement.read(picture.svg)
    let hatched = svg.all("rect").filter { $0["fill"] == "url(#reach-hatch)" }.map(\.text)
    #expect(hatched.count == 2)
    for (words, item) in zip(hatched, ["Coupons", "Wishlist"]) { #expect(words.hasPrefix("\(item): 90.9% of users")) }
    #expect(svg.all("text").contains { $0.ownText == "least used tab: Orders, 9.1%" })
    #expect(
      picture.shows.plain == """
        More people use Coupons (90.9%) and Wishlist (90.9%), behind More or in a menu, than the tab Orders (9.1%).
        """)
  }

  @Test func `the tab that sessions begin in is not the least used, as for the rules`() throws {
    let trace = "Home more:Coupons tab:Search > Product < > Product < * 100"
    let contents = try contents(trace, map: AppMap(tabs: ["Home", "Search", "More"], moreTab: "More"))
    #expect(!Rule.judge(contents.measures, contents.scope).findings.contains { $0.rule == "tabs.more-outranks" })
    let picture = try #require(Self.pictures(contents)["reach"])
    #expect(picture.alternative.contains(" The least used tab is Search."))
    let svg = try MarkupElement.read(picture.svg)
    #expect(
      svg.all("text").contains { $0.ownText.hasPrefix("least used tab: Search") }, "\(svg.all("text").map(\.ownText))")
    #expect(!svg.all("rect").contains { $0["fill"] == "url(#reach-hatch)" })
  }

  @Test(arguments: [
    ("Home", 100.0, "Home"), ("Recent searches", 60, "Recent s…"), ("", 10, ""), ("界面界面界面", 40, "界面…"), ("W", 2, "…"),
  ])
  func `text that is too long is cut`(text: String, limit: Double, shown: String) {
    #expect(text.fitted(to: limit, size: 11.5) == shown)
  }

  @Test func `of names that begin alike, the ends are shown`() {
    let names = ["onboarding_welcome", "onboarding_login", "Home"]
    #expect(names.map { $0.fitted(to: 60, size: 11.5, among: names) } == ["…welcome", "…ing_login", "Home"])
    #expect("onboarding_welcome".fitted(to: 60, size: 11.5, among: ["Home"]) == "onboardi…")
  }

  @Test func `trails with most visits are named, the others stand together`() throws {
    let trace = (0..<20).map { "Home Screen\($0)\nHome Screen\($0)" }.joined(separator: "\n") + "\nHome Last * 9\nHome"
    let picture = try #require(Self.pictures(try contents(trace))["flows"])
    let texts = try MarkupElement.read(picture.svg).all("text").map {
      $0.all("tspan").map(\.text).joined(separator: " ")
    }
    #expect(texts.contains("Last 9") && texts.contains("7 others 14") && texts.contains("end 1"))
  }
}
