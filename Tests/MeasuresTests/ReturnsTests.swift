import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

@Suite("Who comes again, and what more time says")
struct ReturnsTests {
  /// People who come at rates of their own, until they come no more.
  private struct People {
    var random = SeededGenerator(seed: 5)
    /// The number of sessions of each, by day.
    var days: [[Int]] = []

    /// - Parameter stay: the chance to stay for another week.
    init(users: Int, weeks: Int, stay: Double) {
      for user in 0..<users {
        let rate = Double(1 + user % 3) / 10
        // Who began long before the log may have left long ago; those who stay forever are all there.
        let start = stay < 1 ? Int.random(in: -420..<weeks * 7, using: &random) : 0
        var end = start
        while end < weeks * 7, stay == 1 || Double.random(in: 0..<1, using: &random) < stay { end += 7 }
        days.append(
          (0..<weeks * 7).map { day in
            start <= day && day < end && Double.random(in: 0..<1, using: &random) < rate ? 1 : 0
          })
      }
    }

    /// Of the log of some days.
    func returns(_ range: Range<Int>) -> Returns {
      var returns = Returns()
      for (user, counts) in days.enumerated() {
        for day in range {
          for _ in 0..<counts[day] {
            let session = Session(
              user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), number: 1,
              start: Int64(day) * 86_400_000_000,
              end: Int64(day) * 86_400_000_000, events: 1, segment: Segment())
            returns.observe(session, Reconstruction())
          }
        }
        returns.finishUser()
      }
      return returns
    }

    func sessions(_ range: Range<Int>) -> [Double] { days.map { Double($0[range].reduce(0, +)) } }
  }

  private func sum(_ products: [(Double, Double)]) -> Double {
    products.reduce(0) { $0 + $1.0 * $1.1 }
      / (products.reduce(0) { $0 + $1.0 } * products.reduce(0) { $0 + $1.1 })
  }

  @Test(arguments: [0.8, 0.95, 1])
  func `the curve of a short log says how alike the sessions of other times are`(stay: Double) throws {
    let people = People(users: 3000, weeks: 24, stay: stay)
    // In the middle of a week.
    let log = 10..<52
    let curve = try #require(ReturnCurve(of: [(people.returns(log), log.lowerBound, log.count)]))
    for weeks in [2, 4, 6, 12] {
      let own = people.sessions(10..<10 + weeks * 7)
      let expected = sum(own.map { ($0, $0) })
      let found = curve.concentration(Double(weeks))
      #expect(abs(found / expected - 1) < 0.1, "\(weeks) weeks: \(found), not \(expected)")
      let shared = sum(Array(zip(people.sessions(10..<38), people.sessions(38..<38 + weeks * 7))))
      let foundShared = curve.shared(4, gap: 0, Double(weeks))
      #expect(abs(foundShared / shared - 1) < 0.15, "\(weeks) weeks later: \(foundShared), not \(shared)")
    }
  }

  @Test func `pairs of sessions are counted by the weeks between them`() {
    var people = People(users: 0, weeks: 0, stay: 1)
    people.days = [[0, 2] + Array(repeating: 0, count: 8) + [1], [1] + Array(repeating: 0, count: 10)]
    let returns = people.returns(0..<11)
    // 1 January 1970 was a Thursday: the last session is a week after the first two.
    #expect(returns.pairs == [2, 2])
    #expect(returns.sessions == 4)
    #expect(returns.newUsers == [0: 1, 1: 1])
  }

  @Test func `after more weeks a measure varies as much as the same people do then`() throws {
    let people = People(users: 6000, weeks: 16, stay: 0.93)
    let shares = people.days.indices.map { [0.05, 0.3, 0.55][$0 / 3 % 3] }
    /// Two rows of each session.
    func sums(_ range: Range<Int>) -> RatioSums {
      var random = SeededGenerator(seed: 9)
      var sums = RatioSums()
      for (share, sessions) in zip(shares, people.sessions(range)) {
        let rows = 2 * Int(sessions)
        let hits = (0..<rows).reduce(0) { hits, _ in
          hits + (Double.random(in: 0..<1, using: &random) < share ? 1 : 0)
        }
        sums.add(y: hits, n: rows)
      }
      return sums
    }
    let log = sums(0..<28)
    let curve = try #require(ReturnCurve(of: [(people.returns(0..<28), 0, 28)]))
    let time = VarianceInTime(
      try #require(log.shareVariance), ofPeople: log.partOfPeople, curve, weeks: 4, users: { _ in nil })
    for weeks in [2, 6, 10, 14] {
      let expected = try #require(sums(0..<weeks * 7).shareVariance)
      let found = try #require(time.of(Double(weeks)))
      #expect(abs(found / expected - 1) < 0.15, "\(weeks) weeks: \(found), not \(expected)")
    }
  }
}
