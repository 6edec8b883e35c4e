import Foundation
import Statistics
import Testing

struct RatioSumsTests {
  /// y of n rows of five users.
  static let users = [(y: 1, n: 4), (y: 0, n: 2), (y: 3, n: 5), (y: 2, n: 2), (y: 0, n: 1)]

  static func sums(_ users: [(y: Int, n: Int)]) -> RatioSums {
    users.reduce(into: RatioSums()) { $0.add(y: $1.y, n: $1.n) }
  }

  @Test func `Two users by hand`() {
    // 1 of 1 and 0 of 3: p = 1/4, Σ(y − pn)² = (3/4)² + (3/4)² = 9/8, SE = √(2/1 · 9/8)/4 = 3/8.
    let sums = Self.sums([(1, 1), (0, 3)])
    #expect(sums.share == 0.25)
    #expect(sums.standardError == 0.375)
    #expect(sums.interval(z: 0.5) == Interval(low: 0.0625, high: 0.4375))
    #expect(sums.interval() == Interval(low: 0, high: 0.25 + z95 * 0.375))
    #expect(sums.designEffect == 0.375 * 0.375 * 4 / 0.1875)
  }

  /// NumPy, from the formula of NAVIGATION-LOG.md section 5 with the deviations themselves.
  @Test func `Five users computed apart`() {
    let sums = Self.sums(Self.users)
    #expect((sums.users, sums.sumY, sums.sumN) == (5, 6, 14))
    #expect((sums.sumYY, sums.sumYN, sums.sumNN) == (14, 23, 50))
    #expect(near(sums.share, 0.42857142857142855, 1e-15))
    #expect(near(sums.standardError, 0.14874877282768623, 1e-15))
    #expect(near(sums.interval(), 0.13702918878498532, 0.7201136683578717, 1e-15))
    #expect(near(sums.designEffect, 1.2648809523809523, 1e-14))
    #expect(sums.estimate()?.interval == sums.interval())
  }

  @Test func `Where the formula says nothing, Wilson over users`() {
    #expect(Self.sums([(3, 4)]).interval() == wilson(share: 0.75, of: 1))
    #expect(Self.sums([(0, 4), (0, 9), (0, 1)]).interval() == wilson(successes: 0, of: 3))
    #expect(Self.sums([(4, 4), (9, 9)]).interval() == wilson(successes: 2, of: 2))
    #expect(Self.sums([(3, 4)]).standardError == nil)
    #expect(Self.sums([(4, 4), (9, 9)]).designEffect == nil)
  }

  @Test func `Users without rows do not count`() {
    #expect(Self.sums([(1, 1), (0, 0), (0, 3), (0, 0)]) == Self.sums([(1, 1), (0, 3)]))
    #expect(RatioSums().share == nil)
    #expect(Self.sums([(0, 0)]).interval() == nil)
    #expect(RatioSums().estimate() == nil)
  }

  @Test func `Users who do not differ leave no doubt`() {
    #expect(Self.sums([(1, 2), (1, 2), (2, 4)]).interval() == Interval(low: 0.5, high: 0.5))
  }

  @Test func `Order and grouping do not matter`() throws {
    var random = SplitMix64(seed: 1)
    var users = (0..<200).map { _ in
      let n = random.next(below: 9)
      return (y: random.next(below: n + 1), n: n)
    }
    let all = Self.sums(users)
    for _ in 0..<50 {
      for last in stride(from: users.count - 1, to: 0, by: -1) { users.swapAt(last, random.next(below: last + 1)) }
      #expect(Self.sums(users) == all)
      let cut = random.next(below: 100)
      let (a, b, c) = (Self.sums(Array(users[..<cut])), Self.sums(Array(users[cut..<120])), Self.sums(Array(users[120...])))
      var left = a
      left.merge(b)
      left.merge(c)
      var right = c
      right.merge(b)
      var grouped = a
      grouped.merge(right)
      #expect(left == all)
      #expect(grouped == all)
    }
    var same = all
    same.merge(RatioSums())
    #expect(same == all)
    #expect(try JSONDecoder().decode(RatioSums.self, from: JSONEncoder().encode(all)) == all)
  }

  @Test func `Large counts are exact and do not overflow`() {
    // 1000 users with 1,000,000 rows each, half of them with one row more that counts: SE is tiny but not lost.
    var sums = RatioSums()
    for user in 0..<1000 { sums.add(y: 500_000 + user % 2, n: 1_000_000) }
    // Each user is 0.5 rows off, so SE = √(1000/999 · 1000 · 0.25)/1e9.
    #expect(near(sums.standardError.map { $0 * 1e9 }, (1000.0 / 999 * 250).squareRoot(), 1e-9))
    // Beyond 128 bits the rounded way takes over: p = 1/2, users off by −1e8, 0, 0 and 1e8 rows.
    var giant = RatioSums()
    for y in [500_000_000, 600_000_000, 600_000_000, 700_000_000] { giant.add(y: y, n: 1_200_000_000) }
    #expect(giant.share == 0.5)
    #expect(near(giant.standardError, (4.0 / 3 * 2e16).squareRoot() / 4.8e9, 1e-12))
  }

  @Test("at least so many users have a yes: all of them where each has one, fewer where one has most of them") func usersWithY() {
    var sums = RatioSums()
    #expect(sums.leastUsersWithY == 0)
    for (y, n) in [(0, 5), (1, 1), (1, 7)] { sums.add(y: y, n: n) }
    #expect(sums.leastUsersWithY == 2)
    sums.add(y: 4, n: 4)
    // (1 + 1 + 4)² / (1 + 1 + 16) = 2 of the 3.
    #expect(sums.leastUsersWithY == 2)
  }
}
