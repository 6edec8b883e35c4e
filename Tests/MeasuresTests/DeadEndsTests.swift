import Measures
import NavigationModel
import TestSupport
import Testing

/// Where people stop, counted by hand.
@Suite struct DeadEndsTests {
  @Test func `Visits below a root, and those that are the last step of a part`() throws {
    // A: visited below the root 3 times by the first user (one visit ends the first part, one the session), once by the
    // second.
    let trace = "tab:Home > A > B < < > A cold tab:Home > A\ntab:Home > A > B"
    let ends = try TraceMeasures(trace).measures.deadEnds
    let log = try TraceMeasures(trace)
    let a = try #require(ends.sums[log.name("A")])
    #expect(a.share.sumY == 2 && a.share.sumN == 4 && a.share.users == 2)
    #expect(a.users == 1 && a.sessions == 1 && a.examples.examples.map(\.number) == [1])
    let b = try #require(ends.sums[log.name("B")])
    #expect(b.share.sumY == 1 && b.share.sumN == 2)
    #expect(ends.sums[log.name("Home")] == nil, "roots are at level 1")
  }

  @Test func `The last step decides, not the last screen`() throws {
    // The user comes back to B at the end: its visit went on.
    let log = try TraceMeasures("tab:Home > B > C <")
    #expect(log.measures.deadEnds.sums[log.name("B")]?.share.sumY == 0)
    #expect(log.measures.deadEnds.sums[log.name("C")]?.share.sumY == 0)
  }

  @Test func `Modal screens start to count anew`() throws {
    let log = try TraceMeasures("tab:Home > A modal:M")
    #expect(log.measures.deadEnds.sums[log.name("M")] == nil)
  }

  @Test(arguments: [2, 3]) func `Parts add up`(parts: Int) throws {
    let trace = "tab:Home > A\ntab:Home > A <\ntab:Home > A > B\n( tab:Home > A & ) x 3"
    let whole = try TraceMeasures(trace)
    let merged = try TraceMeasures(trace, parts: parts)
    let a = whole.measures.deadEnds.sums[whole.name("A")]
    let b = merged.measures.deadEnds.sums[merged.name("A")]
    #expect(
      a?.share == b?.share && a?.users == b?.users && a?.sessions == b?.sessions
        && a?.examples.examples == b?.examples.examples)
    #expect(a?.share.sumY == 4 && a?.share.sumN == 6 && a?.share.sumYY == 10)
  }
}
