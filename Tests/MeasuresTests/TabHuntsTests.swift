import NavigationModel
import Testing

@testable import Measures

/// Hunting from tab to tab, counted by hand.
@Suite struct TabHuntsTests {
  func figures(_ trace: String) throws -> [Int] {
    let measure = try Folded<TabHunts>(trace).measure.judged(without: [], strips: [])
    return [measure.sessions.sumY, measure.sessions.sumN, measure.taps.count]
  }

  @Test func `Sessions with three different tabs in a row`() throws {
    // The first user hunts in one of two sessions, over four tabs; the second in one of one, twice.
    let trace = """
      tab:A +9s tab:B +2s tab:C +2s tab:D +2s tab:A & tab:A +9s tab:B
      tab:A +1s tab:B +1s tab:C +9s tab:D +1s tab:A +1s tab:B
      """
    for log in try Folded<TabHunts>.everyWay(trace) {
      let hunts = log.measure.judged(without: [], strips: [])
      #expect([hunts.sessions.users, hunts.sessions.sumY, hunts.sessions.sumN] == [2, 2, 3])
      // B, C, D; then A, B, and D, A.
      #expect(hunts.taps.count == 7 && hunts.taps.users == 2 && hunts.taps.examples.examples.map(\.score) == [4, 3])
      let passed = Dictionary(uniqueKeysWithValues: hunts.passed.pairs.map { (log.names.text($0), $1) })
      #expect(passed == ["A": 2, "B": 2, "C": 1, "D": 2])
      let ends = Dictionary(uniqueKeysWithValues: hunts.ends.pairs.map { (log.names.text($0), $1) })
      #expect(ends == ["A": 1, "C": 1, "B": 1])
    }
  }

  @Test func `Five seconds are not less than five`() throws {
    #expect(try figures("tab:A +4999ms tab:B +4999ms tab:C") == [1, 1, 2])
    #expect(try figures("tab:A +5s tab:B +1s tab:C") == [0, 1, 0])
    #expect(try figures("tab:A +1s tab:B +5s tab:C") == [0, 1, 0])
  }

  @Test func `A look further down is part of the stay`() throws {
    #expect(try figures("tab:A +1s > P +1s tab:B +1s > Q +1s < +1s tab:C") == [1, 1, 2])
    #expect(try figures("tab:A +1s tab:A +1s tab:B +1s tab:C") == [1, 1, 2], "a reselect too")
  }

  @Test func `What is not the selection of a tab breaks the row`() throws {
    #expect(try figures("tab:A +1s tab:B +1s more +1s tab:C") == [0, 1, 0])
    #expect(try figures("tab:A +1s menu:X +1s tab:B +1s tab:C") == [0, 1, 0])
    #expect(try figures("tab:A +1s tab:B cold +1s tab:C") == [0, 1, 0])
    #expect(try figures("Start@1 +1s tab:A +1s tab:B") == [0, 1, 0], "the start is no selection")
    #expect(try figures("tab:A +1s tab:B +1s tab:A +1s tab:B") == [0, 1, 0], "to and fro")
    #expect(try figures("background & tap") == [0, 0, 0], "no steps")
  }
}
