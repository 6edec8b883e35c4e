import Foundation
import GRDB
import TestSupport
import Testing

/// Names that could do something where they are shown: they are shown, and do nothing.
@Suite("Hostile names")
struct HostileNameTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }

  static let names: [String] = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</title></style></script>", "javascript:alert(1)",
    "&lt;b&gt;&amp;",
    "<!-- -->", "]]>", "[link](https://example.org)", "![picture](https://example.org/x.png)", "# heading", "`code`",
    "``` fence", "a|b\\|c", "|\u{301}",
    "*bold* _soft_ ~~gone~~",
    "@someone", "https://example.org/?a=b", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|'/c calc'!A1",
    "-2+3,\"x\"", "\u{0}nul", "\u{7}bell\u{8}",
    "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{9B}31m", "line\nline", "line\r\nline", "\u{2028}\u{2029}\u{85}",
    "\u{202E}evil\u{202C}",
    "\u{2066}apart\u{2069}\u{200F}",
    "zero\u{200B}width\u{FEFF}\u{2060}", "\u{E0041}\u{E0042}tag", "\u{FFFE}\u{FFFF}\u{10FFFF}", "e\u{301}", "\u{E9}",
    "Z" + String(repeating: "\u{335}", count: 60),
    "'; DROP TABLE name; --", "$(touch pwned)", "`touch pwned`", "%s%n%d", "../../../etc/passwd",
    "{{7*7}}${7*7}<%= 7*7 %>", "NULL", "?", "More", "(start)",
    " ", "  two  ",
  ]

  /// Every name in every field of a log, with enough users for rules to fire.
  private static var log: [LogLine] {
    (0..<40).flatMap { user -> [LogLine] in
      names.enumerated().flatMap { place, name -> [LogLine] in
        func line(_ second: Int, _ event: String, _ more: KeyValuePairs<String, String>) -> LogLine {
          let time = 1_772_000_000 + user * 100_000 + place * 60 + second
          var line = LogLine("\(time)", name.allSatisfy(\.isWhitespace) ? "u\(user)" : "\(name)\(user)", event, more)
          for dimension in ["platform", "app_version", "device", "locale", "variant"] {
            line.fields.append((dimension, .text(name)))
          }
          line.fields.append(("session", .text("\(name)\(user)")))
          return line
        }
        return [
          line(0, "tab_select", ["target": name, "screen": name]), line(2, "push", ["screen": name + "2"]),
          line(3, "back", [:]),
          line(4, "menu_open", ["container": name]),
          line(5, "menu_select", ["container": name, "target": name, "screen": name]),
          line(6, "more_open", ["screen": name]), line(7, "more_select", ["target": name]),
          line(8, "gesture", ["target": name, "outcome": "failed"]),
          line(9, "tap", ["target": name, "screen": name, "outcome": "dead"]),
          line(10, "tabs_shown", ["value": "\(name)|Home|More"]),
          line(11, "badge", ["target": name, "value": name]), line(12, name, ["via": name, "outcome": name]),
          line(13, "modal_open", ["screen": name]),
        ]
      }
    }
  }

  @Test(.thorough) func `everywhere, in all that a run writes`() throws {
    try folder.write(Self.log.ndjson, to: "logs/<img src=x onerror=alert(1)>\u{202E}.ndjson")
    let outcome = try navaudit(
      "analyze", "logs", "--output", "New", "--sessions", "--reveal-users", "--write", "sarif=found.sarif",
      "--write", "junit=found.xml", "--write", "baseline=found.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Nothing was executed, and nothing was written elsewhere.
    #expect(
      folder.everything().filter { !$0.hasPrefix("New/") && !$0.hasPrefix("logs") } == [
        "New", "found.json", "found.sarif", "found.xml",
      ])
    #expect(!(outcome.output + outcome.errors).unicodeScalars.contains { $0 != "\n" && $0.isInvisible })
    #expect(!outcome.output.split(separator: "\n").contains { $0.hasPrefix("::") })

    for file in folder.everything(in: "New") {
      let name = "New/" + file
      switch file.split(separator: ".").last {
      case "html", "svg":
        let harm = try MarkupElement.read(folder.text(name)).harm
        #expect(harm == nil, "\(file)")
      case "md": try checkMarkdown(folder.text(name))
      case "csv":
        let table = try folder.table(name)
        #expect(
          !table.rows.joined().contains { ["=", "+", "@", "\t", "\r"].contains($0.unicodeScalars.first) }, "\(file)")
        #expect(!table.rows.joined().contains { $0.hasPrefix("-") && Double($0) == nil }, "\(file)")
      case "json":
        _ = try JSONSerialization.jsonObject(with: folder.data(name))
      default: break
      }
    }
    for file in ["found.sarif", "found.json"] { _ = try JSONSerialization.jsonObject(with: folder.data(file)) }
    #expect(try MarkupElement.read(folder.text("found.xml")).all("testcase").count > 10)
  }

  /// The text of a Markdown file outside of code: no foreign elements, nothing invisible.
  private func checkMarkdown(_ text: String) throws {
    var isCode = false
    for line in text.unicodeScalars.split(separator: "\n").map(String.init) {
      #expect(!line.unicodeScalars.contains { $0.isInvisible }, "\(line.debugDescription)")
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode { continue }
      // Inline code is between more backticks than it contains.
      let outside = line.replacingOccurrences(
        of: #"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)"#, with: "", options: .regularExpression)
      let elements = outside.matches(of: /<[^ >]*/).map { String($0.output) }
      let ours: Set<String> = [
        "<a", "</a", "<details", "</details", "<summary", "</summary", "<!--", "<br", "<sub", "</sub",
      ]
      #expect(Set(elements).subtracting(ours) == [], "\(line.debugDescription)")
      #expect(!outside.contains("](https://example.org"), "\(line.debugDescription)")
    }
  }

  @Test(.thorough) func `they can be read back`() throws {
    try folder.write(Self.log.ndjson, to: "log.ndjson")
    #expect(try navaudit("analyze", "log.ndjson", "--output", "New").status == 0)
    let database = try DatabaseQueue(path: folder.path("New/navigation.sqlite"))
    let stored = try database.read { Set(try Data.fetchAll($0, sql: "SELECT CAST(text AS BLOB) FROM name")) }
    // A name that equals one of ours is marked.
    let names = Self.names.map { $0.replacing("\0", with: "\u{FFFD}") }.map { $0.hasPrefix("(") ? "\\" + $0 : $0 }
    for name in names { #expect(stored.contains(Data(name.utf8)), "\(name.debugDescription)") }
    // In tables, formulas begin with an apostrophe, and invisible characters are written out.
    let tabs = Set(try folder.table("New/tabs.csv")["tab"].map { Array($0.utf8) })
    #expect(tabs.count >= Set(names.map { Array($0.utf8) }).count - 5)
    for name in names.dropLast(5) where name.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ";") })
    {
      let shown = (["=", "+", "-", "@"].contains(name.first) ? "'" : "") + name
      #expect(tabs.contains(Array(shown.utf8)), "\(name.debugDescription)")
    }
    for shown in ["⟨U+0007⟩bell⟨U+0008⟩", "⟨U+202E⟩evil⟨U+202C⟩", "'\t'=1", "zero⟨U+200B⟩width⟨U+FEFF⟩⟨U+2060⟩"] {
      #expect(tabs.contains(Array(shown.utf8)), "\(shown.debugDescription)")
    }
  }

  @Test func `two that look alike are two`() throws {
    let lines = ["e\u{301}", "\u{E9}", "\u{212B}", "\u{C5}", "A\u{30A}"].enumerated().map {
      LogLine("\(1_772_000_000 + $0)", "u", "push", ["screen": $1])
    }
    try folder.write(lines.ndjson, to: "log.ndjson")
    #expect(try navaudit("analyze", "log.ndjson", "--output", "New").status == 0)
    let screens = try folder.table("New/screens.csv")["screen"].map {
      $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
    #expect(screens == ["41 30a", "65 301", "c5", "e9", "212b"])
  }

  @Test(.thorough) func `a megabyte long`() throws {
    let name = String(repeating: "<b>=\u{202E}", count: 1 << 17)
    try folder.write(
      (Fixtures.smallLog() + [
        LogLine("1772000000", name, name, ["screen": name]), LogLine("1772000001", "u", "push", ["screen": name]),
      ]).ndjson,
      to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "New")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let read = String(repeating: "<b>=⟨U+202E⟩", count: 2340) + "<b>=…[+901120 bytes]"
    #expect(try folder.table("New/screens.csv")["screen"].contains(read))
    // Reports for people truncate it further.
    #expect(try folder.data("New/report.md").count < 400_000)
    #expect(try folder.data("New/report.html").count < 1_000_000)
    let harm = try MarkupElement.read(folder.text("New/report.html")).harm
    #expect(harm == nil)
  }

  @Test func `in a message`() throws {
    try folder.write("when\u{1B}[2J\u{202E},who\n1,2\n", to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--output", "New")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "navaudit: log.csv: no times among `when⟨U+001B⟩[2J⟨U+202E⟩`, `who`; "
        + "name them with --columns time=COLUMN, or export the time of each event\n")
  }

  /// Each name of a record is read once, and no further than 16,384 bytes.
  @Test(.thorough) func `long names are cut: the rest is counted, and log quality says so`() throws {
    let long = String(repeating: "ä", count: 20_000)
    let lines = (0..<12).flatMap { user in
      [long, long + "b", "Home"].enumerated().map {
        LogLine("2026-03-01T08:00:\(10 + $0.offset)Z", "user-\(user)", "push", ["screen": $0.element])
      }
    }
    try folder.write(lines.ndjson, to: "long.ndjson")
    #expect(try navaudit("analyze", "long.ndjson", "--output", "Long").status == 0)
    let start = String(repeating: "ä", count: 8192)
    #expect(
      Set(try folder.table("Long/screens.csv")["screen"]) == [
        start + "…[+23616 bytes]", start + "…[+23617 bytes]", "Home",
      ])
    let quality = try folder.table("Long/log_quality.csv")
    #expect(quality.cell("long-name", column: "count") == "2")
  }
}
