import Statistics
import Testing

/// The difference of two shares of different users (Newcombe 1998, Statistics in Medicine 17:873, method 10).
struct NewcombeTests {
  static func change(_ successes: Int, of n: Int, minus otherSuccesses: Int, of otherN: Int) -> Estimate? {
    var sums = PairedRatioSums()
    for user in 0..<n { sums.add(firstY: user < successes ? 1 : 0, firstN: 1, secondY: 0, secondN: 0) }
    for user in 0..<otherN { sums.add(firstY: 0, firstN: 0, secondY: user < otherSuccesses ? 1 : 0, secondN: 1) }
    return sums.userChange()
  }

  /// Reference values computed outside of this package.
  @Test(arguments: [
    (120, 400, 90, 400, 0.0750, 0.0140, 0.1353), (57, 100, 86, 100, -0.2900, -0.4021, -0.1667),
    // Newcombe 1998, table II, method 10: 56/70 − 48/80 and 10/10 − 0/20.
    (56, 70, 48, 80, 0.2, 0.0524, 0.3339), (10, 10, 0, 20, 1, 0.6791, 1),
  ])
  func `The test vectors`(a: Int, n: Int, b: Int, m: Int, value: Double, low: Double, high: Double) {
    let change = Self.change(a, of: n, minus: b, of: m)
    #expect(near(change?.value, value, 5e-5))
    #expect(near(change?.interval, low, high, 5e-5))
  }

  @Test func `Swapping the groups turns the sign`() throws {
    let there = try #require(Self.change(7, of: 20, minus: 3, of: 50))
    let back = try #require(Self.change(3, of: 50, minus: 7, of: 20))
    #expect(near(back.value, -there.value))
    #expect(near(back.interval, -there.interval.high, -there.interval.low, 1e-14))
  }

  @Test func `An empty group gives none`() {
    #expect(Self.change(0, of: 0, minus: 1, of: 2) == nil)
    #expect(Self.change(1, of: 2, minus: 0, of: 0) == nil)
  }

  @Test func `Estimates that move together differ less`() {
    let a = Estimate(value: 0.5, interval: Interval(low: 0.4, high: 0.6))
    let b = Estimate(value: 0.3, interval: Interval(low: 0.2, high: 0.4))
    // 0.1·√2 apart, 0.1·√(2 − 2·0.5) with correlation 0.5, not at all with 1.
    #expect(near(difference(of: a, minus: b).interval, 0.2 - 0.1 * 2.0.squareRoot(), 0.2 + 0.1 * 2.0.squareRoot()))
    #expect(near(difference(of: a, minus: b, correlation: 0.5).interval, 0.1, 0.3))
    #expect(near(difference(of: a, minus: b, correlation: 1).interval, 0.2, 0.2, 1e-7))
  }
}
