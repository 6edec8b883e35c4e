import Measures
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct MarkdownTests {
  @Test(arguments: [
    ("Home", "Home"),
    ("a|b", #"a\|b"#),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("`x`", #"\`x\`"#),
    ("[x](javascript:y)", #"\[x\](javascript:y)"#),
    ("![x](y)", #"\!\[x\](y)"#),
    ("**bold** _it_ ~~no~~", #"\*\*bold\*\* \_it\_ \~\~no\~\~"#),
    ("a\\", #"a\\"#),
    ("&lt;", "&amp;lt;"),
    ("$x$ #12", "\\$x\\$ \\#12"),
    ("@someone", "@<!-- -->someone"),
    ("https://evil.example", "https&#58;//evil.example"),
    ("see HTTP://evil", "see HTTP&#58;//evil"),
    ("www.evil.example", "www&#46;evil.example"),
    ("Home: 12.5", "Home: 12.5"),
    ("a\nb", "a⟨U+000A⟩b"),
    ("a\r\n\tb", "a⟨U+000D⟩⟨U+000A⟩⟨U+0009⟩b"),
    ("a\u{202E}b", "a⟨U+202E⟩b"),
    ("a\u{0}\u{7F}\u{85}", "a⟨U+0000⟩⟨U+007F⟩⟨U+0085⟩"),
    ("zero\u{200B}width\u{E0041}", "zero⟨U+200B⟩width⟨U+E0041⟩"),
    ("👩‍👧 Grüße", "👩‍👧 Grüße"),
  ])
  func `text shows as itself`(text: String, written: String) { #expect(MarkdownEscaping.inline(text) == written) }

  @Test(arguments: [
    ("- x", #"\- x"#), ("+ x", #"\+ x"#), ("1. x", #"1\. x"#), ("23) x", #"23\) x"#), ("12 x", "12 x"),
    ("===", #"\==="#),
    ("    code", "&#32;&#32;&#32;&#32;code"), ("", ""),
  ])
  func `text at the start of a block begins nothing else`(text: String, written: String) {
    #expect(MarkdownEscaping.start(of: text) == written)
  }

  @Test func `code may hold backticks and bars`() {
    #expect(MarkdownEscaping.code("a", inTable: false) == "`a`")
    #expect(MarkdownEscaping.code("a`b``c", inTable: false) == "``` a`b``c ```")
    #expect(MarkdownEscaping.code("a|b\n", inTable: true) == #"`a\|b⟨U+000A⟩`"#)
    #expect(MarkdownEscaping.code("", inTable: false) == "“”")
  }

  @Test func `long text is cut`() {
    #expect(String(repeating: "x", count: 2000).madeVisible() == String(repeating: "x", count: 2000))
    #expect(String(repeating: "x", count: 2001).madeVisible() == String(repeating: "x", count: 2000) + "…")
  }

  @Test func `bars are as long as their share`() {
    #expect(Markdown.bar(1) == String(repeating: "█", count: 20))
    #expect(Markdown.bar(0.5) == String(repeating: "█", count: 10))
    #expect(Markdown.bar(0.001) == "▏")
    #expect(Markdown.bar(0) == "")
    #expect(Markdown.bar(.nan) == "")
  }

  @Test func `a small document`() {
    let card = Document.FindingCard(
      anchor: "finding-1", number: 1, severity: .warning, title: "Too deep (section \(emphasis: "Or|ders"))",
      claim: "12 of 40 users.",
      facts: [.init("How sure", "a fact."), .init("In detail", "", lines: ["A › B", "- C"])])
    let document = Document(
      title: "Report: \("<Bazaar>")",
      opening: [
        .paragraph("\(strong: "2 users") & \(code: "x|y")."), .note("Small \(link: "log", to: .anchor("limits"))."),
      ],
      sections: [
        Document.Section(
          "Findings", anchor: "findings", [.finding(card), .list(["one", "1. two"])],
          sections: [
            Document.Section(
              "Table", anchor: "t",
              [
                .grid(
                  Document.Grid(
                    columns: [.init("Name"), .init("Count", .trailing)],
                    rows: [[.text("\(code: "a|b")"), .text("1")], [.text("c|d"), .bar(0.05)]], fold: "Show <2> rows"))
              ])
          ])
      ])
    #expect(
      Markdown.render(document) == #"""
        # Report: &lt;Bazaar&gt;

        **2 users** &amp; `x|y`.

        > [!NOTE]
        > Small [log](#limits).

        ## <a id="findings"></a>Findings

        #### <a id="finding-1"></a>1. Too deep (section _Or\|ders_)

        12 of 40 users.

        - **How sure:** a fact.
        - **In detail:**
          - A › B
          - \- C

        - one
        - 1\. two

        ### <a id="t"></a>Table

        <details>
        <summary>Show &lt;2&gt; rows</summary>

        | Name | Count |
        | --- | ---: |
        | `a\|b` | 1 |
        | c\|d | █ |

        </details>

        """#)
  }
}
