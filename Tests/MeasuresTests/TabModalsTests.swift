import NavigationModel
import Testing

@testable import Measures

/// What follows the selection of a tab, counted by hand.
@Suite struct TabModalsTests {
  @Test func `Selections whose next step is a modal screen, soon`() throws {
    // Sell: opened a modal twice (once reselected while it was the current tab), once after 3 s, once after a push.
    // Home: never.
    let trace = """
      tab:Me tab:Home tab:Sell +2s modal:New modal! tab:Sell +100ms modal:New modal! tab:Home tab:Sell +3s modal:New modal!
      tab:Me tab:Home tab:Sell +100ms > List +100ms modal:New
      """
    for log in try Folded<TabModals>.everyWay(trace) {
      let sell = try #require(log.measure.sums[log.name("Sell")])
      let sums = sell.share
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [2, 2, 4, 4, 6, 10])
      #expect(sell.counted.count == 2 && sell.counted.users == 1 && sell.counted.sessions == 1)
      #expect(sell.counted.examples.examples.map(\.score) == [2])
      #expect(log.measure.sums[log.name("Home")]?.share.sumN == 3)
      #expect(log.measure.sums[log.name("Home")]?.share.sumY == 0)
    }
  }

  @Test func `A reselect that goes to the root counts by what follows that`() throws {
    let log = try Folded<TabModals>("tab:Z tab:A > B tab:A +1s modal:M modal! > B tab:A > B +1s modal:M")
    let sums = try #require(log.measure.sums[log.name("A")]).share
    #expect([sums.sumY, sums.sumN] == [1, 3])
  }

  @Test func `The tab on which a part lands was not chosen`() throws {
    let log = try Folded<TabModals>("tab:A +100ms modal:Login modal! tab:B tab:A\nSplash +1s tab:A +100ms modal:Login")
    let sums = try #require(log.measure.sums[log.name("A")]).share
    #expect([sums.users, sums.sumY, sums.sumN] == [1, 0, 1])
  }

  @Test func `A modal screen of the next part is not brought up by it`() throws {
    let log = try Folded<TabModals>("tab:Z tab:A +100ms cold +100ms modal:M\ntab:B! +100ms modal:M")
    #expect(log.measure.sums.keys.map { log.names.text($0) } == ["A"])
    #expect(log.measure.sums[log.name("A")]?.share.sumY == 0)
  }
}
