/// A quantile as a fraction of two integers, so that its rank among sorted values is computed without rounding.
@usableFromInline
package struct Quantile: Sendable, Hashable {
  /// The numerator, 0…`whole`.
  package let parts: Int
  /// The denominator, above 0.
  package let whole: Int

  /// `parts` of `whole`: 975 of 1000 is the 97.5% quantile.
  package init(parts: Int, of whole: Int) {
    precondition(whole > 0 && 0 <= parts && parts <= whole, "a quantile lies between 0 and 1")
    self.parts = parts
    self.whole = whole
  }

  /// The quantile of an integer percentage.
  package static func percent(_ percent: Int) -> Quantile { Quantile(parts: percent, of: 100) }

  package static let median = percent(50)
  package static let p75 = percent(75)
  package static let p90 = percent(90)
  package static let maximum = percent(100)

  /// ⌈q·`count`⌉, the rank among `count` sorted values, from 1; the quantile 0 has rank 1. Nil without values.
  @usableFromInline
  package func rank(among count: Int) -> Int? {
    guard count > 0 else { return nil }
    let product = count.multipliedFullWidth(by: parts)
    let (quotient, remainder) = whole.dividingFullWidth(product)
    return max(1, remainder > 0 ? quotient + 1 : quotient)
  }
}

/// The nearest-rank quantile of values counted by kind, in ascending order of `value`. Counts of 0 are allowed. Nil
/// without values.
@inlinable
package func nearestRank<Value: Comparable>(
  _ quantile: Quantile, ofHistogram histogram: [(value: Value, count: Int)]
) -> Value? {
  var total = 0
  for bin in histogram { total += bin.count }
  guard let rank = quantile.rank(among: total) else { return nil }
  var passed = 0
  for bin in histogram {
    passed += bin.count
    if passed >= rank { return bin.value }
  }
  return nil
}

/// The nearest-rank quantile of small non-negative integers, where `counts[v]` is the number of values v (visits by
/// depth). Nil without values.
package func nearestRank(_ quantile: Quantile, ofCounts counts: [Int]) -> Int? {
  guard let rank = quantile.rank(among: counts.reduce(0, +)) else { return nil }
  var passed = 0
  return counts.firstIndex { count in
    passed += count
    return passed >= rank
  }
}
