/// A share of rows (sessions, visits, taps), several of which may come from one user, as integer sums over users.
///
/// User u has n_u rows, and y_u of them count. The sums of different users merge in any order and grouping to the same value,
/// so parts of a log can be measured separately. See Statistics.md. For means and ratios that may be negative see ``MeanSums``.
package struct RatioSums: Sendable, Hashable, Codable {
  /// Users with at least one row: m.
  package private(set) var users = 0
  /// Rows that count: Σy.
  package private(set) var sumY = 0
  /// All rows: Σn.
  package private(set) var sumN = 0
  /// Σy².
  package private(set) var sumYY = 0
  /// Σy·n.
  package private(set) var sumYN = 0
  /// Σn².
  package private(set) var sumNN = 0
  /// The most rows of one user: max n.
  package private(set) var maxN = 0

  package init() {}

  /// The share of all rows that `some` counts: `some` holds y and n of the users with a y above 0, `all` the n of all users, whatever their y.
  ///
  /// So the cost of each of many shares of the same rows (many pairs in all sessions) depends only on the users with any y.
  package init(_ some: RatioSums, among all: RatioSums) {
    users = all.users
    sumY = some.sumY
    sumN = all.sumN
    sumYY = some.sumYY
    sumYN = some.sumYN
    sumNN = all.sumNN
    maxN = all.maxN
  }

  /// Sums that were computed elsewhere.
  package init(users: Int, sumY: Int, sumN: Int, sumYY: Int, sumYN: Int, sumNN: Int, maxN: Int) {
    (self.users, self.sumY, self.sumN) = (users, sumY, sumN)
    (self.sumYY, self.sumYN, self.sumNN, self.maxN) = (sumYY, sumYN, sumNN, maxN)
  }

  /// Adds one user, who must not have been added before: `y` of `n` rows. A user without rows changes nothing.
  package mutating func add(y: Int, n: Int) {
    precondition(0 <= y && y <= n, "y must lie between 0 and n")
    guard n > 0 else { return }
    users += 1
    sumY += y
    sumN += n
    sumYY += y * y
    sumYN += y * n
    sumNN += n * n
    maxN = max(maxN, n)
  }

  /// Adds the sums of other users.
  package mutating func merge(_ other: RatioSums) {
    users += other.users
    sumY += other.sumY
    sumN += other.sumN
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNN += other.sumNN
    maxN = max(maxN, other.maxN)
  }

  /// p = Σy/Σn. Nil without rows.
  package var share: Double? {
    sumN > 0 ? Double(sumY) / Double(sumN) : nil
  }

  /// A lower bound of the number of users with a y above 0: (Σy)²/Σy², by the Cauchy–Schwarz inequality; exact if no y is above 1.
  package var leastUsersWithY: Int { sumYY > 0 ? Int((Double(sumY) * Double(sumY) / Double(sumYY)).rounded(.up)) : 0 }

  /// The spread of the users. Nil without rows.
  package var spread: RowVariance? {
    sumN > 0
      ? RowVariance(
        users: users, rows: Double(sumN), squaredRows: Double(sumNN), mostRows: Double(maxN), squaredDeviations: squaredDeviations)
      : nil
  }

  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision; 0 without rows. Evidence uses it, rounded down.
  package var effectiveUsers: Double { spread?.effectiveUsers ?? 0 }

  /// n* = min(N, p(1−p)/V): the equivalent number of independent rows. N if V = 0, k if p is 0 or 1, and 1 with fewer than two users.
  /// Nil without rows.
  package var effectiveNumber: Double? {
    guard let share, let spread else { return nil }
    guard let variance = spread.variance else { return 1 }
    if sumY == 0 || sumY == sumN { return spread.effectiveUsers }
    return variance > 0 ? min(Double(sumN), share * (1 - share) / variance) : Double(sumN)
  }

  /// Wilson's 95% interval with n* in place of n and the t of k − 1 degrees of freedom in place of z. Nil without rows.
  package func interval() -> Interval? {
    guard let share, let spread, let effectiveNumber else { return nil }
    return wilson(share: share, of: effectiveNumber, z: studentT95(degreesOfFreedom: spread.degreesOfFreedom))
  }

  /// The share with its interval. Nil without rows.
  package func estimate() -> Estimate? {
    guard let share, let interval = interval() else { return nil }
    return Estimate(value: share, interval: interval)
  }

  /// Σ(y_u − p·n_u)², as (N²·Σy² − 2·N·Y·Σyn + Y²·Σn²) / N² with N = Σn, Y = Σy.
  private var squaredDeviations: Double {
    crossDeviations(
      sumYY, sumYN, sumYN, sumNN,
      first: (y: sumY, n: sumN), second: (y: sumY, n: sumN))
  }
}
