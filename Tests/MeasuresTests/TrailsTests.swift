import NavigationModel
import TestSupport
import Testing

@testable import Measures

@Suite struct TrailsTests {
  @Test func `The first screens of each part, one after the other`() throws {
    // Two users go A B A and end; one ends at once; one starts again in the session.
    let tables = try TraceMeasures("A B A * 2\nA\nA C cold A B")
    #expect(tables["trails"] == ["1 A (end) 1", "1 A B 3", "1 A C 1", "2 B (end) 1", "2 B A 2", "2 C (end) 1", "3 A (end) 2"])
  }

  @Test func `Trails are followed to the sixth screen`() throws {
    let tables = try TraceMeasures("A B C D E F G H")
    #expect(tables["trails"] == ["1 A B 1", "2 B C 1", "3 C D 1", "4 D E 1", "5 E F 1"])
  }

  @Test func `Trails of parts of a log add up`() throws {
    for log in try Folded<Trails>.everyWay("A B & A C * 3\nB A") {
      let (a, b) = (log.name("A"), log.name("B"))
      #expect(log.measure.sums[Trails.Link(step: 1, from: a, to: b)] == 3)
      #expect(log.measure.sums[Trails.Link(step: 1, from: b, to: a)] == 1)
      #expect(log.measure.sums.count == 6)
    }
  }
}
