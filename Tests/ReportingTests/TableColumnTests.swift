import Measures
import TestSupport
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct TableColumnTests {
  @Test func `the report knows the columns of the tables it shows`() throws {
    let contents = try contents(shop)
    for figure in FigureTable.all(.utc) {
      let table = try #require(contents.table(figure.table))
      for column in figure.columns {
        let name = try #require(column.heading.name)
        let index = try #require(table.index(of: name), "\(figure.table).\(name)")
        if table.columns[index].role == .share {
          #expect(table.index(of: name + "_low") == index + 1 && table.index(of: name + "_high") == index + 2)
        }
      }
      for column in figure.highest { #expect(table.index(of: column.name) != nil, "\(figure.table).\(column.name)") }
    }
  }

  @Test func `findings come by group, then by gain, then by name`() {
    func finding(_ rule: String, _ severity: Severity, _ subject: String, _ taps: Int) -> Finding {
      var finding = menuFinding
      finding.rule = rule
      finding.severity = severity
      finding.subject = subject
      finding.gain.taps = Double(taps)
      return finding
    }
    let ordered = [
      finding("b", .error, "x", 5), finding("a", .error, "x", 0), finding("z", .warning, "x", 10),
      finding("a", .warning, "b", 3), finding("a", .warning, "c", 3), finding("b", .warning, "a", 3),
      finding("a", .info, "x", 99),
    ]
    let rows = TableRows(Finding.table(of: ordered.reversed()))
    #expect(
      rows.indices.map { row in ["rule", "severity", "subject"].map { rows.text(row, $0) }.joined(separator: " ") }
        == ordered.map { "\($0.rule) \($0.severity) \($0.subject)" })
  }

  @Test func `a finding is one row, with nothing where nothing is known`() throws {
    let row = try #require(Finding.table(of: [depthFinding]).rows.first)
    #expect(
      row.map(\.text) == [
        "depth.over-limit", "error", "structural", "current", "section", "Orders", "", "depth", "7", "", "", "5", "12",
        "40", "", "12", "36", "",
        "Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5", "flatten the section",
        "convention: hierarchies no deeper than 5–6 levels", "", "fix-now", "", "", "Flatten the section Orders.", "36",
        "",
      ])
  }

  @Test func `example sessions stand in one cell, with spaces between`() throws {
    let contents = try contents(shop, mergesAlike: false)
    var finding = depthFinding
    let deepest = contents.measures.sectionDepths.sums.pairs.flatMap { $1.examples.examples }
    try #require(deepest.count == 5)
    finding.examples = Array(deepest.prefix(2))
    #expect(
      TableRows(Finding.table(of: [finding])).text(0, "example_sessions") == "u0000000000000001-1 u0000000000000002-1")
  }
}
