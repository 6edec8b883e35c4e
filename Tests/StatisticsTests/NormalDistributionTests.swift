import Statistics
import Testing

/// Reference values: SciPy 1.17 `norm` and `chi2`.
struct NormalDistributionTests {
  @Test(arguments: [
    (0.975, 1.959963984540054), (0.5, 0), (0.6, 0.2533471031357997), (1e-3, -3.090232306167813),
    (1e-10, -6.361340902404056), (1e-300, -37.0470962993612), (0.9999, 3.719016485455709),
  ])
  func `The quantile agrees with SciPy`(probability: Double, z: Double) {
    #expect(near(normalQuantile(probability), z, 1e-12 * max(1, abs(z))))
    #expect(near(normalUpperTail(-z) / probability, 1, 1e-11))
  }

  @Test func `The quantile of 0 and 1 is infinite`() {
    #expect(normalQuantile(0) == -.infinity)
    #expect(normalQuantile(1) == .infinity)
  }

  @Test func `Tails agree with SciPy, far out too`() {
    #expect(near(normalUpperTail(1.5), 0.06680720126885807, 1e-15))
    #expect(near(normalUpperTail(10) / 7.61985302416047e-24, 1, 1e-12))
    #expect(near(normalTwoSidedTail(-z95), 0.05, 1e-7))
    #expect(near(chiSquareUpperTail(3.841459), 0.04999999465319563, 1e-14))
    #expect(near(chiSquareUpperTail(50) / 1.537459794428033e-12, 1, 1e-12))
    #expect(chiSquareUpperTail(0) == 1)
    #expect(normalUpperTail(0) == 0.5)
  }
}
