import Statistics
import Testing

@Suite struct SurvivalTestTests {
  /// The twelve users of section G: S(7) = 0.4571.
  let curve = kaplanMeier(
    survivalRows([
      (1, true), (1, true), (2, true), (3, true), (3, false), (4, true), (5, false), (7, true), (7, false), (10, false),
      (14, false),
      (14, false),
    ]))

  @Test func `The step of a time is the last one up to it`() {
    #expect(curve.step(at: 0) == nil)
    #expect(curve.step(at: 6)?.time == 5 && curve.step(at: 7)?.time == 7 && curve.step(at: 100)?.time == 14)
  }

  @Test func `The test agrees with the band`() throws {
    let step = try #require(curve.step(at: 7))
    let band = try #require(step.band)
    #expect(near(step.test(against: band.low)?.z, z95))
    #expect(near(step.test(against: band.high)?.z, -z95))
    #expect(near(step.test(against: step.survival)?.z, 0))
  }

  @Test func `By hand: 30 of 100 found in the first session, against a half`() throws {
    // S = 0.7, G = 30/(100·70) = 0.0042857, SE = √G/|ln 0.7| = 0.0654654/0.3566749 = 0.1835434;
    // z = (ln ln 2 − ln 0.3566749)/SE = (−0.3665129 + 1.0309304)/0.1835434 = 3.619946.
    let step = try #require(kaplanMeier([.init(time: 1, events: 30, censored: 70)]).step(at: 1))
    #expect(near(step.test(against: 0.5)?.z, 3.619946, 1e-5))
  }

  @Test func `Nothing to go by where all or none have found it`() throws {
    #expect(kaplanMeier([.init(time: 1, events: 0, censored: 5)]).step(at: 1)?.test(against: 0.5) == nil)
    #expect(kaplanMeier([.init(time: 1, events: 5, censored: 0)]).step(at: 1)?.test(against: 0.5) == nil)
  }
}
