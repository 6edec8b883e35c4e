import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Screens that lead on, counted by hand.
@Suite struct PassThroughsTests {
  @Test func `Visits that a push followed, by where to`() throws {
    // Gate: the first user goes on to Offer twice and once to Help, in 4 visits; the second never, in one; the third to
    // Offer, in one.
    let trace = """
      tab:Home > Gate > Offer < < > Gate > Offer < < > Gate > Help < < > Gate
      tab:Home > Gate modal:M
      tab:Home > Gate > Offer < > Offer
      """
    for parts in 1...3 {
      let log = try TraceMeasures(trace, parts: parts)
      let most = log.measures.passThroughs.next.mostTaken(log.scope.names)
      #expect(most.map { log.scope.names[$0.screen] } == ["Gate", "Home"])
      let gate = try #require(most.first)
      #expect(log.scope.names[gate.next] == "Offer" && gate.users == 2)
      let sums = gate.share
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [3, 3, 6, 5, 9, 18])
      #expect(most[1].share.sumY == 3 && most[1].share.sumN == 3, "a push after coming back follows no visit")
    }
  }

  @Test func `Of equals the first in text order`() throws {
    let log = try TraceMeasures("tab:Home > Z & tab:Home > B & tab:Home > M")
    #expect(log.measures.passThroughs.next.mostTaken(log.scope.names).map { log.scope.names[$0.next] } == ["B"])
  }

  @Test func `A feed of a hundred details`() throws {
    let log = try TraceMeasures(
      "tab:Home " + (1...100).map { "> P\($0) < tab:Other tab:Home" }.joined(separator: " ") + " > P7")
    let most = log.measures.passThroughs.next.mostTaken(log.scope.names)
    let home = try #require(most.first { log.scope.names[$0.screen] == "Home" })
    #expect(log.scope.names[home.next] == "P7" && home.share.sumY == 2 && home.share.sumN == 101)
  }
}
