import NavigationModel
import Statistics
import TestSupport
import Testing

/// Does a 95% interval cover the true value in about 95% of simulated logs? A smoke test with a fixed seed, not a
/// study.
struct CoverageTests {
  /// Half of the people say yes in 10% of their rows, half in 50%; either whoever has many rows does, or it has nothing
  /// to do with how many they have.
  @Test(arguments: sampled([true, false])) func `Clustered rows: the clustered interval covers, the naive one does not`(
    areBusyOnes: Bool
  ) throws {
    var random = SplitMix64(seed: 11)
    // By hand: up to 8 of 15 rows are 36 in 120.
    let truth = areBusyOnes ? (36 * 0.1 + 84 * 0.5) / 120 : 0.3
    var clustered = 0
    var naive = 0
    for _ in 0..<600 {
      var sums = RatioSums()
      for _ in 0..<(areBusyOnes ? 200 : 60) {
        let isOften = random.below(2) == 0
        let n = 1 + random.below(15)
        let rate = (areBusyOnes ? n > 8 : isOften) ? 0.5 : 0.1
        sums.add(y: (0..<n).count { _ in random.fraction() < rate }, n: n)
      }
      if try #require(sums.interval()).contains(truth) { clustered += 1 }
      if try #require(wilson(successes: sums.sumY, of: sums.sumN)).contains(truth) { naive += 1 }
    }
    #expect((552...588).contains(clustered))  // 92% to 98%
    #expect(naive < 522)  // below 87%
  }

  @Test func `Users: Wilson and Newcombe cover`() throws {
    var random = SplitMix64(seed: 12)
    var one = 0
    var two = 0
    var pairs = 0
    for _ in 0..<1000 {
      let a = (0..<40).count { _ in random.fraction() < 0.1 }
      let b = (0..<60).count { _ in random.fraction() < 0.25 }
      if try #require(wilson(successes: a, of: 40)).contains(0.1) { one += 1 }
      if try #require(NewcombeTests.change(a, of: 40, minus: b, of: 60)).interval.contains(-0.15) { two += 1 }
      // Half of the users never change their answer.
      var pair = PairedRatioSums()
      for _ in 0..<50 {
        let before = random.fraction() < 0.4
        let after = random.below(2) == 0 ? before : random.fraction() < 0.6
        pair.add(firstY: after ? 1 : 0, firstN: 1, secondY: before ? 1 : 0, secondN: 1)
      }
      if try #require(pair.userChange()).interval.contains(0.1) { pairs += 1 }
    }
    #expect((925...975).contains(one))
    #expect((925...985).contains(two))
    #expect((925...985).contains(pairs))
  }

  @Test(.thorough) func `The difference of two shares of the same users covers`() throws {
    var random = SplitMix64(seed: 13)
    var covered = 0
    for _ in 0..<600 {
      var sums = PairedRatioSums()
      for _ in 0..<60 {
        let rate = random.fraction() * 0.5
        let n = random.below(8)
        let m = random.below(8)
        sums.add(
          firstY: (0..<n).count { _ in random.fraction() < rate }, firstN: n,
          secondY: (0..<m).count { _ in random.fraction() < rate + 0.2 }, secondN: m)
      }
      if try #require(sums.change()).interval.contains(-0.2) { covered += 1 }
    }
    #expect((552...588).contains(covered))
  }

  @Test(.thorough) func `At a true threshold, one in twenty tests is below 0.05`() throws {
    var random = SplitMix64(seed: 14)
    var below = 0
    for _ in 0..<2000 {
      let a = (0..<300).count { _ in random.fraction() < 0.3 }
      if try #require(scoreTest(successes: a, of: 300, against: 0.3)).pAbove < 0.05 { below += 1 }
    }
    #expect((70...130).contains(below))
  }
}
