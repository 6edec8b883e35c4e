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
    // SciPy.
    #expect(near(sums.test(against: 0.3)?.z, 0.600051446945432, 1e-13))
    #expect(near(sums.test(against: 0.3)?.pAbove, 0.2959182386939397, 1e-13))
    let cases: [[(y: Int, n: Int)]] = [
      RatioSumsTests.users, [(3, 4)], [(0, 4), (0, 9), (0, 1)], [(4, 4), (9, 9)], [(1, 2), (1, 2), (2, 4)],
      [(1, 1), (0, 3), (2, 40)],
    ]
    for users in cases {
      let sums = RatioSumsTests.sums(users)
      let interval = try #require(sums.interval())
      for threshold in stride(from: 0.001, to: 1, by: 0.013) {
        let test = try #require(sums.test(against: threshold))
        #expect((interval.low > threshold) == (test.pAbove < 0.025))
        #expect((interval.high < threshold) == (test.pBelow < 0.025))
      }
    }
    #expect(RatioSums().test(against: 0.5) == nil)
  }

  @Test func `Without any doubt z is infinite, and 0 on the threshold`() {
    #expect(scoreTest(successes: 1, of: 9, against: 0)?.z == .infinity)
    #expect(scoreTest(successes: 0, of: 9, against: 0)?.z == 0)
    #expect(scoreTest(successes: 0, of: 0, against: 0.5) == nil)
  }
}
