import Statistics
import Testing

struct WilsonTests {
  /// Reference values computed outside of this package.
  @Test(arguments: [
    (0, 30, 0, 0.1135), (3, 30, 0.0346, 0.2562), (10, 100, 0.0552, 0.1744), (5, 100, 0.0215, 0.1118),
    (50, 100, 0.4038, 0.5962), (84, 1000, 0.0684, 0.1028),
  ])
  func `The test vectors`(successes: Int, n: Int, low: Double, high: Double) {
    #expect(near(wilson(successes: successes, of: n), low, high, 5e-5))
  }

  @Test func `Computed apart, to the last digits`() {
    #expect(near(wilson(successes: 3, of: 30), 0.034599888477418676, 0.25621082733174294, 1e-14))
    #expect(near(wilson(share: 0.75, of: 1), 0.11790958649870255, 0.9853650693971988, 1e-14))
  }

  @Test func `Nobody gives no interval`() {
    #expect(wilson(successes: 0, of: 0) == nil)
    #expect(wilson(share: 0, of: 0) == nil)
  }

  @Test(arguments: 1...200) func `The bound is exact at none and all`(n: Int) throws {
    #expect(try #require(wilson(successes: 0, of: n)).low == 0)
    #expect(try #require(wilson(successes: n, of: n)).high == 1)
  }

  @Test func `Yes and no are mirror images`() throws {
    for n in 1...40 {
      for successes in 0...n {
        let yes = try #require(wilson(successes: successes, of: n))
        #expect(near(wilson(successes: n - successes, of: n), 1 - yes.high, 1 - yes.low, 1e-14))
        #expect(yes.contains(Double(successes) / Double(n)))
      }
    }
  }
}
