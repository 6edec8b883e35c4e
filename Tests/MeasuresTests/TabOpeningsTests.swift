import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// How long tabs take to show their screen, counted by hand.
@Suite struct TabOpeningsTests {
  @Test func `First openings of a part and later ones`() throws {
    // Home is shown at the start: not timed. Search: first after 1.5 s, later 0.3 s; after a cold start first again,
    // 0.9 s.
    let trace = """
      tab:Home +2s H tab:Search +1500ms S tab:Home +100ms H tab:Search +300ms S cold tab:Home +2s H tab:Search +900ms S
      tab:Home tab:Search +700ms S & tab:Search +1s S tab:Home +200ms H
      """
    for log in try Folded<TabOpenings>.everyWay(trace) {
      let search = try #require(log.measure.sums[log.name("Search")])
      #expect(search.first.times.count == 3 && search.first.users == 2 && search.first.sessions == 2)
      #expect(
        [
          search.first.times.seconds(.percent(1)), search.first.times.seconds(.median),
          search.first.times.seconds(.maximum),
        ] == [
          0.7, 0.9, 1.5,
        ])
      #expect(search.first.examples.examples.map(\.score) == [1500, 700], "a session once, by its longest")
      #expect(search.later.times.count == 1 && search.later.times.seconds(.median) == 0.3)
      let home = try #require(log.measure.sums[log.name("Home")])
      #expect(home.first.times.count == 1 && home.later.times.count == 1)
    }
  }

  @Test func `The screen may be named twice`() throws {
    let log = try Folded<TabOpenings>(
      "tab:A tab:B=X +800ms X tab:A=Y +300ms Z tab:B=X +5s X tab:A=Y background +100ms Y tab:B=X badge:B=0 +100ms X")
    #expect(log.measure.sums[log.name("B")]?.first.times.seconds(.maximum) == 0.8)
    // The second selection of B is followed too late by its screen; the third comes ten seconds after another event.
    #expect(log.measure.sums[log.name("B")]?.later.times.count == 0)
    #expect(log.measure.sums[log.name("A")] == nil, "another screen, or the background, lies between")
  }

  @Test func `An entry opens its tab`() throws {
    let trace = "Home > P tab:B tab:Home=Home +300ms Home"
    let log = try TraceMeasures(trace, map: AppMapWithRoot.home)
    #expect(log.measures.tabOpenings.sums[log.name("Home")]?.later.times.count == 1)
  }
}

private enum AppMapWithRoot {
  static var home: AppMap {
    var map = AppMap()
    map.roots = [.init(tab: "Home", screen: "Home")]
    return map
  }
}
