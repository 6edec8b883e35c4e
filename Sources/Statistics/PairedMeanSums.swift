/// Two means over rows of the same users (the depth of sessions before and after a release), as integer sums that merge.
///
/// Unlike a share (``PairedRatioSums``), a mean may be above 1: y is any integer. A user may have rows in only one of the two.
package struct PairedMeanSums: Sendable, Hashable, Codable {
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
