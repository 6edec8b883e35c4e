import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Ping-pong between two sections, counted by hand.
@Suite struct PingPongsTests {
  static let toAndFro = "tab:A +5s tab:B +5s tab:A +5s tab:B"

  @Test func `Sessions of a pair over all sessions with steps`() throws {
    // First user: 2 of 3 sessions with steps (one has none), also the other way around. Second: none of 1.
    let trace = "\(Self.toAndFro) & tab:B +5s tab:A +5s tab:B +5s tab:A & tab:A & tap\ntab:A tab:B"
    for parts in 1...2 {
      let log = try TraceMeasures(trace, parts: parts)
      let (pair, cell) = try #require(log.measures.pingPongs.sums.pairs.first { _ in true })
      let sums = log.measures.pingPongs.share(cell)
      #expect(log.measures.pingPongs.sums.count == 1)
      #expect(Set(pair.elements) == [.tab(log.name("A")), .tab(log.name("B"))])
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [2, 2, 4, 4, 6, 10])
      #expect(cell.users == 1 && cell.sessions == 2 && cell.examples.examples.map(\.number) == [1, 2])
      #expect(log.measures.figures.share(.pingPongSessions) == sums, "there is one pair only")
    }
  }

  @Test func `A session may hold several pairs, each once`() throws {
    let log = try TraceMeasures("\(Self.toAndFro) +5s tab:A +5s tab:B +5s tab:C +5s tab:B +5s tab:C * 3")
    let cells = log.measures.pingPongs.sums.values
    #expect(cells.map(\.sessions) == [3, 3])
  }

  @Test func `A pair has no order`() {
    let a = Section.tab(.more)
    let b = Section.link
    #expect(Unordered([a, b]) == Unordered([b, a]))
    #expect(Unordered([a, b]).hashValue == Unordered([b, a]).hashValue)
    #expect(Unordered([a, b]) != Unordered([a, .none]))
  }
}
