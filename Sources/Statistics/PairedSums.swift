/// Two ratios of rows of the same users (a tab with and without its badge, the app before and after a release), as
/// integer sums that merge.
///
/// A user may have rows in only one. Keeping a user's rows together makes the interval of the difference correct
/// although the ratios are not independent.
package struct PairedSums<Sum: FixedWidthInteger & Sendable>: Sendable, Hashable {
  package private(set) var first = RowSums<Sum>()
  package private(set) var second = RowSums<Sum>()
  /// Users with rows in at least one of the two.
  package private(set) var users = 0
  package private(set) var sumYY: Sum = 0
  package private(set) var sumYN: Sum = 0
  package private(set) var sumNY: Sum = 0
  package private(set) var sumNN: Sum = 0

  package init() {}

  package init(first: RowSums<Sum>, second: RowSums<Sum>, users: Int, yy: Sum, yn: Sum, ny: Sum, nn: Sum) {
    self.first = first
    self.second = second
    self.users = users
    sumYY = yy
    sumYN = yn
    sumNY = ny
    sumNN = nn
  }

  /// - Parameter add: adds the rows of the user to the sums of one of the two.
  private mutating func addUser(
    _ firstY: Int, of firstN: Int, _ secondY: Int, of secondN: Int,
    _ add: (inout RowSums<Sum>, _ y: Int, _ n: Int) -> Void
  ) {
    add(&first, firstY, firstN)
    add(&second, secondY, secondN)
    guard firstN > 0 || secondN > 0 else { return }
    users += 1
    let y = firstN > 0 ? Sum(firstY) : 0
    let otherY = secondN > 0 ? Sum(secondY) : 0
    sumYY += y * otherY
    sumYN += y * Sum(secondN)
    sumNY += Sum(firstN) * otherY
    sumNN += Sum(firstN) * Sum(secondN)
  }

  package mutating func merge(_ other: Self) {
    first.merge(other.first)
    second.merge(other.second)
    users += other.users
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNY += other.sumNY
    sumNN += other.sumNN
  }

  /// Nil if a side has fewer than two users, or they do not vary.
  private var difference: (estimate: Estimate, test: ThresholdTest)? {
    guard let p = first.ratio, let q = second.ratio, let one = first.spread, let two = second.spread else { return nil }
    return ratioDifference(
      of: (p, one), minus: (q, two),
      covariance: covariance)
  }

  /// The covariance of the two ratios over the users of both, with the factors of V: so the difference of a ratio to
  /// itself has no variance. Nil if nobody has rows in both, or a side has a single user.
  package var covariance: Double? {
    guard sumNN != 0, first.users > 1, second.users > 1, let one = first.spread, let two = second.spread else {
      return nil
    }
    let m = Double(first.users)
    let n = Double(second.users)
    let deviations = crossDeviations(
      sumYY, sumYN, sumNY, sumNN, first: (first.sumY, first.sumN), second: (second.sumY, second.sumN))
    return (m / (m - 1) * n / (n - 1)).squareRoot() * deviations / (Double(first.sumN) * Double(second.sumN))
      / ((1 - one.leverage) * (1 - two.leverage))
  }
}

/// Two means over rows of the same users (the depth of sessions before and after a release): unlike that of a share, y
/// is any integer.
package typealias PairedMeanSums = PairedSums<Int128>

extension PairedMeanSums {
  /// Adds one user, who must not have been added before. Rows are not negative; a user without rows in both changes
  /// nothing.
  package mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
    addUser(firstY, of: firstN, secondY, of: secondN) { $0.add(y: $1, n: $2) }
  }

  /// The first mean minus the second with its interval: V of each side, less twice the covariance of the users in both,
  /// and Student's t with Satterthwaite's degrees of freedom.
  ///
  /// Nil if a side has fewer than two users or no variance: then the error of the difference is unknown.
  package func change() -> Estimate? { difference?.estimate }

  /// The two-sided p-value for "the two means are the same", consistent with ``change()``. Nil if that is nil.
  package var changePValue: Double? { difference?.test.pTwoSided }
}

/// Two shares of rows of the same users.
package typealias PairedRatioSums = PairedSums<Int>

