import Foundation
import Measures
import TestSupport
import Testing

@Suite("Glossary of figures")
struct FigureReferenceTests {
  /// The texts in backticks of each row of the page's tables.
  private let rows = Figure.reference().split(separator: "\n").filter { $0.hasPrefix("| `") }.map(Self.quoted)

  private static func quoted(_ line: Substring) -> [String] {
    line.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  @Test func `it has every figure once, and those of subjects`() {
    let names = rows.compactMap(\.first)
    #expect(Array(names.prefix(Figure.all.count)) == Figure.all.map(\.name))
    let subjects = names.dropFirst(Figure.all.count).prefix(ComparedSubject.Kind.allCases.count)
    #expect(Array(subjects) == ComparedSubject.Kind.allCases.map(\.metric))
  }

  @Test func `a share says what it is made of`() {
    let quick = rows.first { $0.first == "quick_back_rate" }
    #expect(quick == ["quick_back_rate", "quick_backs", "plain_visits"])
    #expect(rows.contains { $0.first == "plain_visits" && $0.dropFirst() == ["quick_back_rate"] })
  }

  @Test func `the documentation lists the figures of the summary in their order`() throws {
    let page = try String(
      contentsOf: Fixtures.committed("Sources/NavigationAudit/NavigationAudit.docc/OutputFiles.md"), encoding: .utf8)
    let line = try #require(
      page.split(separator: "\n").first { $0.hasPrefix("`summary.csv` holds at least these measures") })
    let listed = Self.quoted(line).filter { Figure.named($0) != nil }
    #expect(listed == Figure.all.filter(\.isInSummary).map(\.name))
  }
}
