import Foundation
import Statistics
import Testing

@testable import Measures

@Suite("Weeks to wait")
struct WeeksToWaitTests {
  /// Two years of weeks one by one, with the normal quantiles of a table.
  private func weeks(_ smallest: Double, _ fixed: Double, _ growing: Double, _ users: (Int) -> Double) -> Int? {
    (0...104).first { week in
      let error = (fixed + growing * users(0) / users(week)).squareRoot()
      return (1.959964 + 0.841621) * error <= smallest
    }
  }

  @Test func `they are those of an independent calculation`() throws {
    var waits: [Int?] = []
    for number in 1...20 {
      let share = 0.05 + 0.03 * Double(number)
      let users = Double(100 + 97 * number)
      let fixed = share * (1 - share) / users
      let growing = share * (1 - share) / (users / 2)
      let new = Double(40 + 28 * (number % 5))
      let smallest = 2.801585 * (fixed + growing / (1.2 + 0.4 * Double(number % 4))).squareRoot()
      func people(_ week: Int) -> Double { users / 2 + new * Double(week) }
      let wait = WeeksToWait(
        "A", .share, smallest: smallest, .one, users: users, now: fixed + growing
      ) { fixed + growing * people(0) / people($0) }
      let expected = try #require(weeks(smallest, fixed, growing, people))
      let found = try #require(wait.wait)
      #expect(abs(found - expected) <= max(1, expected / 10), "\(number): \(found), not \(expected)")
      #expect(wait.now > smallest && wait.later == wait.later.sorted(by: >))
      waits.append(found)
    }
    #expect(Set(waits).count > 5)
  }

  @Test func `what is there already needs no wait, and what never shows has none`() {
    let enough = WeeksToWait("A", .share, smallest: 0.1, .one, users: 100, now: 0.0001) { _ in 0.0001 }
    #expect(enough.wait == 0)
    let never = WeeksToWait("A", .share, smallest: 0.1, .one, users: 100, now: 0.01) { _ in 0.009 }
    #expect(never.wait == nil)
    let looks = WeeksToWait("A", .share, smallest: 0.1, .planned(26), users: 100, now: 0.0001) { _ in 0.0001 }
    #expect(looks.now > enough.now)
  }

  @Test func `a share that nobody or everybody has is not known for certain`() throws {
    var none = RatioSums()
    for _ in 0..<50 { none.add(y: 0, n: 3) }
    #expect(try #require(none.shareVariance) > 0)
    var some = none
    some.add(y: 2, n: 3)
    #expect(some.shareVariance == some.spread?.variance)
  }
}
