import Measures
import NavigationModel
import TestSupport
import Testing

@Suite struct TapsTests {
  @Test func `Dead and missed taps by target, those of one user together`() throws {
    let trace = """
      Home tap:Buy tap:Buy!dead > Product tap:Buy!dead tap:Photo!missed * 2
      Home tap:Buy & Home tap:Buy!dead
      """
    for log in try Folded<Taps>.everyWay(trace) {
      let buy = try #require(log.measure.sums[log.name("Buy")])
      // Users with 2 of 3, 2 of 3, 1 of 2 dead taps.
      #expect(buy.dead.users == 3 && buy.dead.sumY == 5 && buy.dead.sumN == 8)
      #expect(buy.dead.sumYY == 9 && buy.dead.sumYN == 14 && buy.dead.sumNN == 22)
      #expect(buy.deadTaps.count == 5 && buy.deadTaps.users == 3 && buy.deadTaps.sessions == 3)
      #expect(buy.deadTaps.examples.examples.map(\.score) == [2, 2, 1])
      #expect(buy.missed.sumY == 0 && buy.missed.sumN == 8)
      let photo = try #require(log.measure.sums[log.name("Photo")])
      #expect(photo.missed.sumY == 2 && photo.missed.sumN == 2 && photo.missedTaps.users == 2 && photo.dead.sumY == 0)
      #expect(log.measure.worked == 3 && log.measure.failed == 7)
      let places = log.measure.screensWithDeadTaps(on: log.name("Buy")).sorted { $0.taps > $1.taps }
      #expect(places.map(\.taps) == [3, 2] && places.map(\.screen) == [log.name("Home"), log.name("Product")])
    }
  }

  @Test func `Missed taps beside the selections of the tab`() throws {
    let log = try Folded<Taps>("tab:Home tap:Sell!missed tab:Sell tab:Sell tab:Sell! tab:Home * 2")
    let sell = try #require(log.measure.sums[log.name("Sell")])
    #expect(
      sell.missedOfSelections.sumY == 2 && sell.missedOfSelections.sumN == 8 && sell.missedOfSelections.users == 2)
    #expect(sell.missed.sumY == 2 && sell.missed.sumN == 2)
    let home = try #require(log.measure.sums[log.name("Home")])
    #expect(home.dead.sumN == 0 && home.missedOfSelections.sumN == 4)
  }

  /// Taps in rages and in rows of `A`.
  func rages(_ trace: String) throws -> [Int] {
    let log = try Folded<Taps>(trace)
    let cell = log.measure.sums[log.name("A")]
    return [cell?.rages.count ?? 0, cell?.rows.count ?? 0]
  }

  @Test(arguments: Case.all("rages"))
  func `Three taps and more, each within a second, and nothing happens`(log: Case) throws {
    #expect(try rages(log.input).map { "\($0)" }.joined(separator: ", ") == log.expected[0])
  }

  @Test func `Rages by users and sessions`() throws {
    let trace =
      "Home tap:A!dead +1s tap:A!dead +1s tap:A!dead & Home ( tap:A!dead +1s ) x 5 & Home tap:A * 3\nHome tap:A * 4"
    for log in try Folded<Taps>.everyWay(trace) {
      let cell = try #require(log.measure.sums[log.name("A")])
      #expect(cell.rages.users == 3 && cell.rages.sessions == 6 && cell.rages.count == 24 && cell.dead.users == 7)
      #expect(cell.rages.examples.examples.map(\.score) == [5, 5, 5, 3, 3])
    }
  }
}
