import Statistics

/// Whether two figures agree to `tolerance`.
func near(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= tolerance
}

/// Whether both bounds of an interval agree with `low` and `high` to `tolerance`.
func near(_ interval: Interval?, _ low: Double, _ high: Double, _ tolerance: Double = 1e-9) -> Bool {
  near(interval?.low, low, tolerance) && near(interval?.high, high, tolerance)
}

/// The nearest-rank quantile of values in ascending order: the one at rank ⌈q·n⌉. Nil without values.
func nearestRank<Values: RandomAccessCollection>(
  _ quantile: Quantile, ofSorted values: Values
) -> Values.Element? where Values.Element: Comparable {
  guard let rank = quantile.rank(among: values.count) else { return nil }
  return values[values.index(values.startIndex, offsetBy: rank - 1)]
}
