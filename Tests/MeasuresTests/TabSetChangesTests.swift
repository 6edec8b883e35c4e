import NavigationModel
import Testing

@testable import Measures

/// Users whose tab bar changed, counted by hand.
@Suite struct TabSetChangesTests {
  @Test func `Lists of one version and place`() throws {
    let trace = """
      tabs:A|B|C tabs:A|B tabs:A|B|C * 2
      tabs:A|B|C & tab:A & tabs:A|B
      @app_version=1 tabs:A|B|C & @app_version=2 tabs:A|B & @app_version=2 @device=tablet tabs:A
      @width=compact tabs:A|B|C & @width=regular tabs:A|B & @width=compact tabs:B|A|C
      tab:A
      """
    for log in try Folded<TabSetChanges>.everyWay(trace) {
      #expect(log.measure.users == 5)
      let histories = log.measure.sums.pairs.map { history, cell in
        (lists: history.elements.map { Set($0.elements.map { log.names.text($0) }) }, cell: cell)
      }
      #expect(histories.count == 2)
      let shorter = try #require(histories.first { $0.lists == [[#"["A","B","C"]"#, #"["A","B"]"#]] })
      #expect(shorter.cell.users == 3 && shorter.cell.examples.examples.map(\.number) == [1, 1, 3])
      let turned = try #require(histories.first { $0.lists == [[#"["A","B","C"]"#, #"["B","A","C"]"#]] })
      #expect(turned.cell.users == 1 && turned.cell.examples.examples.map(\.number) == [3])
    }
  }

  @Test func `A user's own order ends it`() throws {
    let measure = try Folded<TabSetChanges>("tabs:A|B edit:B|A tabs:B|A & tabs:B\nedit:B|A tabs:A\ntabs:A|B edit:B|A")
      .measure
    #expect(measure.users == 2 && measure.sums.count == 0)
  }
}
