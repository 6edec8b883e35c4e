/// Two shares of rows of the same users (a tab with and without its badge, the app before and after a release), as whole-number sums that merge.
///
/// A user may have rows in one of the two only. Keeping a user's rows of both together makes the interval of the difference right
/// although the two shares are not independent.
public struct PairedRatioSums: Sendable, Hashable, Codable {
  /// The first share.
  public private(set) var first = RatioSums()
  /// The second share.
  public private(set) var second = RatioSums()
  /// Users with rows in at least one of the two.
  public private(set) var users = 0
  private(set) var sumYY = 0
  private(set) var sumYN = 0
  private(set) var sumNY = 0
  private(set) var sumNN = 0

  public init() {}

  init(first: RatioSums, second: RatioSums, users: Int, yy: Int, yn: Int, ny: Int, nn: Int) {
    self.first = first
    self.second = second
    self.users = users
    (sumYY, sumYN, sumNY, sumNN) = (yy, yn, ny, nn)
  }

  /// Adds one user, who must not have been added before. A user without rows in both changes nothing.
  public mutating func add(firstY: Int, firstN: Int, secondY: Int, secondN: Int) {
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
  public mutating func merge(_ other: PairedRatioSums) {
    first.merge(other.first)
    second.merge(other.second)
    users += other.users
    sumYY += other.sumYY
    sumYN += other.sumYN
    sumNY += other.sumNY
    sumNN += other.sumNN
  }

  /// The first share minus the second with its interval, cut to −1…1. Nil when one of them has no rows.
  ///
  /// Delta method over users: each user moves the difference by (y − p·n)/Σn − (y′ − p′·n′)/Σn′,
  /// and SE² is m/(m−1) times the sum of the squares.
  ///
  /// Where a share has no standard error (fewer than two users, 0 or 1), the two intervals are joined by ``difference(of:minus:correlation:)``.
  public func change(z: Double = z95) -> Estimate? {
    guard let a = first.estimate(z: z), let b = second.estimate(z: z) else { return nil }
    guard let aError = first.standardError, let bError = second.standardError else {
      return difference(of: a, minus: b)
    }
    // Each share's own m/(m−1) is taken out again: here m is the users of both.
    func plain(_ error: Double, _ m: Int) -> Double { error * error * Double(m - 1) / Double(m) }
    let shared =
      crossDeviations(
        sumYY, sumYN, sumNY, sumNN,
        first: (y: first.sumY, n: first.sumN), second: (y: second.sumY, n: second.sumN))
      / (Double(first.sumN) * Double(second.sumN))
    let squares = plain(aError, first.users) + plain(bError, second.users) - 2 * shared
    let error = (max(0, squares) * Double(users) / Double(users - 1)).squareRoot()
    let value = a.value - b.value
    return Estimate(
      value: value,
      interval: Interval(low: value - z * error, high: value + z * error).cut(to: -1...1))
  }
}
