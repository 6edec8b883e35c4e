import NavigationModel
import Statistics
import TestSupport
import Testing

struct PairedRatioSumsTests {
  static let users = [(1, 4, 2, 3), (0, 2, 1, 3), (3, 5, 0, 0), (2, 2, 0, 2), (0, 1, 1, 2)]

  static func sums(_ users: some Sequence<(Int, Int, Int, Int)>) -> PairedRatioSums {
    users.reduce(into: PairedRatioSums()) { $0.add(firstY: $1.0, firstN: $1.1, secondY: $1.2, secondN: $1.3) }
  }

  /// NumPy and SciPy: each user's influence on the difference.
  @Test func `Five users computed elsewhere`() {
    let sums = Self.sums(Self.users)
    #expect(near(sums.change()?.value, 0.028571428571428525, 1e-14))
    // The lower bound is clamped: −1.2146…1.2718.
    #expect(near(sums.change()?.interval, -1, 1, 1e-13))
    #expect(near(sums.changePValue, 0.9455770701373934, 1e-12))
  }

  @Test func `The same rows twice do not differ at all`() {
    let change = Self.sums(Self.users.map { ($0.0, $0.1, $0.0, $0.1) }).change()
    #expect(change?.value == 0)
    #expect(near(change?.interval, 0, 0, 1e-7))
  }

  /// NumPy and SciPy.
  @Test func `Different users: the variances add up, Satterthwaite's degrees of freedom`() throws {
    // Ten times as much of each, so that nothing is clamped.
    let users = [(1, 4, 0, 0), (0, 2, 0, 0), (3, 5, 0, 0), (0, 0, 2, 3), (0, 0, 0, 2), (0, 0, 1, 2)]
    let few = Self.sums(users)
    #expect(near(few.change()?.value, -0.0649350649350649, 1e-14))
    #expect(near(few.changePValue, 0.8943679513427295, 1e-12))
    let many = Self.sums(Array(repeating: users, count: 10).flatMap(\.self))
    let a = try #require(many.first.spread?.variance)
    let b = try #require(many.second.spread?.variance)
    let k = many.first.effectiveUsers - 1
    let l = many.second.effectiveUsers - 1
    let t = studentT95(degreesOfFreedom: (a + b) * (a + b) / (a * a / k + b * b / l))
    #expect(near(try #require(many.change()).interval.width, 2 * t * (a + b).squareRoot(), 1e-12))
  }

  @Test func `The p-value is below one in twenty just where the interval excludes 0`() throws {
    var random = SplitMix64(seed: 21)
    var apart = 0
    var together = 0
    for _ in 0..<400 {
      var sums = PairedRatioSums()
      for _ in 0..<12 {
        let n = random.below(6)
        let m = random.below(6)
        sums.add(
          firstY: random.below(n + 1), firstN: n, secondY: (0..<m).count { _ in random.below(5) == 0 }, secondN: m)
      }
      guard let change = sums.change(), let p = sums.changePValue else { continue }
      #expect(change.interval.contains(0) == (p >= 0.05))
      if p < 0.05 { apart += 1 } else { together += 1 }
    }
    #expect(apart > 50 && together > 50)
  }

  @Test func `Where the formula says nothing, the two intervals are joined`() throws {
    let sums = Self.sums([(0, 4, 1, 2), (0, 1, 0, 5)])
    let joined = difference(of: try #require(sums.first.estimate()), minus: try #require(sums.second.estimate()))
    #expect(sums.change() == joined)
    #expect(Self.sums([(1, 2, 0, 0)]).change() == nil)
    #expect(PairedRatioSums().change() == nil)
  }

  @Test func `Order and grouping do not matter`() {
    let all = Self.sums(Self.users)
    #expect(Self.sums(Self.users.reversed()) == all)
    var merged = Self.sums(Self.users[3...])
    merged.merge(Self.sums(Self.users[..<3]))
    #expect(merged == all)
    #expect(merged.users == 5)
    #expect(Self.sums([(0, 0, 0, 0)]) == PairedRatioSums())
  }
}
