/// A mean over rows, or a ratio that may be negative (taps saved per session), as integer sums over users that merge in any order.
///
/// User u has n_u rows with a total of y_u, which may be negative or larger than n_u. For a share, where y_u of the n_u rows count, see ``RatioSums``.
package struct MeanSums: Sendable, Hashable {
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

/// The pooled mean of two groups of different users: Σy of both over Σn of both.
///
/// Its variance is (N²·V + N′²·V′)/(N + N′)², and the interval has the t of Satterthwaite's degrees of freedom from k − 1 of each group. So the two groups
/// may measure different things: what was chosen on one half of the users is measured on the other, and vice versa. Not clamped.
/// Nil if a group has fewer than two users.
package func pooled(_ one: MeanSums, _ other: MeanSums) -> Estimate? {
  guard let first = one.spread, let second = other.spread, let v = first.variance, let w = second.variance else { return nil }
  let rows = Double(one.sumN + other.sumN)
  let shares = (Double(one.sumN) / rows, Double(other.sumN) / rows)
  let (mine, theirs) = (shares.0 * shares.0 * v, shares.1 * shares.1 * w)
  let mean = Double(one.sumY + other.sumY) / rows
  // If neither group varies, the interval has zero width, whatever t.
  let degrees = satterthwaite(mine, first.degreesOfFreedom, theirs, second.degreesOfFreedom) ?? first.degreesOfFreedom
  let reach = studentT95(degreesOfFreedom: degrees) * (mine + theirs).squareRoot()
  return Estimate(value: mean, interval: Interval(low: mean - reach, high: mean + reach))
}

/// Two means over rows of the same users (the depth of sessions before and after a release), as integer sums that merge.
///
/// Unlike a share (``PairedRatioSums``), a mean may be above 1: y is any integer. A user may have rows in only one of the two.
package struct PairedMeanSums: Sendable, Hashable {
  package private(set) var first = MeanSums()
  package private(set) var second = MeanSums()
  /// Users with rows in at least one of the two.
  package private(set) var users = 0
  private var sumYY: Int128 = 0
  private var sumYN: Int128 = 0
  private var sumNY: Int128 = 0
  private var sumNN: Int128 = 0

  package init() {}

  /// Adds one user, who must not have been added before. Rows are not negative; a user without rows in both changes nothing.
  package mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
    first.add(y: firstY, n: firstN)
    second.add(y: secondY, n: secondN)
    guard firstN > 0 || secondN > 0 else { return }
    users += 1
    sumYY += Int128(firstN > 0 ? firstY : 0) * Int128(secondN > 0 ? secondY : 0)
    sumYN += Int128(firstN > 0 ? firstY : 0) * Int128(secondN)
    sumNY += Int128(firstN) * Int128(secondN > 0 ? secondY : 0)
    sumNN += Int128(firstN) * Int128(secondN)
  }

  /// Adds the sums of other users.
  package mutating func merge(_ other: PairedMeanSums) {
    first.merge(other.first)
    second.merge(other.second)
    users += other.users
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNY += other.sumNY
    sumNN += other.sumNN
  }

  /// The first mean minus the second with its interval: V of each side, less twice the covariance of the users in both, and Student's t with
  /// Satterthwaite's degrees of freedom.
  ///
  /// Nil if a side has fewer than two users or no variance: then the error of the difference is unknown.
  package func change() -> Estimate? { difference?.estimate }

  /// The two-sided p-value for "the two means are the same", consistent with ``change()``. Nil if that is nil.
  package var changePValue: Double? { difference?.test.pTwoSided }

  private var difference: RatioDifference? {
    guard let p = first.mean, let q = second.mean, let one = first.spread, let two = second.spread else { return nil }
    return RatioDifference(
      (p, first.users, Double(first.sumN), one), minus: (q, second.users, Double(second.sumN), two),
      sharedDeviations: sumNN == 0
        ? nil
        : crossDeviations(sumYY, sumYN, sumNY, sumNN, first: (first.sumY, first.sumN), second: (second.sumY, second.sumN)))
  }
}
