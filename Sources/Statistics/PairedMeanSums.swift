/// Two means over rows of the same users (the depth of sessions before and after a release), as whole-number sums that merge.
///
/// Unlike a share (``PairedRatioSums``) a mean may lie above 1: y is any whole number. A user may have rows in one of the two only.
public struct PairedMeanSums: Sendable, Hashable, Codable {
  /// The sums of one of the two.
  public struct Side: Sendable, Hashable, Codable {
    /// Users with at least one row.
    public fileprivate(set) var users = 0
    public fileprivate(set) var sumY: Int128 = 0
    public fileprivate(set) var sumN: Int128 = 0
    fileprivate var sumYY: Int128 = 0
    fileprivate var sumYN: Int128 = 0
    fileprivate var sumNN: Int128 = 0

    fileprivate mutating func add(_ y: Int, _ n: Int) {
      guard n > 0 else { return }
      users += 1
      sumY += Int128(y)
      sumN += Int128(n)
      sumYY += Int128(y) * Int128(y)
      sumYN += Int128(y) * Int128(n)
      sumNN += Int128(n) * Int128(n)
    }

    fileprivate mutating func merge(_ other: Side) {
      users += other.users
      sumY += other.sumY
      sumN += other.sumN
      sumYY += other.sumYY
      sumYN += other.sumYN
      sumNN += other.sumNN
    }

    /// At least so many users have a y that is not 0 (``RatioSums/leastUsersWithY``).
    public var leastUsersWithY: Int { sumYY > 0 ? Int((Double(sumY) * Double(sumY) / Double(sumYY)).rounded(.up)) : 0 }

    /// Σy/Σn. Nil without rows.
    public var mean: Double? { sumN > 0 ? Double(sumY) / Double(sumN) : nil }

    /// Σ((y − p·n)/Σn)² over users.
    fileprivate var squares: Double {
      guard let mean else { return 0 }
      return max(0, Double(sumYY) - 2 * mean * Double(sumYN) + mean * mean * Double(sumNN)) / (Double(sumN) * Double(sumN))
    }

    /// SE = √(m/(m−1) · Σ(y − p·n)²) / Σn, the delta method over users. Nil with fewer than two users, or where they do not differ.
    public var standardError: Double? {
      guard users > 1, squares > 0 else { return nil }
      return (Double(users) / Double(users - 1) * squares).squareRoot()
    }

    /// The mean ± z·SE. Nil where there is no standard error.
    public func interval(z: Double = z95) -> Interval? {
      guard let mean, let standardError else { return nil }
      return Interval(low: mean - z * standardError, high: mean + z * standardError)
    }
  }

  public private(set) var first = Side()
  public private(set) var second = Side()
  /// Users with rows in at least one of the two.
  public private(set) var users = 0
  private var sumYY: Int128 = 0
  private var sumYN: Int128 = 0
  private var sumNY: Int128 = 0
  private var sumNN: Int128 = 0

  public init() {}

  /// Adds one user, who must not have been added before. Rows are not negative; a user without rows in both changes nothing.
  public mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
    precondition(firstN >= 0 && secondN >= 0, "rows are not negative")
    first.add(firstY, firstN)
    second.add(secondY, secondN)
    guard firstN > 0 || secondN > 0 else { return }
    users += 1
    sumYY += Int128(firstN > 0 ? firstY : 0) * Int128(secondN > 0 ? secondY : 0)
    sumYN += Int128(firstN > 0 ? firstY : 0) * Int128(secondN)
    sumNY += Int128(firstN) * Int128(secondN > 0 ? secondY : 0)
    sumNN += Int128(firstN) * Int128(secondN)
  }

  /// Adds the sums of other users.
  public mutating func merge(_ other: PairedMeanSums) {
    first.merge(other.first)
    second.merge(other.second)
    users += other.users
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNY += other.sumNY
    sumNN += other.sumNN
  }

  /// The first mean minus the second with its interval: the delta method over users, as in ``PairedRatioSums/change(z:)``.
  ///
  /// Nil where one of them has no standard error: then nothing tells how far the difference may be off.
  public func change(z: Double = z95) -> Estimate? {
    guard let p = first.mean, let q = second.mean, first.standardError != nil, second.standardError != nil else { return nil }
    let shared =
      (Double(sumYY) - q * Double(sumYN) - p * Double(sumNY) + p * q * Double(sumNN)) / (Double(first.sumN) * Double(second.sumN))
    let squares = max(0, first.squares + second.squares - 2 * shared)
    let error = (squares * Double(users) / Double(users - 1)).squareRoot()
    return Estimate(value: p - q, interval: Interval(low: p - q - z * error, high: p - q + z * error))
  }
}
