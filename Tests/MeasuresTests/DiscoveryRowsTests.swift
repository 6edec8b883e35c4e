import Measures
import NavigationModel
import Statistics
import TestSupport
import Testing

@Suite struct DiscoveryRowsTests {
  @Test func `First uses of new users and their censoring`() throws {
    let first = "event:app_open{via=first} Home"
    let log = try TraceMeasures(
      "\(first) & Home menu:A & Home menu:B menu:A * 2\n\(first) menu:A\n\(first) & Home & Home & Home * 4")
    func rows(_ item: String) -> [SurvivalRow]? {
      log.scope.firstUses(of: .init(.menuItem, log.name(item), container: log.name("menu")))?.fromFirst
    }
    #expect(
      rows("A") == [
        .init(time: 1, events: 1, censored: 0), .init(time: 2, events: 2, censored: 0),
        .init(time: 4, events: 0, censored: 4),
      ])
    #expect(
      rows("B") == [
        .init(time: 1, events: 0, censored: 1), .init(time: 3, events: 2, censored: 0),
        .init(time: 4, events: 0, censored: 4),
      ])
  }
}
