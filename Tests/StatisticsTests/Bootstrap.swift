import TestSupport
import NavigationModel
import Statistics

/// The default seed: the same users give the same interval.
let bootstrapSeed: UInt64 = 0x6E61_7661_7564_6974

/// The percentile interval of any `statistic` of users, by repeatedly drawing as many users as there are, with replacement.
///
/// An oracle for the closed form of ``RatioSums``.
/// - Parameters:
///   - users: the number of users. Their order must be deterministic (sort them): it decides who is drawn.
///   - replicates: the number of draws. The cost is `users` · `replicates`.
///   - level: the coverage in percent.
///   - statistic: the figure when user i counts `draws[i]` times, with all rows; nil if it has no value then.
/// - Returns: the bounds, by nearest rank; nil without users or if more than half of the draws have no value.
///
/// Efron & Tibshirani 1993, chapter 13.
func bootstrapInterval(
  users: Int, replicates: Int = 2000, level: Int = 95, seed: UInt64 = bootstrapSeed,
  statistic: (_ draws: [Int]) -> Double?
) -> Interval? {
  precondition(users >= 0 && replicates > 0 && 0 < level && level < 100, "a bootstrap needs replicates and a level of 1…99 percent")
  guard users > 0 else { return nil }
  var random = SplitMix64(seed: seed)
  var draws = [Int](repeating: 0, count: users)
  var values: [Double] = []
  values.reserveCapacity(replicates)
  for _ in 0..<replicates {
    for user in 0..<users { draws[user] = 0 }
    for _ in 0..<users { draws[random.below(users)] += 1 }
    if let value = statistic(draws), !value.isNaN { values.append(value) }
  }
  guard 2 * values.count >= replicates else { return nil }
  values.sort()
  guard let low = nearestRank(Quantile(parts: 100 - level, of: 200), ofSorted: values),
    let high = nearestRank(Quantile(parts: 100 + level, of: 200), ofSorted: values)
  else { return nil }
  return Interval(low: low, high: high)
}
