import NavigationModel
import Testing

@testable import Measures

/// Down and straight back, counted by hand.
@Suite struct GlancesTests {
  @Test func `Visits pushed from a hub, and quick backs`() throws {
    // List: A quick, B at the limit, C too slow, A left by a push, and once the session ends. A's child B is left quickly, to A.
    let log = try MeasuredTrace("tab:T=List > A +2s < > B +5s < > C +5001ms < > A > B +1s < < > D")
    let glances = log.measures.glances
    let list = try #require(glances.cells[log.name("List")])
    #expect(list.share.sumY == 2 && list.share.sumN == 5 && list.users == 1 && list.sessions == 1)
    #expect(glances.cells[log.name("A")]?.share.sumY == 1)
    #expect(glances.details[.init(from: log.name("List"), to: log.name("A"))]?.count == 1)
    #expect(glances.details.pairs.reduce(0) { $0 + $1.1.count } == 3)
  }

  @Test func `Modal screens, tabs and other parts are no details`() throws {
    let log = try MeasuredTrace("tab:T=List modal:M +1s modal! cold > A +1s background +1s < tab:U=List > B +1s background +1s <")
    #expect(log.measures.glances.cells[log.name("List")]?.share.sumN == 1)
    #expect(log.measures.glances.cells[log.name("List")]?.share.sumY == 0, "in the background nobody looks")
  }

  @Test func `Users differ`() throws {
    for parts in 1...3 {
      let log = try MeasuredTrace("tab:T ( > A +1s < ) x 3\ntab:T ( > A < ) x 2 & tab:T > A +1s <\ntab:T > B", parts: parts)
      let sums = try #require(log.measures.glances.cells[log.name("T")]).share
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [3, 4, 7, 10, 12, 19])
    }
  }
}