extension PairedRatioSums {
  /// Adds one user, who must not have been added before. A user without rows in both changes nothing.
  package mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
    addUser(firstY, of: firstN, secondY, of: secondN) { $0.add(y: $1, n: $2) }
  }

  /// The first share minus the second with its interval, clamped to −1…1: V of each side, less twice the covariance of
  /// the users in both, and Student's t with Satterthwaite's degrees of freedom. Nil if one of them has no rows.
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

  /// The shares of all rows that `some` counts: `some` holds the rows of the users with a y above 0 in either share,
  /// `all` the n of all users.
  ///
  /// As in ``RatioSums/init(_:among:)``, the cost of each share depends only on the users with any y.
  package init(_ some: PairedRatioSums, among all: PairedRatioSums) {
    self.init(
      first: RatioSums(some.first, among: all.first), second: RatioSums(some.second, among: all.second),
      users: all.users,
      yy: some.sumYY, yn: some.sumYN, ny: some.sumNY, nn: all.sumNN)
  }

  /// The first share of users minus the second, where each user is one row: all users may be in both, none, or some.
  ///
  /// All users in both: Newcombe's interval for paired shares (``PairedCounts/change(z:)``). None in both: his hybrid
  /// score interval (``difference(of:minus:correlation:)``; Newcombe 1998, Statistics in Medicine 17:873, method 10).
  /// Some in both: the same square-and-add of the two Wilson intervals, with the correlation that these users give the
  /// two shares. Nil if one of them has no users.
  package func userChange(z: Double = z95) -> Estimate? {
    if let paired = pairedCounts { return paired.change(z: z) }
    guard let a = first.share, let b = second.share, let aInterval = wilson(share: a, of: Double(first.sumN), z: z),
      let bInterval = wilson(share: b, of: Double(second.sumN), z: z)
    else { return nil }
    return Statistics.difference(
      of: Estimate(value: a, interval: aInterval), minus: Estimate(value: b, interval: bInterval),
      correlation: userCorrelation)
  }

  /// The two-sided p-value for "the two shares of users are the same": McNemar's if all users are in both shares,
  /// otherwise that of the interval.
  package var userPValue: Double? { pairedCounts?.mcnemar ?? userChange()?.pValueOfNone }

  /// The answers of the users, if all of them are in both shares. The second share comes first, so that the change is
  /// first − second.
  private var pairedCounts: PairedCounts? {
    guard users > 0, first.sumN == users, second.sumN == users else { return nil }
    return PairedCounts(
      both: sumYY, firstOnly: second.sumY - sumYY, secondOnly: first.sumY - sumYY,
      neither: users - first.sumY - second.sumY + sumYY)
  }

  /// The correlation of the two estimates: Σ(x − p)(y − q) over the users in both, divided by √(Σ(x − p)² · Σ(y − q)²)
  /// over those of each.
  private var userCorrelation: Double {
    guard sumNN > 0, let p = first.share, let q = second.share, 0 < p, p < 1, 0 < q, q < 1 else { return 0 }
    let shared = Double(sumYY) - q * Double(sumYN) - p * Double(sumNY) + p * q * Double(sumNN)
    let spread = (Double(first.sumN) * p * (1 - p) * Double(second.sumN) * q * (1 - q)).squareRoot()
    return min(1, max(-1, shared / spread))
  }
}

/// The difference ± t·√variance of two ratios of rows, whose users may overlap, and the test of "there is no
/// difference". The variance is V + V′ − 2C; the degrees of freedom are Satterthwaite's from k − 1 of each side. If
/// users are in both, at most those of the larger side: for fully paired users, V − 2C + V′ is one variance over those
/// users. Nil if a side has no variance, or a variance of 0: then the error of that side is unknown.
///
/// - Parameter covariance: C; nil if nobody is in both.
private func ratioDifference(
  of first: (ratio: Double, spread: RowVariance), minus second: (ratio: Double, spread: RowVariance),
  covariance: Double?
) -> (estimate: Estimate, test: ThresholdTest)? {
  guard let one = first.spread.variance, let two = second.spread.variance, one > 0, two > 0,
    var degrees = satterthwaite(one, first.spread.degreesOfFreedom, two, second.spread.degreesOfFreedom)
  else { return nil }
  var variance = one + two
  if let covariance {
    variance = max(0, one + two - 2 * covariance)
    degrees = min(degrees, max(first.spread.degreesOfFreedom, second.spread.degreesOfFreedom))
  }
  let value = first.ratio - second.ratio
  let reach = studentT95(degreesOfFreedom: degrees) * variance.squareRoot()
  return (
    Estimate(value: value, interval: Interval(low: value - reach, high: value + reach)),
    ThresholdTest(z: standardized(value, by: variance.squareRoot()), degreesOfFreedom: degrees)
  )
}

/// Satterthwaite's degrees of freedom of the sum of two variances: (V + V′)² / (V²/ν + V′²/ν′) (Satterthwaite 1946).
///
/// Nil if both variances are 0.
func satterthwaite(_ variance: Double, _ degrees: Double, _ otherVariance: Double, _ otherDegrees: Double) -> Double? {
  let sum = variance + otherVariance
  guard sum > 0 else { return nil }
  // Divided by the sum first, so that tiny variances do not underflow when squared.
  let one = variance / sum
  let two = otherVariance / sum
  return 1 / (one * one / degrees + two * two / otherDegrees)
}

extension Estimate {
  /// The two-sided p-value for "there is no difference", on the scale of the interval: below 0.05 exactly if a 95%
  /// interval excludes 0.
  ///
  /// The bound on the side of 0 is z standard errors away from the estimate.
  public var pValueOfNone: Double {
    let reach = value > 0 ? value - interval.low : interval.high - value
    if value == 0 { return 1 }
    return reach > 0 ? normalTwoSidedTail(z95 * value / reach) : 0
  }
}

/// Yes-or-no answers of the same users at two times (before and after a release).
package struct PairedCounts {
  private let both: Int
  private let firstOnly: Int
  private let secondOnly: Int
  private let neither: Int

  package init(both: Int, firstOnly: Int, secondOnly: Int, neither: Int) {
    precondition(min(both, firstOnly, secondOnly, neither) >= 0, "counts are not negative")
    self.both = both
    self.firstOnly = firstOnly
    self.secondOnly = secondOnly
    self.neither = neither
  }

  private var users: Int { both + firstOnly + secondOnly + neither }

  /// The second share minus the first, with Newcombe's interval for paired shares. Nil without users.
  ///
  /// The hybrid score interval with the correlation φ of the two answers, whose numerator is moved towards 0 by n/2
  /// when positive (Newcombe 1998, Statistics in Medicine 17:2635, method 10; φ = 0 where an answer never varies).
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
  /// Below 25 such users the exact binomial test, else (b − c)² / (b + c) against chi-square with one degree of freedom
  /// (McNemar 1947). 1 if nobody changed.
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
