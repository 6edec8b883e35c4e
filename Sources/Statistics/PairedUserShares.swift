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
    return difference(
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
