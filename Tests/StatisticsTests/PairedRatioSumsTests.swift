import Foundation
import Statistics
import Testing

struct PairedRatioSumsTests {
  static let users = [(1, 4, 2, 3), (0, 2, 1, 3), (3, 5, 0, 0), (2, 2, 0, 2), (0, 1, 1, 2)]

  static func sums(_ users: some Sequence<(Int, Int, Int, Int)>) -> PairedRatioSums {
    users.reduce(into: PairedRatioSums()) { $0.add(firstY: $1.0, firstN: $1.1, secondY: $1.2, secondN: $1.3) }
  }

  /// NumPy: the standard error of the users' own influences on the difference.
  @Test func `Five users computed apart`() {
    let change = Self.sums(Self.users).change()
    #expect(near(change?.value, 0.028571428571428525, 1e-14))
    #expect(near(change?.interval, -0.46775321376877194, 0.524896070911629, 1e-13))
  }

  @Test func `The same rows twice do not differ at all`() {
    let change = Self.sums(Self.users.map { ($0.0, $0.1, $0.0, $0.1) }).change()
    #expect(change?.value == 0)
    #expect(near(change?.interval, 0, 0, 1e-7))
  }

  @Test func `Different users: the variances add up`() throws {
    let apart = Self.sums([(1, 4, 0, 0), (0, 2, 0, 0), (3, 5, 0, 0), (0, 0, 2, 3), (0, 0, 0, 2), (0, 0, 1, 2)])
    let (a, b) = (try #require(apart.first.standardError), try #require(apart.second.standardError))
    // Each group has 3 users, both together 6: m/(m−1) is 6/5 in place of 3/2.
    let error = ((a * a + b * b) * (2.0 / 3) * (6.0 / 5)).squareRoot()
    #expect(near(try #require(apart.change()).interval.width, 2 * z95 * error, 1e-12))
  }

  @Test func `Where the formula says nothing, the two intervals are joined`() throws {
    let sums = Self.sums([(0, 4, 1, 2), (0, 1, 0, 5)])
    let joined = difference(of: try #require(sums.first.estimate()), minus: try #require(sums.second.estimate()))
    #expect(sums.change() == joined)
    #expect(Self.sums([(1, 2, 0, 0)]).change() == nil)
    #expect(PairedRatioSums().change() == nil)
  }

  @Test func `Order and grouping do not matter`() throws {
    let all = Self.sums(Self.users)
    #expect(Self.sums(Self.users.reversed()) == all)
    var merged = Self.sums(Self.users[3...])
    merged.merge(Self.sums(Self.users[..<3]))
    #expect(merged == all)
    #expect(merged.users == 5)
    #expect(Self.sums([(0, 0, 0, 0)]) == PairedRatioSums())
    #expect(try JSONDecoder().decode(PairedRatioSums.self, from: JSONEncoder().encode(all)) == all)
  }
}
