/// Two shares of rows of the same users (a tab with and without its badge, the app before and after a release), as integer sums that merge.
///
/// A user may have rows in only one of the two. Keeping a user's rows of both together makes the interval of the difference correct
/// although the two shares are not independent.
package struct PairedRatioSums: Sendable, Hashable {
  /// The first share.
  package private(set) var first = RatioSums()
  /// The second share.
  package private(set) var second = RatioSums()
  /// Users with rows in at least one of the two.
  package private(set) var users = 0
  package private(set) var sumYY = 0
  package private(set) var sumYN = 0
  package private(set) var sumNY = 0
  package private(set) var sumNN = 0

  package init() {}

  package init(first: RatioSums, second: RatioSums, users: Int, yy: Int, yn: Int, ny: Int, nn: Int) {
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

extension PairedRatioSums {
  /// The shares of all rows that `some` counts: `some` holds the rows of the users with a y above 0 in either share, `all` the n of all users.
  ///
  /// As in ``RatioSums/init(_:among:)``, the cost of each share depends only on the users with any y.
  package init(_ some: PairedRatioSums, among all: PairedRatioSums) {
    self.init(
      first: RatioSums(some.first, among: all.first), second: RatioSums(some.second, among: all.second), users: all.users,
      yy: some.sumYY, yn: some.sumYN, ny: some.sumNY, nn: all.sumNN)
  }

  /// The first share of users minus the second, where each user is one row: all users may be in both, none, or some.
  ///
  /// All users in both: Newcombe's interval for paired shares (``PairedCounts/change(z:)``). None in both: his hybrid score interval
  /// (``difference(of:minus:correlation:)``; Newcombe 1998, Statistics in Medicine 17:873, method 10). Some in both: the same square-and-add of the two Wilson intervals, with the correlation that these users
  /// give the two shares. Nil if one of them has no users.
  package func userChange(z: Double = z95) -> Estimate? {
    if let paired = pairedCounts { return paired.change(z: z) }
    guard let a = first.share, let b = second.share, let aInterval = wilson(share: a, of: Double(first.sumN), z: z),
      let bInterval = wilson(share: b, of: Double(second.sumN), z: z)
    else { return nil }
    return Statistics.difference(
      of: Estimate(value: a, interval: aInterval), minus: Estimate(value: b, interval: bInterval), correlation: userCorrelation)
  }

  /// The two-sided p-value for "the two shares of users are the same": McNemar's if all users are in both shares, otherwise that of the interval.
  package var userPValue: Double? { pairedCounts?.mcnemar ?? userChange()?.pValueOfNone }

  /// The answers of the users, if all of them are in both shares. The second share comes first, so that the change is first − second.
  private var pairedCounts: PairedCounts? {
    guard users > 0, first.sumN == users, second.sumN == users else { return nil }
    return PairedCounts(
      both: sumYY, firstOnly: second.sumY - sumYY, secondOnly: first.sumY - sumYY, neither: users - first.sumY - second.sumY + sumYY)
  }

  /// The correlation of the two estimates: Σ(x − p)(y − q) over the users in both, divided by √(Σ(x − p)² · Σ(y − q)²) over those of each.
  private var userCorrelation: Double {
    guard sumNN > 0, let p = first.share, let q = second.share, 0 < p, p < 1, 0 < q, q < 1 else { return 0 }
    let shared = Double(sumYY) - q * Double(sumYN) - p * Double(sumNY) + p * q * Double(sumNN)
    let spread = (Double(first.sumN) * p * (1 - p) * Double(second.sumN) * q * (1 - q)).squareRoot()
    return min(1, max(-1, shared / spread))
  }
}

extension Estimate {
  /// The two-sided p-value for "there is no difference", on the scale of the interval: below 0.05 exactly if a 95% interval excludes 0.
  ///
  /// The bound on the side of 0 is z standard errors away from the estimate.
  public var pValueOfNone: Double {
    let reach = value > 0 ? value - interval.low : interval.high - value
    if value == 0 { return 1 }
    return reach > 0 ? normalTwoSidedTail(z95 * value / reach) : 0
  }
}

/// Yes-or-no answers of the same users at two times (before and after a release).
package struct PairedCounts: Sendable, Hashable {
  /// Users with yes both times.
  package private(set) var both = 0
  /// Users with yes the first time only.
  package private(set) var firstOnly = 0
  /// Users with yes the second time only.
  package private(set) var secondOnly = 0
  /// Users with no both times.
  package private(set) var neither = 0

  package init() {}

  package init(both: Int, firstOnly: Int, secondOnly: Int, neither: Int) {
    precondition(min(both, firstOnly, secondOnly, neither) >= 0, "counts are not negative")
    self.both = both
    self.firstOnly = firstOnly
    self.secondOnly = secondOnly
    self.neither = neither
  }

  /// All users.
  package var users: Int { both + firstOnly + secondOnly + neither }

  /// Counts one user.
  package mutating func add(first: Bool, second: Bool) {
    switch (first, second) {
    case (true, true): both += 1
    case (true, false): firstOnly += 1
    case (false, true): secondOnly += 1
    case (false, false): neither += 1
    }
  }

  /// Adds the counts of other users.
  package mutating func merge(_ other: PairedCounts) {
    both += other.both
    firstOnly += other.firstOnly
    secondOnly += other.secondOnly
    neither += other.neither
  }

  /// The second share minus the first, with Newcombe's interval for paired shares. Nil without users.
  ///
  /// The hybrid score interval with the correlation φ of the two answers, whose numerator is moved towards 0 by n/2 when positive
  /// (Newcombe 1998, Statistics in Medicine 17:2635, method 10; φ = 0 where an answer never varies).
  package func change(z: Double = z95) -> Estimate? {
    let n = users
    let firstYes = both + firstOnly
    let secondYes = both + secondOnly
    guard let first = wilson(successes: firstYes, of: n, z: z),
      let second = wilson(successes: secondYes, of: n, z: z)
    else { return nil }
    return difference(
      of: Estimate(value: Double(secondYes) / Double(n), interval: second),
      minus: Estimate(value: Double(firstYes) / Double(n), interval: first),
      correlation: correlation)
  }

  /// McNemar's two-sided p-value for "nothing changed": only users whose answer changed count.
  ///
  /// Below 25 such users the exact binomial test, otherwise z² = (b − c)² / (b + c) against chi-square with one degree of freedom
  /// (McNemar 1947). 1 when nobody changed.
  package var mcnemar: Double {
    let changed = firstOnly + secondOnly
    guard changed > 0 else { return 1 }
    if changed >= 25 {
      let surplus = Double(firstOnly - secondOnly)
      return chiSquareUpperTail(surplus * surplus / Double(changed))
    }
    // 2·P(X ≤ the smaller count), X binomial with probability 1/2; all terms are integers below 2²⁵.
    var ways = 1
    var tail = 1
    for k in 0..<min(firstOnly, secondOnly) {
      ways = ways * (changed - k) / (k + 1)
      tail += ways
    }
    return min(1, 2 * Double(tail) / Double(1 << changed))
  }

  /// Newcombe's φ of the two answers, corrected for continuity.
  private var correlation: Double {
    let n = Double(users)
    let margins =
      Double(both + firstOnly) * Double(secondOnly + neither) * Double(both + secondOnly) * Double(firstOnly + neither)
    guard margins > 0 else { return 0 }
    let product = Double(both) * Double(neither) - Double(firstOnly) * Double(secondOnly)
    return (product > 0 ? max(0, product - n / 2) : product) / margins.squareRoot()
  }
}
