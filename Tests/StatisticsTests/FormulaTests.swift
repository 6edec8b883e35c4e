import Statistics
import Testing

/// The one-line formulas.
struct FormulaTests {
  @Test(arguments: [
    (3, 3, 3, 0), (4, 4, 3, 0.250), (5, 4, 3, 0.320), (7, 5, 3, 0.492), (10, 6, 3, 0.640), (12, 5, 3, 0.707),
  ])
  func `Lostness`(steps: Int, different: Int, least: Int, expected: Double) {
    #expect(near(lostness(steps: steps, different: different, least: least), expected, 5e-4))
  }

  @Test func `A shortcut is not lostness`() throws {
    #expect(lostness(steps: 2, different: 2, least: 5) == 0)
    #expect(lostness(steps: 0, different: 0, least: 3) == nil)
    #expect(try #require(lostness(steps: 1_000_000, different: 2, least: 1)) > 1)
  }

  @Test(arguments: [(1, 1), (3, 3), (1_000_003, 999_983)])
  func `A lostness of exactly one half is not lost`(times: Int, again: Int) {
    // 2N screens once each, of which N are needed; then one screen less is needed.
    let different = 2 * times
    #expect(lostness(steps: different, different: different, least: times) == lostnessLimit)
    #expect(!isLost(steps: different, different: different, least: times))
    #expect(isLost(steps: 2 * again + 1, different: 2 * again + 1, least: again))
  }

  @Test func `Rule of three`() {
    #expect(ruleOfThree(300) == 0.01)
    #expect(ruleOfThree(2) == 1)
    #expect(ruleOfThree(0) == nil)
  }

  @Test func `Intervals`() {
    let interval = Interval(low: -0.25, high: 1.5)
    #expect(interval.width == 1.75)
    #expect(interval.contains(-0.25) && interval.contains(1.5) && !interval.contains(1.6))
    #expect(interval.cut(to: 0...1) == Interval(low: 0, high: 1))
  }
}
