import NavigationModel
import Statistics
import TestSupport
import Testing

struct RatioSumsTests {
  /// y of n rows of five users.
  static let users = [(y: 1, n: 4), (y: 0, n: 2), (y: 3, n: 5), (y: 2, n: 2), (y: 0, n: 1)]

  static func sums(_ users: [(y: Int, n: Int)]) -> RatioSums {
    users.reduce(into: RatioSums()) { $0.add(y: $1.y, n: $1.n) }
  }

  @Test func `Three users by hand`() throws {
    // 1 of 1, 0 of 2 and 1 of 1: N = 4, p = 1/2, Σn² = 6, k = 16/6, h = 1/2.
    // Σ(y − pn)² = 1/4 + 1 + 1/4 = 3/2, V = 3/2 · 3/2 / 16 / (1/4) = 9/16, n* = (1/4)/(9/16) = 4/9.
    let sums = Self.sums([(1, 1), (0, 2), (1, 1)])
    let spread = try #require(sums.spread)
    #expect(sums.share == 0.5)
    #expect(near(sums.effectiveUsers, 8.0 / 3, 1e-15))
    #expect(spread.leverage == 0.5)
    #expect(spread.variance == 0.5625)
    #expect(near(sums.effectiveNumber, 4.0 / 9, 1e-15))
    let interval = try #require(wilson(share: 0.5, of: 4.0 / 9, z: studentT95(degreesOfFreedom: 5.0 / 3)))
    #expect(near(sums.interval(), interval.low, interval.high, 1e-15))
  }

  /// NumPy and SciPy, from the formulas of Method.md using the deviations directly.
  @Test func `Five users computed elsewhere`() throws {
    let sums = Self.sums(Self.users)
    let spread = try #require(sums.spread)
    #expect((sums.users, sums.sumY, sums.sumN) == (5, 6, 14))
    #expect((sums.sumYY, sums.sumYN, sums.sumNN, sums.maxN) == (14, 23, 50, 5))
    #expect(near(sums.share, 0.42857142857142855, 1e-15))
    #expect(near(sums.effectiveUsers, 3.92, 1e-15))
    #expect(near(spread.leverage, 0.35714285714285715, 1e-15))
    #expect(near(spread.variance, 0.05353993449231545, 1e-15))
    #expect(near(sums.effectiveNumber, 4.574117647058823, 1e-13))
    #expect(near(sums.interval(), 0.06256237567380542, 0.8939388925722275, 1e-13))
    #expect(sums.estimate()?.interval == sums.interval())
  }

  /// SciPy.
  @Test func `One user, and users who do not differ`() {
    // One user: n* = 1, t of one degree of freedom.
    #expect(near(Self.sums([(3, 4)]).interval(), 0.0034639915741327032, 0.9996139232770829, 1e-12))
    #expect(Self.sums([(3, 4)]).spread?.variance == nil)
    // A share of 0 or 1: n* = k, which is at least 2.
    #expect(near(Self.sums([(0, 4), (0, 9), (0, 1)]).interval(), 0, 0.9877636653871961, 1e-12))
    #expect(near(Self.sums([(4, 4), (9, 9)]).interval(), 0.012236334612803908, 1, 1e-12))
    // The same share for everybody: V = 0, n* = N.
    #expect(Self.sums([(1, 2), (1, 2), (2, 4)]).effectiveNumber == 8)
    #expect(near(Self.sums([(1, 2), (1, 2), (2, 4)]).interval(), 0.05996324135125079, 0.9400367586487492, 1e-12))
    // 1 of 1 and 0 of 3: the busier user holds three quarters of the rows.
    #expect(near(Self.sums([(1, 1), (0, 3)]).interval(), 3.2252918241690375e-05, 0.9997097986145573, 1e-12))
  }

  @Test func `Equally busy users who never differ from themselves are as many independent rows`() {
    // 40 users with 5 rows each, 10 of them always yes: k = 40, n* slightly below 40 because of m − 1 users and
    // leverage in V.
    let sums = Self.sums(Array(repeating: (5, 5), count: 10) + Array(repeating: (0, 5), count: 30))
    #expect(near(sums.effectiveUsers, 40, 1e-12))
    #expect(near(sums.effectiveNumber, 39 * (39.0 / 40) * (39.0 / 40), 1e-12))
  }

  @Test func `A robot does not make a figure certain`() throws {
    // 300 people with 10 rows each, one in five of them yes, and a robot with 20,000 rows, all of them yes.
    let people = Array(repeating: (y: 2, n: 10), count: 300)
    let with = Self.sums(people + [(20_000, 20_000)])
    #expect(try #require(Self.sums(people).interval()).contains(0.2))
    #expect(with.effectiveUsers < 10)
    #expect(try #require(with.interval()).low < 0.2)
  }

  @Test func `Users without rows do not count`() {
    #expect(Self.sums([(1, 1), (0, 0), (0, 3), (0, 0)]) == Self.sums([(1, 1), (0, 3)]))
    #expect(RatioSums().share == nil)
    #expect(Self.sums([(0, 0)]).interval() == nil)
    #expect(RatioSums().estimate() == nil)
  }

  @Test func `Order and grouping do not matter`() throws {
    var random = SplitMix64(seed: 1)
    var users = (0..<200).map { _ in
      let n = random.below(9)
      return (y: random.below(n + 1), n: n)
    }
    let all = Self.sums(users)
    for _ in 0..<50 {
      for last in stride(from: users.count - 1, to: 0, by: -1) { users.swapAt(last, random.below(last + 1)) }
      #expect(Self.sums(users) == all)
      let cut = random.below(100)
      let a = Self.sums(Array(users[..<cut]))
      let b = Self.sums(Array(users[cut..<120]))
      let c = Self.sums(Array(users[120...]))
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
  }

  @Test func `Large counts are exact and do not overflow`() {
    // 1000 users with 1,000,000 rows each, half of them with one row more that counts. Each user is 0.5 rows off.
    var sums = RatioSums()
    for user in 0..<1000 { sums.add(y: 500_000 + user % 2, n: 1_000_000) }
    let expected = 1000.0 / 999 * 250 / 1e18 / (0.999 * 0.999)
    #expect(near(sums.spread?.variance.map { $0 / expected }, 1, 1e-9))
    // Beyond 128 bits the terms are rounded: p = 1/2, users off by −1e8, 0, 0 and 1e8 rows.
    var giant = RatioSums()
    for y in [500_000_000, 600_000_000, 600_000_000, 700_000_000] { giant.add(y: y, n: 1_200_000_000) }
    #expect(giant.share == 0.5)
    let variance = 4.0 / 3 * 2e16 / (4.8e9 * 4.8e9) / 0.5625
    #expect(near(giant.spread?.variance, variance, 1e-12))
  }

  @Test("at least so many users have a yes: all of them where each has one, fewer where one has most of them")
  func usersWithY() {
    var sums = RatioSums()
    #expect(sums.leastUsersWithY == 0)
    for (y, n) in [(0, 5), (1, 1), (1, 7)] { sums.add(y: y, n: n) }
    #expect(sums.leastUsersWithY == 2)
    sums.add(y: 4, n: 4)
    // (1 + 1 + 4)² / (1 + 1 + 16) = 2 of the 3.
    #expect(sums.leastUsersWithY == 2)
  }
}
