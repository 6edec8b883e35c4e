import Statistics
import Testing

struct LogRankTests {
  static let late = survivalRows(
    [(5, true), (9, true), (12, true), (6, false), (8, false), (10, false)]
      + [(time: Int, happened: Bool)](repeating: (14, false), count: 6))

  /// SciPy `logrank`.
  @Test func `The test vector`() throws {
    let test = try #require(logRank(KaplanMeierTests.rows, against: Self.late))
    #expect(near(test.z, 1.8413090202498454, 1e-13))
    #expect(near(test.z * test.z, 3.3904, 5e-5))
    #expect(near(test.pTwoSided, 0.06557628662364402, 1e-13))
    #expect(near(logRank(Self.late, against: KaplanMeierTests.rows)?.z, -test.z, 1e-13))
  }

  @Test func `Equal groups do not differ`() {
    #expect(near(logRank(Self.late, against: Self.late)?.z, 0, 1e-12))
  }

  @Test func `None when no event tells the groups apart`() {
    let silent = [SurvivalRow(time: 3, events: 0, censored: 4)]
    #expect(logRank(silent, against: silent) == nil)
    #expect(logRank([], against: Self.late) == nil)
    #expect(logRank([], against: []) == nil)
    // All events are at the same time: nothing could differ.
    #expect(
      logRank([SurvivalRow(time: 1, events: 1, censored: 0)], against: [SurvivalRow(time: 1, events: 1, censored: 0)])
        == nil)
  }

  @Test func `Two users by hand`() {
    // The first group's one user has the first event: expected 1/2 with variance 1/4, then no further information: z =
    // 0.5/0.5.
    let test = logRank(
      [SurvivalRow(time: 1, events: 1, censored: 0)], against: [SurvivalRow(time: 2, events: 1, censored: 0)])
    #expect(test?.z == 1)
  }
}
