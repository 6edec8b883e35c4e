import NavigationModel
import Testing

@testable import Measures

/// Steps without the tab bar, counted by hand.
@Suite struct HiddenBarTests {
  @Test func `Steps with the bar hidden over all steps but modal ones`() throws {
    // First user: Home, Product (hidden), Reviews (hidden), back (hidden before it is shown again), Search: 3 of 5;
    // then 1 of 2 in another session. Second user: none of 2, not counting the modal screen.
    let trace = """
      tab:Home > Product bar:hidden > Reviews < bar:shown tab:Search & tab:Home > Product bar:hidden
      tab:Home modal:Player bar:hidden bar:shown modal!
      """
    for log in try Folded<HiddenBar>.everyWay(trace) {
      let sums = log.measure.share
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [2, 4, 9, 16, 28, 53])
      #expect(log.measure.hiddenSteps.users == 1 && log.measure.hiddenSteps.sessions == 2)
      #expect(log.measure.hiddenSteps.examples.examples.map(\.score) == [3, 1])
      #expect(
        log.measure.screens[log.name("Product")]?.count == 3 && log.measure.screens[log.name("Product")]?.users == 1)
      #expect(log.measure.screens[log.name("Reviews")]?.count == 1 && log.measure.screens.count == 2)
    }
  }

  @Test(arguments: [
    // It moves before the push, and after the way back.
    ("tab:Home bar:hidden +30ms > Product < +30ms bar:shown tab:Search", 1, 4),
    ("tab:Home bar:hidden +1s > Product < bar:shown tab:Search", 3, 4),
    // A keyboard comes and goes.
    ("tab:Home bar:hidden +999ms bar:shown +1s tab:Search", 0, 2),
    ("tab:Home > Product bar:hidden cold tab:Home", 1, 3),
    // Times in whole seconds cannot tell.
    ("tab:Home bar:hidden +0s > Product < +1s bar:shown tab:Search", 3, 4),
  ])
  func `A bar that moves is not hidden where people are`(trace: String, hidden: Int, all: Int) throws {
    let share = try Folded<HiddenBar>(trace).measure.share
    #expect(share.sumY == hidden && share.sumN == all)
  }
}
