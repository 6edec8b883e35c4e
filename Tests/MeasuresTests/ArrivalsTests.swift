import Measures
import NavigationModel
import Testing

@Suite struct ArrivalsTests {
  @Test func `Arrivals by gesture, and by which`() throws {
    let trace = """
      Home gesture:swipe +100ms > Archive < gesture:pinch +999ms > Archive & Home > Archive * 2
      Home gesture:tap +100ms gesture:swipe +100ms modal:Archive gesture:swipe +1s > Archive gesture:swipe +100ms <
      """
    for log in try Folded<Arrivals>.everyWay(trace) {
      let cell = try #require(log.measure.sums[log.name("Archive")])
      #expect(cell.arrivals == 8)
      #expect(cell.byGesture.count == 5 && cell.byGesture.users == 3 && cell.byGesture.sessions == 3)
      #expect(cell.byGesture.examples.examples.map(\.score) == [2, 2, 1])
      let gestures = log.measure.gestures(to: log.name("Archive")).sorted { $0.visits > $1.visits }
      #expect(gestures.map(\.gesture) == [log.name("swipe"), log.name("pinch")] && gestures.map(\.visits) == [3, 2])
      #expect(log.measure.sums[log.name("Home")]?.byGesture.count == 0)
    }
  }

  @Test func `Coming back to a tab that kept its screens is no arrival`() throws {
    let trace = "tab:Home gesture:swipe +100ms > Archive tab:Search tab:Home tab:Search gesture:swipe +100ms tab:Home"
    for log in try Folded<Arrivals>.everyWay(trace) {
      let archive = try #require(log.measure.sums[log.name("Archive")])
      #expect(archive.arrivals == 1 && archive.byGesture.count == 1)
      #expect(log.measure.gestures(to: log.name("Archive")).map(\.visits) == [1])
      // The root of a tab is an arrival.
      #expect(log.measure.sums[log.name("Search")]?.arrivals == 2)
    }
  }
}
