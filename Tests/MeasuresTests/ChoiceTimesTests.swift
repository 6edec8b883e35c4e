import Measures
import NavigationModel
import Statistics
import Testing

@Suite struct ChoiceTimesTests {
  @Test func `Times by menu, those of one user together`() throws {
    let trace = """
      Home menu +2s menu:A menu +6s menu:B & Home menu +7s menu:A * 3
      Home menu +5s menu:A menu/side +20s menu/side:C menu:A
      """
    for log in try Folded<ChoiceTimes>.everyWay(trace) {
      let menu = try #require(log.measure.byMenu[log.name("menu")])
      // Sorted: 2 2 2 5 6 6 6 7 7 7; the item chosen without an opening has no time.
      #expect(
        menu.count == 10 && menu.seconds(.p75) == 7 && menu.seconds(.median) == 6 && menu.seconds(.percent(40)) == 5)
      let slow = menu.longer(than: 5)
      #expect(
        slow.users == 4 && slow.sumY == 6 && slow.sumN == 10 && slow.sumYY == 12 && slow.sumYN == 18 && slow.sumNN == 28
      )
      #expect(menu.users(longerThan: 5) == 3 && menu.users(longerThan: 4.999) == 4 && menu.users(longerThan: 7) == 0)
      #expect(menu.examples.examples.map(\.score) == [7000, 7000, 7000, 6000, 6000])
      #expect(log.measure.byMenu[log.name("side")]?.seconds(.p75) == 20)
    }
  }

  @Test func `No times`() {
    let none = ChoiceTimes.Sum()
    #expect(none.count == 0 && none.seconds(.p75) == nil && none.longer(than: 5).users == 0)
  }
}
