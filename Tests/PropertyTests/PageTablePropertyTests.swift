import Foundation
import TestSupport
import Testing

/// Tables of pages sort and copy as the files beside them.
@Suite("Tables of pages")
struct PageTablePropertyTests {
  /// The number by which the page's script sorts a figure: `parseFloat` of what the page says, else of what it shows.
  private func sorted(_ cell: MarkupElement) -> Double? {
    func parsed(_ text: String) -> Double? {
      text.firstMatch(of: /^\s*[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+)/).flatMap {
        Double($0.output.0.filter { !$0.isWhitespace })
      }
    }
    return parsed(cell["data-value"] ?? cell.text.filter { $0 != "," })
  }

  @Test func `a figure sorts by its value, with its sign`() throws {
    let run = try JudgedRun(HeadlinePropertyTests.log(about: "St. Moritz"))
    let navaudit = Navaudit(in: run.folder)
    try run.folder.write(
      HeadlinePropertyTests.log(about: "St. Moritz").filter { Int($0["user"]?.dropFirst() ?? "") ?? 0 < 30 }.ndjson,
      to: "half.ndjson")
    let compared = try navaudit(
      "compare", "half.ndjson", "log.ndjson", "--output", "Compared",
      "--allow", "overlap")
    #expect(compared.status == 0, "\(compared.errors)")
    var negatives = 0
    for file in ["New/report.html", "Compared/comparison.html"] {
      for cell in try MarkupElement.read(run.folder.text(file)).all("td")
      where cell["class"]?.contains("number") == true {
        let shown = cell.text
        guard let first = shown.firstMatch(of: /^(under |over )?([−+]?)([\d,]*\.?\d+)/) else {
          #expect(sorted(cell) == nil, "\(shown)")
          continue
        }
        let size = Double(first.output.3.filter { $0 != "," }) ?? .nan
        let value = first.output.2 == "−" ? -size : size
        if value < 0 { negatives += 1 }
        #expect(sorted(cell).map { abs($0 - value) < 1e-6 } == true, "\(shown) sorts as \(sorted(cell) ?? .nan)")
      }
    }
    #expect(negatives > 0)
  }

  @Test func `a cell that a spreadsheet would run is copied as the file has it`() throws {
    let names = ["=1+1", "＝HYPERLINK(\"x\")", "＋1", "@SUM(A1)", "-cmd", " =2", "a;=3"]
    let lines = (0..<12).flatMap { user in
      names.enumerated().map {
        LogLine("2026-03-01T08:0\($0.offset):1\(user % 10)Z", "u\(user)", "tab_select", ["target": $0.element])
      }
    }
    let run = try JudgedRun(lines)
    let file = Set(try run.folder.table("New/tabs.csv")["tab"])
    let page = try MarkupElement.read(run.folder.text("New/report.html"))
    let cells = page.all("th", "td")
    for name in names {
      let cell = try #require(
        cells.first { $0.text == name || $0.text == name.trimmingCharacters(in: .whitespaces) }, "\(name)")
      let copied = cell["data-copy"] ?? cell.text
      #expect(file.contains(copied) && copied != name, "\(name) is copied as \(copied)")
    }
  }
}
