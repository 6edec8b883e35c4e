/// A ratio of rows (sessions, visits, taps; one user may have several), as integer sums over users: a share
/// (``RatioSums``) or a mean (``MeanSums``).
///
/// User u has n_u rows with a total of y_u. Sums of different users merge in any order, so parts of a log can be
/// measured separately. See Method.md.
package struct RowSums<Sum: FixedWidthInteger & Sendable>: Sendable, Hashable {
  /// Users with at least one row: m.
  package private(set) var users = 0
  /// Σy: of a share, the rows that count.
  package private(set) var sumY: Sum = 0
  /// All rows: Σn.
  package private(set) var sumN: Sum = 0
  package private(set) var sumYY: Sum = 0
  package private(set) var sumYN: Sum = 0
  package private(set) var sumNN: Sum = 0
  /// The user with the most rows.
  package private(set) var lead = RowLead()
  /// The most rows of one user: max n.
  package var maxN: Int { lead.n }

  package init() {}

  /// Sums computed elsewhere: for several effects of the same users, Σy² is the sum of all products.
  package init(users: Int, sumY: Sum, sumN: Sum, sumYY: Sum, sumYN: Sum, sumNN: Sum, maxN: Int) {
    self.users = users
    self.sumY = sumY
    self.sumN = sumN
    self.sumYY = sumYY
    self.sumYN = sumYN
    self.sumNN = sumNN
    lead = RowLead(n: maxN)
  }

  fileprivate init(users: Int, sumY: Sum, sumN: Sum, sumYY: Sum, sumYN: Sum, sumNN: Sum, lead: RowLead) {
    self.init(users: users, sumY: sumY, sumN: sumN, sumYY: sumYY, sumYN: sumYN, sumNN: sumNN, maxN: lead.n)
    self.lead = lead
  }

  fileprivate mutating func addUser(_ y: Int, of n: Int, user: UInt64 = 0) {
    guard n > 0 else { return }
    users += 1
    sumY += Sum(y)
    sumN += Sum(n)
    sumYY += Sum(y) * Sum(y)
    sumYN += Sum(y) * Sum(n)
    sumNN += Sum(n) * Sum(n)
    lead.merge(RowLead(y: y, n: n, user: user))
  }

  package mutating func merge(_ other: Self) {
    users += other.users
    sumY += other.sumY
    sumN += other.sumN
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNN += other.sumNN
    lead.merge(other.lead)
  }

  package var ratio: Double? { sumN > 0 ? Double(sumY) / Double(sumN) : nil }

  /// A lower bound of the number of users with a y other than 0: (Σy)²/Σy², by the Cauchy–Schwarz inequality; exact for
  /// a share if no y is above 1.
  package var leastUsersWithY: Int { sumYY > 0 ? Int((Double(sumY) * Double(sumY) / Double(sumYY)).rounded(.up)) : 0 }

  /// The spread of the users. Nil without rows.
  package var spread: RowVariance? {
    sumN > 0
      ? RowVariance(
        users: users, rows: Double(sumN), squaredRows: Double(sumNN), mostRows: Double(maxN),
        squaredDeviations: crossDeviations(sumYY, sumYN, sumYN, sumNN, first: (sumY, sumN), second: (sumY, sumN)))
      : nil
  }

  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision; 0 without rows.
  /// Evidence uses it, rounded down.
  package var effectiveUsers: Double { spread?.effectiveUsers ?? 0 }
}

/// The user with the most rows: a robot or a kiosk may have nearly all.
package struct RowLead: Sendable, Hashable {
  /// Its rows that count; nil if they are not known.
  package let y: Int?
  package let n: Int
  /// What tells it from others (a pseudonym); 0 if it is not known.
  package let user: UInt64
  /// The most rows of another user.
  package private(set) var nextN: Int

  package init(y: Int? = nil, n: Int = 0, user: UInt64 = 0, nextN: Int = 0) {
    self.y = y
    self.n = n
    self.user = user
    self.nextN = nextN
  }

  /// Sums are equal whoever has the most rows.
  package static func == (one: Self, other: Self) -> Bool { one.n == other.n }
  package func hash(into hasher: inout Hasher) { hasher.combine(n) }

  /// On ties, the first by ``user``, then with the fewest y.
  fileprivate mutating func merge(_ other: Self) {
    let isAhead = n == other.n ? (user, y ?? .max) <= (other.user, other.y ?? .max) : n > other.n
    let (first, second) = isAhead ? (self, other) : (other, self)
    self = first
    nextN = max(first.nextN, second.n)
  }
}

/// A share of rows: y_u of the n_u rows of user u count.
package typealias RatioSums = RowSums<Int>

