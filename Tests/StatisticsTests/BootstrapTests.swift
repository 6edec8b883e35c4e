import NavigationModel
import Statistics
import TestSupport
import Testing

struct BootstrapTests {
  /// The share of rows when user i counts `draws[i]` times.
  static func share(_ users: [(y: Int, n: Int)], _ draws: [Int]) -> Double? {
    var (y, n) = (0, 0)
    for (user, times) in zip(users, draws) {
      y += times * user.y
      n += times * user.n
    }
    return n > 0 ? Double(y) / Double(n) : nil
  }

  @Test func `The same seed gives the same interval, another seed nearly`() throws {
    let values = (0..<50).map { Double($0 * $0 % 37) }
    func mean(_ draws: [Int]) -> Double? { zip(values, draws).reduce(0) { $0 + $1.0 * Double($1.1) } / 50 }
    let first = try #require(bootstrapInterval(users: 50, statistic: mean))
    let other = try #require(bootstrapInterval(users: 50, seed: 99, statistic: mean))
    #expect(first == bootstrapInterval(users: 50, statistic: mean))
    #expect(first != other)
    #expect(near(other, first.low, first.high, 0.5))
    #expect(try #require(bootstrapInterval(users: 50, level: 80, statistic: mean)).width < first.width)
  }

  @Test func `Every draw is as many users as there are`() {
    _ = bootstrapInterval(users: 17, replicates: 100) { draws in
      #expect(draws.count == 17)
      #expect(draws.reduce(0, +) == 17)
      return 0
    }
  }

  @Test func `A statistic that never varies has no width`() {
    #expect(bootstrapInterval(users: 3, replicates: 10) { _ in 5 } == Interval(low: 5, high: 5))
  }

  @Test func `None without users or without values`() {
    #expect(bootstrapInterval(users: 0) { _ in 1 } == nil)
    #expect(bootstrapInterval(users: 5, replicates: 20) { _ in nil } == nil)
    #expect(bootstrapInterval(users: 5, replicates: 20) { _ in .nan } == nil)
  }

  /// 300 users, some 2000 sessions, a share near 0.1.
  @Test(.thorough) func `Bootstrap and effective users agree, and rows taken as independent are too sure`() throws {
    var random = SplitMix64(seed: 3)
    let users = (0..<300).map { _ in
      let rate = random.fraction() < 0.15 ? 0.5 : 0.03
      let n = 1 + random.below(13)
      return (y: (0..<n).count { _ in random.fraction() < rate }, n: n)
    }
    let sums = RatioSumsTests.sums(users)
    let clustered = try #require(sums.interval())
    let drawn = try #require(bootstrapInterval(users: users.count) { Self.share(users, $0) })
    let naive = try #require(wilson(successes: sums.sumY, of: sums.sumN))
    #expect(near(drawn, clustered.low, clustered.high, 0.1 * clustered.width))
    #expect(clustered.width > 1.4 * naive.width)
    let widening = clustered.width / naive.width
    #expect(near(sums.effectiveNumber.map { (Double(sums.sumN) / $0).squareRoot() }, widening, 0.05))
  }
}
