/// A share of rows (sessions, visits, taps), several of which may come from one user, as integer sums over users.
///
/// User u has n_u rows, and y_u of them count. The sums of different users merge in any order and grouping to the same value,
/// so parts of a log can be measured separately. See Statistics.md. For means and ratios that may be negative see ``MeanSums``.
package struct RatioSums: Sendable, Hashable {
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

  /// Wilson's 95% interval with n* in place of n and the t of k − 1 degrees of freedom in place of z. Nil without rows, and if more rows count than there are,
  /// which only a changed store can say.
  package func interval() -> Interval? {
    guard let share, 0...1 ~= share, let spread, let effectiveNumber else { return nil }
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

/// The difference of two ratios of rows, whose users may overlap.
struct RatioDifference {
  let value: Double
  /// V + V′ − 2C.
  let variance: Double
  /// Satterthwaite's from k − 1 of each side. If users are in both, at most those of the larger side: for fully paired users, V − 2C + V′ is one
  /// variance over those users.
  let degreesOfFreedom: Double

  /// Nil if a side has no variance, or a variance of 0: then the error of that side is unknown.
  ///
  /// - Parameter sharedDeviations: Σ(y_u − r·n_u)(y′_u − r′·n′_u) over the users of both; nil without such users.
  init?(
    _ first: (ratio: Double, users: Int, rows: Double, spread: RowVariance),
    minus second: (ratio: Double, users: Int, rows: Double, spread: RowVariance), sharedDeviations: Double?
  ) {
    guard let one = first.spread.variance, let two = second.spread.variance, one > 0, two > 0,
      let degrees = satterthwaite(one, first.spread.degreesOfFreedom, two, second.spread.degreesOfFreedom)
    else { return nil }
    value = first.ratio - second.ratio
    guard let sharedDeviations else {
      variance = one + two
      degreesOfFreedom = degrees
      return
    }
    // The same factors as in V, so that the difference of a ratio to itself has no variance.
    let (m, n) = (Double(first.users), Double(second.users))
    let covariance =
      (m / (m - 1) * n / (n - 1)).squareRoot() * sharedDeviations / (first.rows * second.rows)
      / ((1 - first.spread.leverage) * (1 - second.spread.leverage))
    variance = max(0, one + two - 2 * covariance)
    degreesOfFreedom = min(degrees, max(first.spread.degreesOfFreedom, second.spread.degreesOfFreedom))
  }

  /// The difference ± t·√variance.
  var estimate: Estimate {
    let reach = studentT95(degreesOfFreedom: degreesOfFreedom) * variance.squareRoot()
    return Estimate(value: value, interval: Interval(low: value - reach, high: value + reach))
  }

  /// The test of "there is no difference".
  var test: ThresholdTest { ThresholdTest(z: standardized(value, by: variance.squareRoot()), degreesOfFreedom: degreesOfFreedom) }
}

/// The error of a ratio of rows r = Σy/Σn, if several rows come from one user and few users may hold most of them.
///
/// One computation for shares (``RatioSums``), means and signed ratios (``MeanSums``). See Statistics.md
/// (Korn & Graubard 1998; MacKinnon, Nielsen & Webb 2022).
package struct RowVariance: Sendable, Hashable {
  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision (Kish 1965).
  package let effectiveUsers: Double
  /// h = max n/N: the share of rows that the busiest user holds.
  package let leverage: Double
  /// V = m/(m−1) · Σ(y_u − r·n_u)² / N² / (1 − h)². Nil with fewer than two users.
  package let variance: Double?

  /// - Parameters:
  ///   - users: m, users with rows.
  ///   - rows: N = Σn, above 0.
  ///   - squaredRows: Σn².
  ///   - mostRows: max n.
  ///   - squaredDeviations: Σ(y_u − r·n_u)².
  init(users: Int, rows: Double, squaredRows: Double, mostRows: Double, squaredDeviations: Double) {
    effectiveUsers = max(2, rows * rows / squaredRows)
    leverage = mostRows / rows
    let rest = 1 - leverage
    variance =
      users < 2 ? nil : Double(users) / Double(users - 1) * max(0, squaredDeviations) / (rows * rows) / (rest * rest)
  }

  /// k − 1; 1 with fewer than two users, since k is at least 2.
  package var degreesOfFreedom: Double { effectiveUsers - 1 }
}

/// Satterthwaite's degrees of freedom of the sum of two variances: (V + V′)² / (V²/ν + V′²/ν′) (Satterthwaite 1946).
///
/// Nil if both variances are 0.
func satterthwaite(_ variance: Double, _ degrees: Double, _ otherVariance: Double, _ otherDegrees: Double) -> Double? {
  let sum = variance + otherVariance
  guard sum > 0 else { return nil }
  // Divided by the sum first, so that tiny variances do not underflow when squared.
  let (one, two) = (variance / sum, otherVariance / sum)
  return 1 / (one * one / degrees + two * two / otherDegrees)
}

/// Σ(y − r·n)(y′ − r′·n′) over users from Σyy′, Σyn′, Σny′, Σnn′ and the totals of both ratios, r = Σy/Σn.
///
/// With N = Σn it is (N·N′·Σyy′ − N·Y′·Σyn′ − Y·N′·Σny′ + Y·Y′·Σnn′) / (N·N′). First, the integer part of r is subtracted from every y for each of its rows,
/// which changes no deviation and keeps the numbers small; the numerator is then computed as an integer, so that cancellation loses nothing.
/// The terms are rounded only if one does not fit 128 bits.
func crossDeviations<Sum: FixedWidthInteger>(
  _ yy: Sum, _ yn: Sum, _ ny: Sum, _ nn: Sum, first: (y: Sum, n: Sum), second: (y: Sum, n: Sum)
) -> Double {
  let (whole, otherWhole) = (Int128(first.y / first.n), Int128(second.y / second.n))
  let (n, otherN) = (Int128(first.n), Int128(second.n))
  let (y, otherY) = (Int128(first.y) - whole * n, Int128(second.y) - otherWhole * otherN)
  let nn = Int128(nn)
  let products = Int128(yy) - otherWhole * Int128(yn) - whole * Int128(ny) + whole * otherWhole * nn
  let (yn, ny) = (Int128(yn) - whole * nn, Int128(ny) - otherWhole * nn)
  func product(_ a: Int128, _ b: Int128, _ c: Int128) -> Int128? {
    let (ab, overflow) = a.multipliedReportingOverflow(by: b)
    let (abc, overflows) = ab.multipliedReportingOverflow(by: c)
    return overflow || overflows || abc.magnitude > Int128.max.magnitude / 4 ? nil : abc
  }
  if let one = product(n, otherN, products), let two = product(n, otherY, yn), let three = product(y, otherN, ny), let four = product(y, otherY, nn) {
    return Double(one - two - three + four) / (Double(n) * Double(otherN))
  }
  let p = Double(y) / Double(n)
  let q = Double(otherY) / Double(otherN)
  return Double(products) - q * Double(yn) - p * Double(ny) + p * q * Double(nn)
}
