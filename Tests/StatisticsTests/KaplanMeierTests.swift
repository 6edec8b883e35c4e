import Statistics
import Testing

struct KaplanMeierTests {
  /// Times 1,1,2,3,3+,4,5+,7,7+,10+,14+,14+ (+ not followed further).
  static let rows = survivalRows([
    (1, true), (1, true), (2, true), (3, true), (3, false), (4, true), (5, false), (7, true), (7, false), (10, false),
    (14, false), (14, false),
  ])

  /// SciPy `ecdf` of censored data, `confidence_interval(method='log-log')`.
  @Test func `The test vector`() {
    let curve = kaplanMeier(Self.rows)
    #expect(curve.map(\.time) == [1, 2, 3, 4, 5, 7, 10, 14])
    #expect(curve.map(\.atRisk) == [12, 10, 9, 7, 6, 5, 3, 2])
    #expect(curve.map(\.events) == [2, 1, 1, 1, 0, 1, 0, 0])
    #expect(curve.map(\.censored) == [0, 0, 1, 0, 1, 1, 1, 2])
    let survival = [0.83333333, 0.75, 0.66666667, 0.57142857, 0.57142857, 0.45714286, 0.45714286, 0.45714286]
    let low = [0.48171494, 0.40841591, 0.33701893, 0.25380278, 0.25380278, 0.15993551, 0.15993551, 0.15993551]
    let high = [0.95550937, 0.91172041, 0.8597118, 0.79581269, 0.79581269, 0.71586031, 0.71586031, 0.71586031]
    for (index, step) in curve.enumerated() {
      #expect(near(step.survival, survival[index], 5e-9))
      #expect(near(step.band, low[index], high[index], 2e-8))
    }
    #expect(curve.median == 7)
    #expect(near(curve.step(at: 6)?.survival, 0.57142857, 5e-9))
    #expect(curve.step(at: 0) == nil)
    #expect(curve.step(at: 99)?.survival == curve.last?.survival)
  }

  @Test func `Nobody, nothing happened, happened to all`() {
    #expect(kaplanMeier([]).isEmpty)
    #expect(kaplanMeier([]).median == nil)
    let never = kaplanMeier([SurvivalRow(time: 3, events: 0, censored: 4)])
    #expect(never.map(\.atRisk) == [4])
    #expect(never.map(\.survival) == [1])
    #expect(never.map(\.band) == [nil])
    #expect(never.median == nil)
    let all = kaplanMeier([SurvivalRow(time: 3, events: 4, censored: 0)])
    #expect(all.map(\.survival) == [0])
    #expect(all.map(\.band) == [nil])
    #expect(all.median == 3)
  }

  @Test func `A half is a half although the product is rounded`() {
    // 49 of 98 users, one at a time: 97/98 · 96/97 · … · 49/50 is not exactly 0.5 in binary.
    for users in stride(from: 2, through: 400, by: 2) {
      let rows = (1...users).map { SurvivalRow(time: $0, events: 1, censored: 0) }
      #expect(kaplanMeier(rows).median == users / 2)
    }
  }

  @Test func `Rows of zeros fill gaps and do not outlive the users`() {
    let rows = (1...9).map { SurvivalRow(time: $0, events: $0 == 2 ? 1 : 0, censored: $0 == 5 ? 3 : 0) }
    let curve = kaplanMeier(rows)
    #expect(curve.map(\.time) == [1, 2, 3, 4, 5])
    #expect(curve.map(\.atRisk) == [4, 4, 3, 3, 3])
    #expect(curve.map(\.survival) == [1, 0.75, 0.75, 0.75, 0.75])
  }

  @Test func `Order and grouping of rows do not matter`() {
    let parts =
      Self.rows.map { SurvivalRow(time: $0.time, events: $0.events, censored: 0) }
      + Self.rows.map { SurvivalRow(time: $0.time, events: 0, censored: $0.censored) }
    #expect(merged(parts.reversed()) == Self.rows)
    #expect(kaplanMeier(parts.reversed()) == kaplanMeier(Self.rows))
    #expect(merged([]) == [])
  }
}
