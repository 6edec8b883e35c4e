import Measures
import NavigationModel
import Statistics
import Testing

@Suite struct DiscoveryRowsTests {
  @Test func `First uses and censoring of all items of a kind at once`() throws {
    let trace = "Home & Home menu:A & Home menu:B menu:A * 2\nHome menu:A\nHome & Home & Home & Home * 4"
    for log in try Folded<Discovery>.everyWay(trace) {
      let a = Discovery.Subject(.menuItem, log.name("A"), container: log.name("menu"))
      let b = Discovery.Subject(.menuItem, log.name("B"), container: log.name("menu"))
      let rows = log.measure.survivalRows(of: .menuItem)
      #expect(Set(rows.keys) == [a, b])
      #expect(
        rows[a] == [
          .init(time: 1, events: 1, censored: 0), .init(time: 2, events: 2, censored: 0),
          .init(time: 4, events: 0, censored: 4),
        ])
      #expect(
        rows[b] == [
          .init(time: 1, events: 0, censored: 1), .init(time: 3, events: 2, censored: 0),
          .init(time: 4, events: 0, censored: 4),
        ])
      #expect(log.measure.survivalRows(of: .gesture).isEmpty)
    }
  }
}
