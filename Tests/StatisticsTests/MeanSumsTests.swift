import Statistics
import Testing

@Suite("Means and signed ratios")
struct MeanSumsTests {
  static func sums(_ users: [(y: Int, n: Int)]) -> MeanSums {
    users.reduce(into: MeanSums()) { $0.add(y: $1.y, n: $1.n) }
  }

  /// Taps saved and sessions of four users: NumPy and SciPy.
  @Test func `A ratio that may be negative`() {
    let sums = Self.sums([(-2, 3), (4, 5), (0, 1), (-1, 2)])
    #expect(near(sums.mean, 1.0 / 11, 1e-15))
    #expect(near(sums.effectiveUsers, 121.0 / 39, 1e-14))
    #expect(near(sums.variance, 0.7089072543617998, 1e-14))
    #expect(near(sums.interval(), -3.3675932354764595, 3.549411417294641, 1e-12))
  }

  @Test func `Two users by hand`() {
    // 3 of 1 and −1 of 1: r = 1, k = 2, h = 1/2, V = 2 · (4 + 4)/4/(1/4) = 16, t of one degree of freedom.
    let sums = Self.sums([(3, 1), (-1, 1)])
    #expect(sums.variance == 16)
    #expect(near(sums.interval(), 1 - 4 * 12.706204736174694, 1 + 4 * 12.706204736174694, 1e-11))
  }

  @Test func `A share has the same variance either way`() throws {
    let share = RatioSumsTests.sums(RatioSumsTests.users)
    let mean = Self.sums(RatioSumsTests.users)
    #expect(mean.spread == share.spread)
    #expect(mean.mean == share.share)
  }

  @Test func `Users who do not differ have no width, and one user has no interval`() {
    #expect(Self.sums([(2, 1), (4, 2)]).interval() == Interval(low: 2, high: 2))
    #expect(Self.sums([(0, 1), (0, 2)]).interval() == Interval(low: 0, high: 0))
    #expect(Self.sums([(2, 1)]).interval() == nil)
    #expect(MeanSums().mean == nil)
    #expect(Self.sums([(0, 0)]) == MeanSums())
  }

  @Test func `Sums of effects follow from their products`() {
    // Two effects of each user, 3 and −1 sessions: the sum of effects has Σ(x + z)² = Σx² + 2Σxz + Σz².
    let users = [(x: 2, z: -1, n: 4), (x: 0, z: 3, n: 2), (x: -5, z: 1, n: 1)]
    let both = Self.sums(users.map { ($0.x + $0.z, $0.n) })
    let one = Self.sums(users.map { ($0.x, $0.n) })
    let two = Self.sums(users.map { ($0.z, $0.n) })
    let products = Int128(users.reduce(0) { $0 + $1.x * $1.z })
    #expect(
      MeanSums(
        users: 3, sumY: one.sumY + two.sumY, sumN: one.sumN, sumYY: one.sumYY + 2 * products + two.sumYY,
        sumYN: one.sumYN + two.sumYN,
        sumNN: one.sumNN, maxN: one.maxN) == both)
  }

  @Test func `Microseconds of many users do not overflow`() {
    // 1000 users with 1000 rows of an hour, half of them a microsecond more in each row: 500 microseconds off the mean.
    var sums = MeanSums()
    for user in 0..<1000 { sums.add(y: 1000 * (3_600_000_000 + user % 2), n: 1000) }
    let variance = 1000.0 / 999 * 250_000_000 / 1e12 / (0.999 * 0.999)
    #expect(near(sums.variance, variance, 1e-12))
  }

  @Test func `Order and grouping do not matter`() {
    let users = [(-2, 3), (4, 5), (0, 1), (-1, 2)]
    let all = Self.sums(users)
    var merged = Self.sums(Array(users[2...].reversed()))
    merged.merge(Self.sums(Array(users[..<2])))
    #expect(merged == all)
  }
}
