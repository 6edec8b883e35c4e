import Testing

@testable import Reporting

@Suite struct MarkupTests {
  @Test(arguments: [
    ("Home", "Home"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a & b &lt;", "a &amp; b &amp;lt;"),
    (#""quoted" 'too'"#, "&quot;quoted&quot; 'too'"),
    ("]]><!-- -->", "]]&gt;&lt;!-- --&gt;"),
    ("a\nb\u{0}", "a⟨U+000A⟩b⟨U+0000⟩"),
    ("\u{202E}evil\u{2066}", "⟨U+202E⟩evil⟨U+2066⟩"),
    ("👩‍👧 Grüße", "👩‍👧 Grüße"),
  ])
  func `text stays text`(text: String, written: String) {
    #expect(Markup(text).source == written)
    #expect(element("p") { text }.source == "<p>\(written)</p>")
    #expect(element("p", .init("title", text)) {}.source == "<p title=\"\(written)\"></p>")
  }

  @Test func `elements hold elements, in their order`() {
    let list = element("ul", .class("a b"), nil) {
      for name in ["x", "<y>"] { element("li") { name } }
      if numbers.isEmpty { "never" }
      element("br")
    }
    #expect(list.source == "<ul class=\"a b\"><li>x</li><li>&lt;y&gt;</li><br/></ul>")
  }

  private var numbers: [Int] { [1] }

  @Test(arguments: [
    (Document.Text.Destination.web("https://example.org/?a=1&b=\"<x>"), "https://example.org/?a=1&amp;b=%22%3Cx%3E"),
    (.file("tab switches.csv"), "tab%20switches.csv"), (.anchor("finding-1"), "#finding-1"),
  ])
  func `addresses keep within their attribute`(destination: Document.Text.Destination, written: String) {
    #expect(element("a", .href(destination)) {}.source == "<a href=\"\(written)\"></a>")
  }

  @Test func `lines of code are kept, and none is cut`() {
    let long = String(repeating: "x", count: 5000)
    #expect(Markup(lines: "SELECT a < b\n\n  \u{202E}\(long)").source == "SELECT a &lt; b\n\n  ⟨U+202E⟩\(long)")
  }

  @Test func `writing from right to left is set apart`() {
    let text: Document.Text = "Most people open \("הגדרות מערכת") (12.5%) and \(emphasis: "عربة") too."
    #expect(
      text.markup.source == "Most people open <bdi>הגדרות מערכת</bdi> (12.5%) and <em><bdi>عربة</bdi></em> too.")
    #expect(Document.Text("سلة 3").name.source == "<bdi><bdi>سلة</bdi> 3</bdi>")
    #expect(Document.Text("Home").name.source == "Home")
  }

  @Test(arguments: [(12.0, "12"), (0.126, "0.13"), (-3.25, "-3.25"), (.nan, "0"), (.infinity, "0"), (-0.001, "0")])
  func `lengths are short`(length: Double, written: String) { #expect(length.coordinate == written) }
}
