import Measures
import NavigationModel
import TestSupport
import Testing

/// Going back step by step, counted by hand.
@Suite struct BackChainsTests {
  @Test func `Runs of three and more`() throws {
    // First user: a run of 3 from C, a run of 2, a run of 4 from D with `to_root` and a modal screen in it. Second:
    // none.
    let trace = """
      tab:T > A > B > C < < < > A > B < < > A > B > C > D modal:M modal! < < ^ > E
      tab:T > A > B < < > A <
      """
    for parts in 1...2 {
      let log = try TraceMeasures(trace, parts: parts)
      let chains = log.measures.backChains
      #expect(chains.chains == 2 && chains.steps == 7 && chains.extraTaps == 5 && chains.users == 1)
      #expect(chains.examples.examples.map(\.score) == [4])
      #expect(
        chains.starts[log.name("C")]?.count == 1 && chains.starts[log.name("M")]?.users == 1 && chains.starts.count == 2
      )
      let sessions = log.measures.figures.share(.backChainSessions)
      #expect(sessions.sumY == 1 && sessions.sumN == 2)
    }
  }

  @Test func `A new start of the app ends a run`() throws {
    let log = try TraceMeasures("tab:T > A > B > C < < cold tab:T > A <")
    #expect(log.measures.backChains.chains == 0 && log.measures.backChains.users == 0)
  }
}
