import NavigationModel
import Statistics
import Testing

@testable import Measures

/// Badges and their effect, counted by hand.
@Suite struct BadgesTests {
  func cell(_ trace: String, _ tab: String = "Orders") throws -> Badges.Sum {
    let log = try Folded<Badges>(trace)
    return try #require(log.measure.sums[log.name(tab)])
  }

  func counts(_ sums: PairedRatioSums) -> [Int] {
    [sums.first.sumY, sums.first.sumN, sums.second.sumY, sums.second.sumN]
  }

  @Test func `Sessions with a badge and without`() throws {
    // First user: on and selected; on and ignored, still on; carried over and selected, then cleared; without,
    // selected; without. Second: never on, never selected. Third: has no badge at all.
    let trace = """
      tab:Home badge:Orders=3 tab:Orders badge:Orders=0 & tab:Home badge:Orders=1 & tab:Orders badge:Orders= & \
      tab:Orders & tab:Home
      tab:Home badge:Orders=0
      tab:Home tab:Orders & tap
      """
    for log in try Folded<Badges>.everyWay(trace) {
      let orders = try #require(log.measure.sums[log.name("Orders")])
      #expect(counts(orders.selections) == [2, 3, 1, 3] && orders.selections.users == 2)
      #expect(orders.users == 1 && orders.sessions == 3 && orders.clearings == 3)
      let on = log.measure.shareOn(orders)
      #expect(
        [on.users, on.sumY, on.sumN, on.sumYY, on.sumYN, on.sumNN] == [3, 3, 7, 9, 15, 27],
        "the session of a tap alone has no steps")
      #expect(orders.ignored.count == 1 && orders.ignored.examples.examples.map(\.number) == [2])
      #expect(log.measure.sums.count == 1, "a tab without a badge needs no cell")
    }
  }

  @Test func `What is said before the first step is how things stand at the start`() throws {
    let carried = "tab:Home badge:Orders=1 &"
    #expect(counts(try cell("\(carried) badge:Orders=0 tab:Orders").selections) == [0, 1, 1, 1])
    #expect(counts(try cell("\(carried) badge:Orders=0 badge:Orders=2 tab:Orders").selections) == [1, 2, 0, 0])
    #expect(
      counts(try cell("\(carried) tab:Home badge:Orders=0 tab:Orders").selections) == [1, 2, 0, 0],
      "it was on for a while")
    #expect(counts(try cell("badge:Orders=1 badge:Orders=0 tab:Home").selections) == [0, 0, 0, 1], "nobody saw it")
  }

  @Test func `Only selections after the badge came on count as heeding it`() throws {
    #expect(counts(try cell("tab:Orders tab:Home badge:Orders=1").selections) == [0, 1, 0, 0])
    #expect(
      counts(try cell("tab:Home badge:Orders=1 badge:Orders=0 tab:Orders").selections) == [1, 1, 0, 0],
      "even if it went out meanwhile")
    #expect(counts(try cell("tab:Orders badge:Orders=1 tab:Orders").selections) == [1, 1, 0, 0], "a reselect too")
    #expect(
      counts(try cell("tab:Home badge:Orders=1 tab:Orders!").selections) == [0, 1, 0, 0], "a refused selection is none")
  }

  @Test func `Each tab and each user has badges of its own`() throws {
    let trace = "badge:Orders=1 badge:Search=1 tab:Search badge:Search=0 & tab:Home\ntab:Home tab:Orders badge:Search=0"
    #expect(counts(try cell(trace, "Orders").selections) == [0, 2, 0, 0])
    #expect(counts(try cell(trace, "Search").selections) == [1, 1, 0, 2])
  }
}
