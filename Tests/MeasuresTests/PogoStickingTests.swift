import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Down and straight back, counted by hand.
@Suite struct PogoStickingTests {
  @Test func `Runs of three quick backs or more count, whatever the details are called`() throws {
    // List: A, B, C quick (a run), D too slow; then A quick, left by a push, and once the session ends.
    let log = try TraceMeasures("tab:T=List > A +2s < > B +5s < > C +1s < > D +5001ms < > A +1s < > A > B +1s < < > D")
    let pogoSticking = log.measures.pogoSticking
    let list = try #require(pogoSticking.sums[log.name("List")])
    #expect(
      list.looks.share.sumY == 3 && list.looks.share.sumN == 7 && list.looks.users == 1 && list.looks.sessions == 1
        && list.runs == 1)
    #expect(
      pogoSticking.sums[log.name("A")]?.looks.share.sumY == 0 && pogoSticking.sums[log.name("A")]?.looks.share.sumN == 1
    )
    #expect(pogoSticking.details[.init(log.name("List"), log.name("A"))] == 1)
    #expect(pogoSticking.details.pairs.reduce(0) { $0 + $1.1 } == 3)
  }

  @Test func `A run that ends in a long stay was a choice`() throws {
    let found = try TraceMeasures("tab:T=List ( > A +2s < ) x 3 > A +30001ms <")
    #expect(found.measures.pogoSticking.sums[found.name("List")]?.looks.share.sumY == 0)
    #expect(found.measures.pogoSticking.sums[found.name("List")]?.looks.share.sumN == 4)
    let notFound = try TraceMeasures("tab:T=List ( > A +2s < ) x 3 > A +30s <")
    #expect(notFound.measures.pogoSticking.sums[notFound.name("List")]?.looks.share.sumY == 3)
  }

  @Test func `Modal screens, tabs and other parts are no details`() throws {
    let log = try TraceMeasures(
      "tab:T=List ( modal:M +1s modal! ) x 3 cold > A +1s background +1s < tab:U=List > B +1s background +1s <")
    #expect(log.measures.pogoSticking.sums[log.name("List")]?.looks.share.sumN == 1)
    #expect(log.measures.pogoSticking.sums[log.name("List")]?.looks.share.sumY == 0, "in the background nobody looks")
  }

  @Test func `Users differ`() throws {
    for parts in 1...3 {
      let log = try TraceMeasures(
        "tab:T ( > A +1s < ) x 3\ntab:T ( > A < ) x 2 & tab:T > A +1s <\ntab:T > B", parts: parts)
      let sums = try #require(log.measures.pogoSticking.sums[log.name("T")]).looks.share
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [3, 3, 7, 9, 9, 19])
    }
  }
}
