import NavigationModel
import Testing

@testable import Measures

/// Refused selections and lost states of tabs, counted by hand.
@Suite struct TabTroubleTests {
  @Test func `Who was refused, and in which sessions most`() throws {
    for log in try Folded<Tabs>.everyWay("tab:A tab:B! tab:B! & tab:A tab:B!\ntab:A tab:B\ntab:A tab:B!") {
      let cell = try #require(log.measure.sums[log.name("B")])
      #expect(cell.refusals.count == 4 && cell.refusals.users == 2 && cell.refusals.sessions == 3)
      #expect(cell.refusals.examples.examples.map(\.score) == [2, 1, 1])
      #expect(cell.blocked.sumY == 4 && cell.blocked.sumN == 5)
    }
  }

  @Test func `Who lost their place`() throws {
    for log in try Folded<Tabs>.everyWay("tab:A=R > P tab:B tab:A=R > P tab:B tab:A=R\ntab:A=R > P tab:B tab:A=P") {
      let cell = try #require(log.measure.sums[log.name("A")])
      #expect(cell.losses.count == 2 && cell.losses.users == 1 && cell.losses.examples.examples.map(\.score) == [2])
      #expect(cell.stateLost.sumY == 2 && cell.stateLost.sumN == 3)
    }
  }
}
