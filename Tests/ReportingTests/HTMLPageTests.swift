import Foundation
import Measures
import NavigationModel
import TestSupport
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct HTMLPageTests {
  static let hostile =
    """
    tab:\"<script>alert(1)</script>\" > \"a|b&c\" > \"\u{202E}evil\" > \"javascript:x\" > \"</title>\" > \"=1+1\" < \
    gesture:\"<img src=x onerror=y>\" * 3
    """

  /// Pages of a rich log, of hostile names, of a log without structure, of a tiny and of an empty one.
  static func documents() throws -> [(name: String, document: Document)] { try made.get() }

  private static let made = Result { try make() }

  private static func make() throws -> [(name: String, document: Document)] {
    var map = AppMap()
    map.app = "Bazaar"
    var rich = try contents(shop, map: map, findings: [depthFinding, menuFinding, appFinding])
    rich.exempted = [(menuFinding, "legal")]
    rich.rulesNotRun = [.init(rule: Rule.all[0], reason: .missing([structure]))]
    rich.sources = [("a<b.ndjson", "native", 1200, 1199, 1)]
    return [
      ("rich", Document(rich)), ("hostile", Document(try contents(hostile))),
      ("without structure", Document(try contents("Home Product Home Orders * 40"))),
      ("tiny", Document(try contents("tab:Home > A", findings: [appFinding]))), ("empty", Document(try contents(""))),
    ]
  }

  /// The pages, as written and as parsed.
  static func pages() throws -> [(name: String, source: String, page: MarkupElement)] { try rendered.get() }

  private static let rendered = Result {
    try documents().map { name, document in
      let source = HTMLPage.render(document)
      return (name: name, source: source, page: try MarkupElement.read(source))
    }
  }

  @Test func `pages are well-formed, in English, with landmarks and one title`() throws {
    for (name, source, page) in try Self.pages() {
      #expect(source.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"), "\(name)")
      for landmark in ["header", "nav", "main", "footer", "h1", "title", "style", "script"] {
        #expect(page.all(landmark).filter { $0.name != "title" || $0["id"] == nil }.count >= 1, "\(name): \(landmark)")
      }
      #expect(page.all("h1").count == 1 && page.all("main").count == 1 && page.all("nav").count == 1, "\(name)")
      let skip = try #require(page.all("a").first)
      #expect(
        skip["href"] == "#main" && page.all("main")[0]["id"] == "main",
        "the first thing to reach is the way to the report")
      #expect(page.all("meta").contains { $0["name"] == "viewport" })
    }
  }

  @Test func `headings descend by one`() throws {
    for (name, _, page) in try Self.pages() {
      var level = 0
      for heading in page.all("h1", "h2", "h3", "h4", "h5", "h6") {
        let next = try #require(heading.name.last?.wholeNumberValue)
        #expect(next <= level + 1, "\(name): \(heading.text)")
        #expect(!heading.text.isEmpty)
        level = next
      }
      #expect(level > 0)
    }
  }

  @Test func `every id is there once, and every link and label leads to one`() throws {
    for (name, _, page) in try Self.pages() {
      var ids = Set<String>()
      for id in page.all.compactMap({ $0["id"] }) { #expect(ids.insert(id).inserted, "\(name): \(id)") }
      for link in page.all("a").compactMap({ $0["href"] }) where link.hasPrefix("#") {
        #expect(ids.contains(String(link.dropFirst())), "\(name): \(link)")
      }
      for label in page.all.compactMap({ $0["aria-labelledby"] }).flatMap({ $0.split(separator: " ") }) {
        #expect(ids.contains(String(label)), "\(name): \(label)")
      }
      for fill in page.all.compactMap({ $0["fill"] }) where fill.hasPrefix("url(#") {
        #expect(ids.contains(String(fill.dropFirst(5).dropLast())))
      }
    }
  }

  @Test func `nothing is asked for from elsewhere`() throws {
    for (name, source, page) in try Self.pages() {
      for element in page.all {
        for attribute in ["src", "srcset", "data", "poster", "action", "background", "xlink:href", "style", "onclick"] {
          #expect(element[attribute] == nil, "\(name): \(element.name) \(attribute)")
        }
        if let href = element["href"], href.hasPrefix("data:"), element.name == "a" {
          #expect(element["download"] == element.text && href.hasPrefix("data:text/csv;charset=utf-8;base64,"))
          continue
        }
        if element.name != "a" {
          #expect(element["href"] == nil || element["href"] == "data:,", "\(name): \(element.name)")
        }
      }
      for name in [
        "img", "iframe", "object", "embed", "base", "form", "audio", "video", "foreignObject", "image", "use",
      ] {
        #expect(page.all(name).isEmpty)
      }
      #expect(!page.all("style").contains { $0.text.contains("@import") || $0.text.contains("url(") })
      #expect(source.contains("default-src 'none'"))
      for link in page.all("a").filter({ $0["download"] == nil }).compactMap({ $0["href"] }) {
        // A page may be read without its folder.
        #expect(link.hasPrefix("#") || link.hasPrefix("https://"), "\(name): \(link)")
      }
    }
  }

  @Test func `the script is the one that the policy lets run, and nothing needs it`() throws {
    for (_, source, page) in try Self.pages() {
      let start = try #require(source.firstRange(of: "<script>"))
      let end = try #require(source[start.upperBound...].firstRange(of: "</script>"))
      let hash = "sha256-" + SHA256.base64(of: Array(source[start.upperBound..<end.lowerBound].utf8))
      #expect(source.contains("script-src '\(hash)';"))
      #expect(source.ranges(of: "<script").count == page.all("script").count)
      #expect(page.all("script").filter { $0["type"] == nil }.count == 1, "others are data")
      #expect(page.all("button", "input", "select").isEmpty, "what only works with the script is made by it")
      #expect(page.all.allSatisfy { $0["hidden"] == nil })
    }
  }

  @Test func `tables have captions and headings`() throws {
    for (name, _, page) in try Self.pages() {
      for table in page.all("table") {
        #expect(table.children.first?.name == "caption" && table.children.first?.text.isEmpty == false, "\(name)")
        let head = try #require(table.all("thead").first)
        #expect(head.all("th").allSatisfy { $0["scope"] == "col" && !$0.text.isEmpty })
        for row in table.all("tbody").flatMap(\.children) {
          #expect(row.children.count == head.all("th").count)
          #expect(row.children.filter { $0.name == "th" && $0["scope"] == "row" }.count == 1, "\(name): \(row.text)")
        }
      }
      for scroll in page.all("div") where scroll["class"] == "scroll" {
        #expect(scroll["tabindex"] == "0" && scroll["aria-label"]?.isEmpty == false)
      }
    }
    #expect(try Self.pages()[0].page.all("table").count > 10)
  }

  @Test func `pictures have a title and a description, signs are silent`() throws {
    for (name, _, page) in try Self.pages() {
      for picture in page.all("svg") where picture["aria-hidden"] != "true" {
        #expect(picture["role"] == "img", "\(name)")
        if picture["class"] == "gauge" {
          #expect(picture["aria-label"]?.hasPrefix("Measured: ") == true)
        } else {
          let labels = (picture["aria-labelledby"] ?? "").split(separator: " ").map(String.init)
          #expect(labels == picture.children.prefix(2).compactMap { $0["id"] })
          #expect(picture.children.prefix(2).map(\.name) == ["title", "desc"])
          #expect(picture.children.prefix(2).allSatisfy { $0.text.count > 10 })
        }
      }
    }
    #expect(
      try Self.pages()[0].page.all("figure").count == PictureKind.all.count - 1,
      "a single day has no trend, and in a log of a single day nobody is known to be new")
  }

  @Test func `a page holds the small tables, as they are written`() throws {
    let contents = try contents(shop)
    let page = try MarkupElement.read(HTMLPage.render(Document(contents)))
    let links = page.all("a").filter { $0["download"] != nil }
    #expect(links.count > 10)
    for link in links {
      let name = try #require(link["download"])
      let data = try #require(
        link["href"].flatMap { Data(base64Encoded: String($0.dropFirst("data:text/csv;charset=utf-8;base64,".count))) })
      let table = try #require(contents.allTables.first { $0.fileName == name })
      #expect(Array(data) == CSVWriter.bytes(of: table), "\(name)")
    }
  }

  @Test func `each picture is there for wide and for narrow screens`() throws {
    for figure in try Self.pages()[0].page.all("figure") {
      #expect(figure.all("svg").map { $0["class"] } == ["picture broad", "picture narrow"])
      #expect(figure.all("svg")[1]["width"] == "330", "as wide as a phone shows it, so that letters keep their size")
    }
  }

  @Test func `cells say on a phone what their column is`() throws {
    for table in try Self.pages()[0].page.all("table") {
      let headings = table.all("thead").flatMap { $0.all("th") }.map(\.text)
      for row in table.all("tbody").flatMap(\.children) {
        for (cell, heading) in zip(row.children, headings) where cell["data-label"] != nil {
          #expect(cell["data-label"] == heading)
        }
        #expect(row.children.contains { $0["class"]?.contains("minor") != true })
      }
    }
  }

  @Test func `hostile names are words like any other`() throws {
    let (_, source, page) = try #require(try Self.pages().first { $0.name == "hostile" })
    for part in ["<script>alert", "<img", "\u{202E}", "</title>\"", "onerror=y>"] {
      #expect(!source.contains(part), "\(part)")
    }
    let cells = page.all("th", "td").map(\.text)
    for text in ["<script>alert(1)</script>", "a|b&c", "⟨U+202E⟩evil", "</title>", "=1+1", "<img src=x onerror=y>"] {
      #expect(cells.contains(text), "\(text)")
    }
  }

  @Test func `findings say in words and shape how bad they are, and show what was measured`() throws {
    let page = try Self.pages()[0].page
    let cards = page.all("article")
    #expect(cards.map { $0["class"] } == ["finding error", "finding warning", "finding info"])
    #expect(cards.map { $0.children[0].text.prefix(3) } == ["1. ", "2. ", "3. "])
    #expect(Set(cards.map { $0.all("svg")[0].children[0]["d"] ?? "circle" }).count == 3, "three shapes")
    #expect(cards[0].text.contains("Flatten the section."))
    let gauges = cards.map { $0.all("svg").compactMap { $0["aria-label"] } }
    #expect(gauges[0].isEmpty)
    #expect(gauges[1] == ["Measured: 10.0%, 95% interval 4.0 to 23.0%. The threshold is 40%."])
  }

  @Test func `three findings are open, of the others a page shows the heading first`() throws {
    let findings = (1...5).map { number -> Finding in
      var finding = menuFinding
      finding.subject = "menu \(number)"
      return finding
    }
    let page = try MarkupElement.read(HTMLPage.render(Document(try contents(shop, findings: findings))))
    let first = page.all("article").map { $0.children[0].name }
    #expect(first == ["h4", "h4", "h4", "details", "details"])
    #expect(page.all("article")[4].all("summary")[0].all("h4").count == 1)
  }

  @Test func `the same log gives the same page`() throws {
    for (made, again) in zip(try Self.documents(), try Self.make()) {
      #expect(Markdown.render(made.document) == Markdown.render(again.document))
      #expect(HTMLPage.render(made.document) == HTMLPage.render(again.document))
    }
  }

  @Test(.thorough) func `a page stays small, however many screens an app has`() throws {
    // Three thousand screens in two hundred sections, with a menu and a More list of two hundred items each.
    let trace = (0..<3000).map { number in
      """
      tab:\"Section \(number % 200)\" > \"Screen \(number) of the catalogue\" > Product menu menu:\"Item \
      \(number % 200)\" more more:\"Offer \(number % 200)\"
      """
    }
    let contents = try contents(trace.joined(separator: "\n"))
    let document = Document(contents)
    let source = HTMLPage.render(document)
    #expect(contents.table("screens")?.rows.count ?? 0 > 3000)
    #expect(source.utf8.count < 1_000_000, "\(source.utf8.count) bytes")
    #expect(Markdown.render(document).utf8.count < 200_000)
    let page = try MarkupElement.read(source)
    for body in page.all("tbody") { #expect(body.children.count <= HTMLPage.rows) }
    #expect(page.text.contains("These are the 100 of 3,"))
    // Tables that are too long for the page are listed as files.
    #expect(page.all("th").contains { $0["id"] == "file-screens-csv" && $0.all("a").isEmpty })
  }
}
