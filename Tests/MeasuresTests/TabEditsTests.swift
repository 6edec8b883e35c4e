import NavigationModel
import Testing

@testable import Measures

/// Orders that people made, counted by hand.
@Suite struct TabEditsTests {
  @Test func `The last order of each user, and what was shown before the first`() throws {
    let trace = """
      tabs:A|B|C edit:A|C|B & tabs:A|C|B edit:C|A|B * 2
      tabs:A|B|C & edit:C|A|B
      tabs:A|B tabs:A|B|C edit:A|B|D
      edit:B|A
      tabs:A|B|C
      """
    for log in try Folded<TabEdits>.everyWay(trace) {
      func cell(_ shown: String, _ edited: String) -> UsersWithExamples? {
        func list(_ tabs: String) -> Name {
          tabs.isEmpty ? .unknown : log.name(ListText.text(tabs.split(separator: "|").map(String.init)))
        }
        return log.measure.sums[.init(list(shown), list(edited))]
      }
      #expect(log.measure.users == 5 && log.measure.sums.count == 3)
      #expect(
        cell("A|B|C", "C|A|B")?.users == 3 && cell("A|B|C", "C|A|B")?.examples.examples.map(\.number) == [2, 2, 2])
      #expect(cell("A|B|C", "A|B|D")?.users == 1)
      #expect(cell("", "B|A")?.users == 1)
    }
  }
}
