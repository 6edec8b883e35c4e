/// Two shares of rows of the same users (a tab with and without its badge, the app before and after a release), as integer sums that merge.
///
/// A user may have rows in only one of the two. Keeping a user's rows of both together makes the interval of the difference correct
/// although the two shares are not independent.
package struct PairedRatioSums: Sendable, Hashable, Codable {
  /// The first share.
  package private(set) var first = RatioSums()
  /// The second share.
  package private(set) var second = RatioSums()
  /// Users with rows in at least one of the two.
  package private(set) var users = 0
  private(set) var sumYY = 0
  private(set) var sumYN = 0
  private(set) var sumNY = 0
  private(set) var sumNN = 0

  package init() {}

  init(first: RatioSums, second: RatioSums, users: Int, yy: Int, yn: Int, ny: Int, nn: Int) {
    self.first = first
    self.second = second
    self.users = users
    (sumYY, sumYN, sumNY, sumNN) = (yy, yn, ny, nn)
  }

  /// Adds one user, who must not have been added before. A user without rows in both changes nothing.
  package mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
    first.add(y: firstY, n: firstN)
    second.add(y: secondY, n: secondN)
    guard firstN > 0 || secondN > 0 else { return }
    users += 1
    sumYY += firstY * secondY
    sumYN += firstY * secondN
    sumNY += firstN * secondY
    sumNN += firstN * secondN
  }

  /// Adds the sums of other users.
  package mutating func merge(_ other: PairedRatioSums) {
    first.merge(other.first)
    second.merge(other.second)
    users += other.users
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNY += other.sumNY
    sumNN += other.sumNN
  }

  /// The first share minus the second with its interval, clamped to −1…1: V of each side, less twice the covariance of the users in both, and Student's t
  /// with Satterthwaite's degrees of freedom. Nil if one of them has no rows.
  ///
  /// If the users of a side do not vary (fewer than two, a share of 0 or 1), the two intervals are combined by
  /// ``difference(of:minus:correlation:)``.
  package func change() -> Estimate? {
    if let difference {
      let estimate = difference.estimate
      return Estimate(value: estimate.value, interval: estimate.interval.cut(to: -1...1))
    }
    guard let a = first.estimate(), let b = second.estimate() else { return nil }
    return Statistics.difference(of: a, minus: b)
  }

  /// The two-sided p-value for "the two shares are the same", consistent with ``change()``. Nil if that is nil.
  package var changePValue: Double? { difference?.test.pTwoSided ?? change()?.pValueOfNone }

  /// Nil if the users of a side do not vary.
  private var difference: RatioDifference? {
    guard let p = first.share, let q = second.share, let one = first.spread, let two = second.spread else { return nil }
    return RatioDifference(
      (p, first.users, Double(first.sumN), one), minus: (q, second.users, Double(second.sumN), two),
      sharedDeviations: sumNN == 0
        ? nil
        : crossDeviations(
          sumYY, sumYN, sumNY, sumNN, first: (y: first.sumY, n: first.sumN), second: (y: second.sumY, n: second.sumN)))
  }
}
