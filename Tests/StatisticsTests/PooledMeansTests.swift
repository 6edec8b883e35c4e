import Statistics
import Testing

@Suite struct PooledMeansTests {
  private func sums(_ users: [(y: Int, n: Int)]) -> MeanSums {
    var sums = MeanSums()
    for user in users { sums.add(y: user.y, n: user.n) }
    return sums
  }

  @Test func `Two groups of the same kind are one mean, with the variances by their weights`() throws {
    let one = sums([(1, 2), (3, 2), (2, 2), (2, 2)])
    let other = sums([(-1, 4), (5, 4), (0, 4)])
    let both = try #require(pooled(one, other))
    #expect(both.value == 12.0 / 20)
    // N = 8 and 12: (8²·V + 12²·V′)/20².
    let v = try #require(one.variance)
    let w = try #require(other.variance)
    let variance = (64 * v + 144 * w) / 400
    let a = 64 * v / 400
    let b = 144 * w / 400
    let degrees = variance * variance / (a * a / 3 + b * b / 2)
    let reach = studentT95(degreesOfFreedom: degrees) * variance.squareRoot()
    #expect(abs(both.interval.low - (0.6 - reach)) < 1e-9)
    #expect(abs(both.interval.high - (0.6 + reach)) < 1e-9)
  }

  @Test func `Of one user nothing is known`() { #expect(pooled(sums([(1, 1)]), sums([(1, 1), (0, 1)])) == nil) }
  @Test func `Who does not vary has an interval without width`() {
    #expect(pooled(sums([(1, 1), (1, 1)]), sums([(2, 1), (2, 1)]))?.interval.width == 0)
  }
}
