import Statistics
import Testing

@Suite("Differences of the same users")
struct PairedMeanSumsTests {
  static let users = [(7, 2, 9, 3), (4, 1, 3, 1), (10, 4, 0, 0), (5, 2, 8, 2), (0, 0, 6, 1)]

  static func sums(_ users: some Sequence<(Int, Int, Int, Int)>) -> PairedMeanSums {
    users.reduce(into: PairedMeanSums()) { $0.add(firstY: $1.0, firstN: $1.1, secondY: $1.2, secondN: $1.3) }
  }

  /// NumPy and SciPy: each user's influence on the difference.
  @Test func `Five users computed elsewhere`() {
    let sums = Self.sums(Self.users)
    #expect(near(sums.first.mean, 26.0 / 9, 1e-15))
    #expect(near(sums.first.variance, 0.30683127572016455, 1e-14))
    #expect(near(sums.change()?.value, -0.8253968253968256, 1e-14))
    #expect(near(sums.change()?.interval, -5.861120623543956, 4.210326972750304, 1e-12))
    #expect(near(sums.changePValue, 0.5855675892032095, 1e-12))
  }

  @Test func `The same rows twice do not differ at all`() {
    let change = Self.sums(Self.users.map { ($0.0, $0.1, $0.0, $0.1) }).change()
    #expect(change?.value == 0)
    #expect(near(change?.interval, 0, 0, 1e-7))
  }

  @Test func `Without spread there is no interval`() {
    #expect(Self.sums([(2, 1, 4, 1), (4, 2, 8, 2)]).change() == nil)
    #expect(Self.sums([(2, 1, 4, 1)]).change() == nil)
    #expect(PairedMeanSums().first.mean == nil)
  }

  @Test func `Order and grouping do not matter`() {
    let all = Self.sums(Self.users)
    var merged = Self.sums(Self.users[2...].reversed())
    merged.merge(Self.sums(Self.users[..<2]))
    #expect(merged == all)
    #expect(merged.users == 5)
  }
}

@Suite("Shares of users on two sides")
struct PairedUserSharesTests {
  /// Users who are (first, second) on a side, and whether they did it.
  static func sums(_ users: [(first: Bool?, second: Bool?, count: Int)]) -> PairedRatioSums {
    users.reduce(into: PairedRatioSums()) { sums, group in
      for _ in 0..<group.count {
        sums.add(
          firstY: group.first == true ? 1 : 0, firstN: group.first == nil ? 0 : 1,
          secondY: group.second == true ? 1 : 0,
          secondN: group.second == nil ? 0 : 1)
      }
    }
  }

  @Test func `Different users: Newcombe's interval`() throws {
    let sums = Self.sums([(true, nil, 57), (false, nil, 43), (nil, true, 86), (nil, false, 14)])
    let shares = try [57, 86].map {
      Estimate(value: Double($0) / 100, interval: try #require(wilson(successes: $0, of: 100)))
    }
    #expect(sums.userChange() == difference(of: shares[0], minus: shares[1]))
    #expect(near(sums.userChange()?.interval, -0.4021, -0.1667, 5e-5))
  }

  @Test func `The same users: the paired interval and McNemar's test`() {
    let sums = Self.sums([(true, true, 20), (false, true, 12), (true, false, 2), (false, false, 16)])
    let counts = PairedCounts(both: 20, firstOnly: 12, secondOnly: 2, neither: 16)
    #expect(sums.userChange() == counts.change())
    #expect(sums.userPValue == counts.mcnemar)
    // 2 · (1 + 14 + 91) / 2^14
    #expect(near(sums.userPValue, 2 * 106.0 / 16384, 1e-15))
  }

  /// NumPy: 6 users only in the first (3 yes), 5 only in the second (1 yes), 10 in both.
  @Test func `Some users are the same`() {
    let sums = Self.sums([
      (true, nil, 3), (false, nil, 3), (nil, true, 1), (nil, false, 4), (true, true, 4), (true, false, 3),
      (false, true, 1), (false, false, 2),
    ])
    #expect(near(sums.userChange()?.value, 0.225, 1e-15))
    #expect(near(sums.userChange()?.interval, -0.08746642225895152, 0.4796892110474406, 1e-13))
    #expect(near(sums.userPValue, 0.15814859248744317, 1e-12))
  }

  @Test func `Users without the thing need not be counted one by one`() {
    let whole = Self.sums([
      (true, true, 4), (true, false, 3), (nil, true, 2), (false, nil, 8), (false, false, 9), (nil, false, 5),
    ])
    let some = Self.sums([(true, true, 4), (true, false, 3), (nil, true, 2)])
    let everyone = Self.sums([(false, false, 16), (nil, false, 7), (false, nil, 8)])
    #expect(PairedRatioSums(some, among: everyone) == whole)
  }

  @Test func `A p-value is below one in twenty just where the interval leaves nothing out`() {
    #expect(near(Estimate(value: 1, interval: Interval(low: 0, high: 2)).pValueOfNone, 0.05, 1e-7))
    #expect(Estimate(value: -1, interval: Interval(low: -2, high: -0.1)).pValueOfNone < 0.05)
    #expect(Estimate(value: -1, interval: Interval(low: -2, high: 0.1)).pValueOfNone > 0.05)
    #expect(Estimate(value: 0, interval: Interval(low: 0, high: 0)).pValueOfNone == 1)
    #expect(Estimate(value: 0.5, interval: Interval(low: 0.5, high: 0.5)).pValueOfNone == 0)
  }
}

@Suite("How users are divided")
struct SampleRatioTests {
  /// SciPy.
  @Test(arguments: [
    (3.84, 1, 0.05004352124870519), (5.99, 2, 0.05003662708658629), (10.5, 3, 0.014760897143990665),
    (20.1, 7, 0.005357687431722464),
    (0.3, 4, 0.9898141728888165),
  ])
  func `The tail of chi-square`(chiSquare: Double, degrees: Int, tail: Double) {
    #expect(near(chiSquareUpperTail(chiSquare, degreesOfFreedom: degrees), tail, 1e-13))
  }

  @Test func `Far out and at the start`() {
    #expect(near(chiSquareUpperTail(150, degreesOfFreedom: 9) / 8.819629954805395e-28, 1, 1e-9))
    #expect(chiSquareUpperTail(0, degreesOfFreedom: 3) == 1)
  }

  /// SciPy.
  @Test func `Arms next to how they were meant to be`() {
    #expect(near(sampleRatioPValue([1000, 1100], weights: [1, 1]), 0.029096331741252267, 1e-13))
    #expect(near(sampleRatioPValue([480, 520, 500], weights: [1, 1, 1]), 0.4493289641172217, 1e-13))
    #expect(near(sampleRatioPValue([90, 30], weights: [90, 10]), 4.3204630578274955e-08, 1e-18))
    #expect(sampleRatioPValue([5], weights: [1]) == nil)
    #expect(sampleRatioPValue([0, 0], weights: [1, 1]) == nil)
    #expect(sampleRatioPValue([5, 5], weights: [1, 0]) == nil)
  }
}
