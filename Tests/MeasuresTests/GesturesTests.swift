import Measures
import NavigationModel
import Testing

@Suite struct GesturesTests {
  @Test func `Uses that work and uses that fail`() throws {
    let trace =
      """
      Home gesture:swipe! gesture:swipe! gesture:swipe & Home gesture:swipe * 2\nHome gesture:swipe! * 3\nHome \
      gesture:pinch
      """
    for log in try Folded<Gestures>.everyWay(trace) {
      let swipe = try #require(log.measure.sums[log.name("swipe")])
      #expect(swipe.users == 2 && swipe.accepted.sessions == 4 && swipe.accepted.count == 4)
      #expect(swipe.failures.users == 5 && swipe.failures.sessions == 5 && swipe.failures.count == 7)
      // Two users with 2 of 4, three with 1 of 1.
      #expect(swipe.failed.users == 5 && swipe.failed.sumY == 7 && swipe.failed.sumN == 11 && swipe.failed.sumYN == 19)
      #expect(swipe.failures.examples.examples.map(\.score) == [2, 2, 1, 1, 1])
      #expect(log.measure.sums[log.name("pinch")]?.failures.count == 0)
    }
  }
}
