/// A mean over rows, or a ratio that may be negative (taps saved per session), as integer sums over users that merge in any order.
///
/// User u has n_u rows with a total of y_u, which may be negative or larger than n_u. For a share, where y_u of the n_u rows count, see ``RatioSums``.
package struct MeanSums: Sendable, Hashable, Codable {
  /// Users with at least one row: m.
  package private(set) var users = 0
  /// Σy.
  package private(set) var sumY: Int128 = 0
  /// All rows: Σn.
  package private(set) var sumN: Int128 = 0
  /// Σy².
  package private(set) var sumYY: Int128 = 0
  /// Σy·n.
  package private(set) var sumYN: Int128 = 0
  /// Σn².
  package private(set) var sumNN: Int128 = 0
  /// The most rows of one user: max n.
  package private(set) var maxN = 0

  package init() {}

  /// Sums computed elsewhere: for several effects of the same users, Σy² is the sum of all products.
  package init(users: Int, sumY: Int128, sumN: Int128, sumYY: Int128, sumYN: Int128, sumNN: Int128, maxN: Int) {
    self.users = users
    self.sumY = sumY
    self.sumN = sumN
    self.sumYY = sumYY
    self.sumYN = sumYN
    self.sumNN = sumNN
    self.maxN = maxN
  }

  /// Adds one user, who must not have been added before. A user without rows changes nothing.
  package mutating func add(y: Int, n: Int) {
    precondition(n >= 0, "rows are not negative")
    guard n > 0 else { return }
    users += 1
    sumY += Int128(y)
    sumN += Int128(n)
    sumYY += Int128(y) * Int128(y)
    sumYN += Int128(y) * Int128(n)
    sumNN += Int128(n) * Int128(n)
    maxN = max(maxN, n)
  }

  /// Adds the sums of other users.
  package mutating func merge(_ other: MeanSums) {
    users += other.users
    sumY += other.sumY
    sumN += other.sumN
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNN += other.sumNN
    maxN = max(maxN, other.maxN)
  }

  /// A lower bound of the number of users with a y other than 0 (``RatioSums/leastUsersWithY``).
  package var leastUsersWithY: Int { sumYY > 0 ? Int((Double(sumY) * Double(sumY) / Double(sumYY)).rounded(.up)) : 0 }

  /// r = Σy/Σn. Nil without rows.
  package var mean: Double? { sumN > 0 ? Double(sumY) / Double(sumN) : nil }

  /// The spread of the users. Nil without rows.
  package var spread: RowVariance? {
    sumN > 0
      ? RowVariance(
        users: users, rows: Double(sumN), squaredRows: Double(sumNN), mostRows: Double(maxN),
        squaredDeviations: crossDeviations(sumYY, sumYN, sumYN, sumNN, first: (sumY, sumN), second: (sumY, sumN)))
      : nil
  }

  /// k = max(2, N²/Σn²); 0 without rows.
  package var effectiveUsers: Double { spread?.effectiveUsers ?? 0 }

  /// V, the variance of the mean. Nil with fewer than two users.
  package var variance: Double? { spread?.variance }

  /// r ± t·√V with the t of k − 1 degrees of freedom, not clamped. Nil with fewer than two users.
  package func interval() -> Interval? {
    guard let mean, let spread, let variance = spread.variance else { return nil }
    let reach = studentT95(degreesOfFreedom: spread.degreesOfFreedom) * variance.squareRoot()
    return Interval(low: mean - reach, high: mean + reach)
  }

  /// The mean with its interval. Nil with fewer than two users.
  package func estimate() -> Estimate? {
    guard let mean, let interval = interval() else { return nil }
    return Estimate(value: mean, interval: interval)
  }

  /// The test of the mean against `threshold`: (r − threshold)/√V, Student's t with k − 1 degrees of freedom. Nil with fewer than two users.
  package func test(against threshold: Double) -> ThresholdTest? {
    guard let mean, let spread, let variance = spread.variance else { return nil }
    return ThresholdTest(z: standardized(mean - threshold, by: variance.squareRoot()), degreesOfFreedom: spread.degreesOfFreedom)
  }
}