extension RatioSums {
  /// The share of all rows that `some` counts: `some` holds y and n of the users with a y above 0, `all` the n of all
  /// users, whatever their y.
  ///
  /// So the cost of each of many shares of the same rows (many pairs in all sessions) depends only on the users with
  /// any y.
  package init(_ some: RatioSums, among all: RatioSums) {
    let led = some.lead.user == all.lead.user ? some.lead.y : 0
    let y = all.lead.user == 0 ? nil : led
    self.init(
      users: all.users, sumY: some.sumY, sumN: all.sumN, sumYY: some.sumYY, sumYN: some.sumYN, sumNN: all.sumNN,
      lead: RowLead(y: y, n: all.lead.n, user: all.lead.user, nextN: all.lead.nextN))
  }

  /// Sums that were written before.
  package init(users: Int, sumY: Int, sumN: Int, sumYY: Int, sumYN: Int, sumNN: Int, leadBy lead: RowLead) {
    self.init(users: users, sumY: sumY, sumN: sumN, sumYY: sumYY, sumYN: sumYN, sumNN: sumNN, lead: lead)
  }

  /// The same without the user with the most rows; nil if that user's y is not known, or there is nobody else.
  package var withoutLead: RatioSums? {
    guard let y = lead.y, users > 1 else { return nil }
    return RatioSums(
      users: users - 1, sumY: sumY - y, sumN: sumN - lead.n, sumYY: sumYY - y * y, sumYN: sumYN - y * lead.n,
      sumNN: sumNN - lead.n * lead.n, maxN: lead.nextN)
  }

  /// Adds one user, who must not have been added before: `y` of `n` rows. A user without rows changes nothing.
  /// - Parameter user: tells it from others; 0 if it is not known.
  package mutating func add(y: Int, n: Int, user: UInt64 = 0) {
    precondition(0 <= y && y <= n, "y must lie between 0 and n")
    addUser(y, of: n, user: user)
  }

  /// p = Σy/Σn. Nil without rows.
  package var share: Double? { ratio }

  /// n* = min(N, p(1−p)/V): the equivalent number of independent rows. N if V = 0, k if p is 0 or 1, 1 with fewer than
  /// two users. Nil without rows.
  package var effectiveNumber: Double? {
    guard let share, let spread else { return nil }
    guard let variance = spread.variance else { return 1 }
    if sumY == 0 || sumY == sumN { return spread.effectiveUsers }
    return variance > 0 ? min(Double(sumN), share * (1 - share) / variance) : Double(sumN)
  }

  /// The part of V that comes from how much people differ, from 0 to 1: more rows of the same people do not lessen it.
  ///
  /// By moments: of the deviations D = Σ(y − p·n)², N·p(1−p) is expected if people do not differ, and (Σn² − N)·τ more
  /// if τ is the variance of their shares. The part is τ·Σn²/D. 1 if nobody or everybody counts. Nil without rows.
  package var partOfPeople: Double? {
    guard let share, sumN > 0 else { return nil }
    let rows = Double(sumN)
    let squares = Double(sumNN)
    let expected = share * (1 - share)
    let deviations = crossDeviations(sumYY, sumYN, sumYN, sumNN, first: (sumY, sumN), second: (sumY, sumN))
    guard expected > 0, deviations > 0 else { return 1 }
    guard squares > rows else { return 0 }
    let ofPeople = min(max(0, (deviations - rows * expected) / (squares - rows)), expected)
    return min(1, ofPeople * squares / deviations)
  }

  /// Wilson's 95% interval with n* in place of n and the t of k − 1 degrees of freedom in place of z. Nil without rows,
  /// and if more rows count than there are, which only a changed store can say.
  package func interval() -> Interval? {
    guard let share, 0...1 ~= share, let spread, let effectiveNumber else { return nil }
    return wilson(share: share, of: effectiveNumber, z: studentT95(degreesOfFreedom: spread.degreesOfFreedom))
  }

  package func estimate() -> Estimate? {
    guard let share, let interval = interval() else { return nil }
    return Estimate(value: share, interval: interval)
  }

  /// The score test of the share of rows against `threshold`, with n* and Student's t as in ``interval()``: a bound of
  /// the interval is beyond the threshold exactly if the one-sided p-value is below 0.025. Nil without rows.
  package func test(against threshold: Double) -> ThresholdTest? {
    guard let share, let spread, let effectiveNumber else { return nil }
    return scoreTest(share: share, of: effectiveNumber, against: threshold, degreesOfFreedom: spread.degreesOfFreedom)
  }
}

/// A mean over rows, or a ratio that may be negative (taps saved per session): y_u may be negative or larger than n_u.
package typealias MeanSums = RowSums<Int128>

extension MeanSums {
  /// Adds one user, who must not have been added before. A user without rows changes nothing.
  package mutating func add(y: Int, n: Int) {
    precondition(n >= 0, "rows are not negative")
    addUser(y, of: n)
  }

  package var mean: Double? { ratio }

  /// V, the variance of the mean. Nil with fewer than two users.
  package var variance: Double? { spread?.variance }

