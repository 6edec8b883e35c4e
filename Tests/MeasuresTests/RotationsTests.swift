import NavigationModel
import Testing

@testable import Measures

/// Rotations of the device, counted by hand.
@Suite struct RotationsTests {
  @Test func `Turns belong to the tab of the step before`() throws {
    let trace = """
      rotate:landscape! tab:Home rotate:landscape! > Product rotate:portrait rotate:landscape! tab:Search \
      rotate:portrait more rotate:landscape! cold rotate:portrait!
      tab:Home rotate:landscape
      """
    for log in try Folded<Rotations>.everyWay(trace) {
      let home = try #require(log.measure.sums[log.name("Home")])
      #expect([home.share.users, home.share.sumY, home.share.sumN, home.share.sumNN] == [2, 2, 4, 10])
      #expect(home.counted.users == 1 && home.counted.examples.examples.map(\.score) == [2])
      #expect(log.measure.sums[log.name("Search")]?.share.sumN == 1)
      #expect(log.measure.sums.count == 2, "in the More list, and before the first step of a part, there is no tab")
    }
  }
}
