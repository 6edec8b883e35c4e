import Measures
import NavigationModel
import TestSupport
import Testing

/// Sessions with deep visits.
@Suite struct DeepVisitsTests {
  @Test func `From the fourth level on, visits only`() throws {
    let log = try TraceMeasures("tab:T > 2 > 3 > 4 > 5 <\ntab:T & tab:T > 2 > 3 > 4\ntab:T > 4")
    let examples = log.measures.deepVisits.sums
    #expect(examples[log.name("3")] == nil)
    #expect(examples[log.name("4")]?.examples.examples.map(\.label) == ["u0000000000000001-1", "u0000000000000002-2"])
    #expect(examples[log.name("5")]?.examples.examples.count == 1)
  }

  @Test func `A shortcut spares the levels of visits that go straight down`() throws {
    // Straight down, each screen left within five seconds; stopped at 3 for ten seconds; back up and down again from 3.
    let log = try TraceMeasures(
      "tab:T +1s > 2 +1s > 3 +1s > 4 +1s > 5\ntab:T +1s > 2 +1s > 3 +10s > 4\ntab:T +1s > 2 +1s > 3 +1s > 4 +1s < > 4")
    let cells = log.measures.deepVisits.sums
    #expect(cells[log.name("4")]?.directVisits == 2 && cells[log.name("4")]?.sparedTaps == 4)
    #expect(cells[log.name("5")]?.directVisits == 1 && cells[log.name("5")]?.sparedTaps == 3)
  }

  @Test func `The five earliest, however users are dealt out`() throws {
    let trace = (1...9).map { "( tab:T & ) x \(10 - $0) tab:T > 2 > 3 > 4" }.joined(separator: "\n")
    let expected = ["9-2", "8-3", "7-4", "6-5", "5-6"].map { "u000000000000000\($0)" }
    for parts in 1...4 {
      let log = try TraceMeasures(trace, parts: parts)
      #expect(log.measures.deepVisits.sums[log.name("4")]?.examples.examples.map(\.label) == expected)
    }
  }
}
