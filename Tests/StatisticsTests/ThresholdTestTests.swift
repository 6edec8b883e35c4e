import Statistics
import Testing

struct ThresholdTestTests {
  @Test func `The score test of users agrees with SciPy`() throws {
    let test = try #require(scoreTest(successes: 3, of: 30, against: 0.05))
    #expect(near(test.z, 1.2565617248750864, 1e-14))
    #expect(near(test.pAbove, 0.10445619087034924, 1e-14))
    #expect(near(test.pBelow, 1 - test.pAbove, 1e-14))
    #expect(near(test.pTwoSided, 2 * test.pAbove, 1e-14))
  }

  @Test func `The score test and the Wilson bounds say the same`() throws {
    for n in [1, 7, 30, 100] {
      for successes in 0...n {
        let interval = try #require(wilson(successes: successes, of: n))
        for threshold in [0.013, 0.05, 0.2, 0.47, 0.9] {
          let test = try #require(scoreTest(successes: successes, of: n, against: threshold))
          #expect((interval.low > threshold) == (test.z > z95))
          #expect((interval.high < threshold) == (test.z < -z95))
        }
      }
    }
  }

  @Test func `The test of rows and their interval say the same`() throws {
    let sums = RatioSumsTests.sums(RatioSumsTests.users)
    #expect(near(sums.test(against: 0.3)?.z, 0.8643528691182445, 1e-13))
    let interval = try #require(sums.interval())
    #expect(try #require(sums.test(against: interval.low - 1e-9)).z > z95)
    #expect(try #require(sums.test(against: interval.low + 1e-9)).z < z95)
    #expect(RatioSums().test(against: 0.5) == nil)
  }

  @Test func `Where rows have no standard error, the score test over users`() {
    let none = RatioSumsTests.sums([(0, 4), (0, 9), (0, 1)])
    #expect(none.test(against: 0.2) == scoreTest(successes: 0, of: 3, against: 0.2))
    #expect(RatioSumsTests.sums([(3, 4)]).test(against: 0.2) == scoreTest(share: 0.75, of: 1, against: 0.2))
  }

  @Test func `Without any doubt z is infinite, and 0 on the threshold`() {
    let certain = RatioSumsTests.sums([(1, 2), (2, 4)])
    #expect(certain.test(against: 0.4)?.pAbove == 0)
    #expect(certain.test(against: 0.6)?.pBelow == 0)
    #expect(certain.test(against: 0.5)?.pTwoSided == 1)
    #expect(scoreTest(successes: 1, of: 9, against: 0)?.z == .infinity)
    #expect(scoreTest(successes: 0, of: 9, against: 0)?.z == 0)
    #expect(scoreTest(successes: 0, of: 0, against: 0.5) == nil)
  }
}
