/// A share of rows (sessions, visits, taps) in which rows of one user belong together, as six whole-number sums over users.
///
/// User u has n_u rows, of which y_u count as yes. The sums of different users add up in any order and grouping to the same value,
/// so parts of a log can be measured apart and merged. See NAVIGATION-LOG.md, section 5.
public struct RatioSums: Sendable, Hashable, Codable {
  /// Users with at least one row: m.
  public private(set) var users = 0
  /// Rows that count: Σy.
  public private(set) var sumY = 0
  /// All rows: Σn.
  public private(set) var sumN = 0
  /// Σy².
  public private(set) var sumYY = 0
  /// Σy·n.
  public private(set) var sumYN = 0
  /// Σn².
  public private(set) var sumNN = 0

  public init() {}

  /// The share of all rows that `some` counts: `some` holds y and n of the users with a y above 0, `all` the n of everybody, whatever its y.
  ///
  /// So the shares of many things in the same rows (of many pairs in all sessions) cost only what the users with any of them cost.
  public init(_ some: RatioSums, among all: RatioSums) {
    users = all.users
    sumY = some.sumY
    sumN = all.sumN
    sumYY = some.sumYY
    sumYN = some.sumYN
    sumNN = all.sumNN
  }

  /// Adds one user, who must not have been added before: `y` of `n` rows. A user without rows changes nothing.
  public mutating func add(y: Int, n: Int) {
    precondition(0 <= y && y <= n, "y must lie between 0 and n")
    guard n > 0 else { return }
    users += 1
    sumY += y
    sumN += n
    sumYY += y * y
    sumYN += y * n
    sumNN += n * n
  }

  /// Adds the sums of other users.
  public mutating func merge(_ other: RatioSums) {
    users += other.users
    sumY += other.sumY
    sumN += other.sumN
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNN += other.sumNN
  }

  /// p = Σy/Σn. Nil without rows.
  public var share: Double? {
    sumN > 0 ? Double(sumY) / Double(sumN) : nil
  }

  /// At least so many users have a y above 0: (Σy)²/Σy², by the inequality of Cauchy and Schwarz; all of them, where no y is above 1.
  public var leastUsersWithY: Int { sumYY > 0 ? Int((Double(sumY) * Double(sumY) / Double(sumYY)).rounded(.up)) : 0 }

  /// SE = √(m/(m−1) · Σ(y_u − p·n_u)²) / Σn, the delta method over users.
  ///
  /// Nil where it cannot be had: with fewer than two users, or a share of 0 or 1.
  public var standardError: Double? {
    guard !isDegenerate else { return nil }
    let spread = Double(users) / Double(users - 1) * squaredDeviations
    return spread.squareRoot() / Double(sumN)
  }

  /// p ± z·SE, cut to 0…1; where there is no standard error, Wilson with n = m. Nil without rows.
  public func interval(z: Double = z95) -> Interval? {
    guard let share else { return nil }
    guard let standardError else { return wilson(share: share, of: users, z: z) }
    return Interval(low: share - z * standardError, high: share + z * standardError).cut(to: 0...1)
  }

  /// The share with its interval. Nil without rows.
  public func estimate(z: Double = z95) -> Estimate? {
    guard let share, let interval = interval(z: z) else { return nil }
    return Estimate(value: share, interval: interval)
  }

  /// By how much the belonging together of rows widens the variance: SE² over p(1−p)/Σn. Nil where there is no standard error.
  ///
  /// Σn over it is the number of independent rows that would tell as much.
  public var designEffect: Double? {
    guard let share, let standardError else { return nil }
    return standardError * standardError * Double(sumN) / (share * (1 - share))
  }

  /// Fewer than two users, or a share of 0 or 1: users do not differ in what is seen, so the delta method has nothing to go by.
  private var isDegenerate: Bool { users < 2 || sumY == 0 || sumY == sumN }

  /// Σ(y_u − p·n_u)², as (N²·Σy² − 2·N·Y·Σyn + Y²·Σn²) / N² with N = Σn, Y = Σy.
  private var squaredDeviations: Double {
    crossDeviations(
      sumYY, sumYN, sumYN, sumNN,
      first: (y: sumY, n: sumN), second: (y: sumY, n: sumN))
  }
}

/// Σ(y − p·n)(y′ − p′·n′) over users from Σyy′, Σyn′, Σny′, Σnn′ and the totals of both shares.
///
/// The numerator is a whole number and is worked out as one, so nothing is lost to cancellation, up to billions of rows;
/// only beyond what 128 bits hold are the terms rounded.
func crossDeviations(
  _ yy: Int, _ yn: Int, _ ny: Int, _ nn: Int,
  first: (y: Int, n: Int), second: (y: Int, n: Int)
) -> Double {
  func bits(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }
  let scale = Double(first.n) * Double(second.n)
  // y ≤ n for every user, so each of the four terms is at most n·n′·Σnn′, and two have each sign.
  if bits(first.n) + bits(second.n) + bits(nn) + 1 < Int128.bitWidth {
    let kept = Int128(first.n) * Int128(second.n) * Int128(yy) + Int128(first.y) * Int128(second.y) * Int128(nn)
    let taken = Int128(first.n) * Int128(second.y) * Int128(yn) + Int128(first.y) * Int128(second.n) * Int128(ny)
    return Double(kept - taken) / scale
  }
  let p = Double(first.y) / Double(first.n)
  let q = Double(second.y) / Double(second.n)
  return Double(yy) - q * Double(yn) - p * Double(ny) + p * q * Double(nn)
}