  /// r ± t·√V with the t of k − 1 degrees of freedom, not clamped. Nil with fewer than two users.
  package func interval() -> Interval? {
    guard let mean, let spread, let variance = spread.variance else { return nil }
    let reach = studentT95(degreesOfFreedom: spread.degreesOfFreedom) * variance.squareRoot()
    return Interval(low: mean - reach, high: mean + reach)
  }

  package func estimate() -> Estimate? {
    guard let mean, let interval = interval() else { return nil }
    return Estimate(value: mean, interval: interval)
  }
}

/// The pooled mean of two groups of different users: Σy of both over Σn of both.
///
/// Its variance is (N²·V + N′²·V′)/(N + N′)², and the interval has the t of Satterthwaite's degrees of freedom from k −
/// 1 of each group. So the two groups may measure different things: what was chosen on one half of the users is
/// measured on the other, and vice versa. Not clamped. Nil if a group has fewer than two users.
package func pooled(_ one: MeanSums, _ other: MeanSums) -> Estimate? {
  guard let first = one.spread, let second = other.spread, let v = first.variance, let w = second.variance else {
    return nil
  }
  let rows = Double(one.sumN + other.sumN)
  let shares = (Double(one.sumN) / rows, Double(other.sumN) / rows)
  let mine = shares.0 * shares.0 * v
  let theirs = shares.1 * shares.1 * w
  let mean = Double(one.sumY + other.sumY) / rows
  // If neither group varies, the interval has zero width, whatever t.
  let degrees = satterthwaite(mine, first.degreesOfFreedom, theirs, second.degreesOfFreedom) ?? first.degreesOfFreedom
  let reach = studentT95(degreesOfFreedom: degrees) * (mine + theirs).squareRoot()
  return Estimate(value: mean, interval: Interval(low: mean - reach, high: mean + reach))
}

/// The error of a ratio of rows r = Σy/Σn, if several rows come from one user and few users may hold most of them.
///
/// For shares (``RatioSums``) and means (``MeanSums``): see Method.md (Korn & Graubard 1998; MacKinnon, Nielsen &
/// Webb 2022).
package struct RowVariance: Sendable, Hashable {
  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision (Kish 1965).
  package let effectiveUsers: Double
  /// h = max n/N: the share of rows that the busiest user holds.
  package let leverage: Double
  /// V = m/(m−1) · Σ(y_u − r·n_u)² / N² / (1 − h)². Nil with fewer than two users.
  package let variance: Double?

  /// From m, N = Σn (above 0), Σn², max n and Σ(y_u − r·n_u)².
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

/// Σ(y − r·n)(y′ − r′·n′) over users from Σyy′, Σyn′, Σny′, Σnn′ and the totals of both ratios, r = Σy/Σn.
///
/// With N = Σn it is (N·N′·Σyy′ − N·Y′·Σyn′ − Y·N′·Σny′ + Y·Y′·Σnn′) / (N·N′). First, the integer part of r is
/// subtracted from every y for each of its rows, which changes no deviation and keeps the numbers small; the numerator
/// is then computed as an integer, so that cancellation loses nothing. The terms are rounded only if one does not fit
/// 128 bits.
func crossDeviations<Sum: FixedWidthInteger>(
  _ yy: Sum, _ yn: Sum, _ ny: Sum, _ nn: Sum, first: (y: Sum, n: Sum), second: (y: Sum, n: Sum)
) -> Double {
  let whole = Int128(first.y / first.n)
  let otherWhole = Int128(second.y / second.n)
  let (n, otherN) = (Int128(first.n), Int128(second.n))
  let (y, otherY) = (Int128(first.y) - whole * n, Int128(second.y) - otherWhole * otherN)
  let nn = Int128(nn)
  let products = Int128(yy) - otherWhole * Int128(yn) - whole * Int128(ny) + whole * otherWhole * nn
  let yn = Int128(yn) - whole * nn
  let ny = Int128(ny) - otherWhole * nn
  func product(_ a: Int128, _ b: Int128, _ c: Int128) -> Int128? {
    let (ab, overflow) = a.multipliedReportingOverflow(by: b)
    let (abc, overflows) = ab.multipliedReportingOverflow(by: c)
    return overflow || overflows || abc.magnitude > Int128.max.magnitude / 4 ? nil : abc
  }
  if let one = product(n, otherN, products), let two = product(n, otherY, yn), let three = product(y, otherN, ny),
    let four = product(y, otherY, nn)
  {
    return (one - two - three + four).rounded / (n.rounded * otherN.rounded)
  }
  let p = y.rounded / n.rounded
  let q = otherY.rounded / otherN.rounded
  return products.rounded - q * yn.rounded - p * ny.rounded + p * q * nn.rounded
}

extension Int128 {
  /// The nearest floating-point number. The conversion of the standard library takes a hundred times as long as that of
  /// 64 bits, in which most numbers fit.
  fileprivate var rounded: Double {
    let narrow = Int64(truncatingIfNeeded: self)
    return Int128(narrow) == self ? Double(narrow) : Double(self)
  }
}
