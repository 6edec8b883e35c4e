import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

/// A 95% interval covers the true value in 95 of 100 logs: the test counts in how many of 1,000 made-up logs it does.
@Suite("Intervals cover the truth")
struct IntervalCoverageTests {
  /// People with individual rates of yes, some with more rows than others.
  struct Crowd: Sendable, CustomTestStringConvertible {
    let name: String
    let users: Int
    /// All numbers of rows up to the last (0: one) are equally frequent; rates are distributed as Beta(1, b).
    let b: [Double]

    var testDescription: String { name }

    /// The share of people who say yes at least once. All of n rows are no with probability E(1 − rate)ⁿ = b/(b + n).
    var userShare: Double {
      b.enumerated().map { 1 - $1 / ($1 + Double($0 + 1)) }.reduce(0, +) / Double(b.count)
    }

    /// The share of all rows that are yes.
    var rowShare: Double {
      b.enumerated().map { Double($0 + 1) / (1 + $1) }.reduce(0, +) / Double(b.count * (b.count + 1) / 2)
    }

    /// One log: who said yes at all, and the rows by user.
    func log(_ random: inout SplitMix64) -> (successes: Int, rows: RatioSums) {
      var successes = 0
      var rows = RatioSums()
      for _ in 0..<users {
        let n = random.below(b.count) + 1
        let rate = 1 - pow(1 - random.fraction(), 1 / b[n - 1])
        var y = 0
        for _ in 0..<n where random.fraction() < rate { y += 1 }
        if y > 0 { successes += 1 }
        rows.add(y: y, n: n)
      }
      return (successes, rows)
    }

    static let all = [
      Crowd(name: "a third of the rows", users: 200, b: Array(repeating: 2, count: 12)),
      Crowd(name: "a tenth of the rows", users: 200, b: Array(repeating: 9, count: 12)),
      Crowd(name: "the busy say yes more often", users: 200, b: (1...12).map { 12 / Double($0) }),
      Crowd(name: "fewer people", users: 60, b: Array(repeating: 4, count: 12)),
    ]
  }

  @Test(.thorough, arguments: Crowd.all, [2026] as [UInt64])
  func `of shares of users and of rows, in 93 to 97 % of 1,000 logs`(crowd: Crowd, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (users, rows, unclustered) = (0, 0, 0)
    for _ in 0..<1000 {
      let log = crowd.log(&random)
      if try #require(wilson(successes: log.successes, of: crowd.users)).contains(crowd.userShare) { users += 1 }
      if try #require(log.rows.interval()).contains(crowd.rowShare) { rows += 1 }
      if try #require(wilson(successes: log.rows.sumY, of: log.rows.sumN)).contains(crowd.rowShare) { unclustered += 1 }
    }
    print(
      "Coverage, \(crowd.name), \(crowd.users) users: \(Double(users) / 10)% for a share of users, \(Double(rows) / 10)% for a share of rows",
      "(\(Double(unclustered) / 10)% if rows of one user were taken for independent)")
    #expect((930...970).contains(users))
    #expect((930...970).contains(rows))
    #expect(unclustered < 930, "The logs would not tell an interval that heeds users from one that does not")
  }
}
