/// The pooled mean of two groups of different users: Σy of both over Σn of both.
///
/// Its variance is (N²·V + N′²·V′)/(N + N′)², and the interval has the t of Satterthwaite's degrees of freedom from k − 1 of each group. So the two groups
/// may measure different things: what was chosen on one half of the users is measured on the other, and vice versa. Not clamped.
/// Nil if a group has fewer than two users.
package func pooled(_ one: MeanSums, _ other: MeanSums) -> Estimate? {
  guard let first = one.spread, let second = other.spread, let v = first.variance, let w = second.variance else { return nil }
  let rows = Double(one.sumN + other.sumN)
  let shares = (Double(one.sumN) / rows, Double(other.sumN) / rows)
  let (mine, theirs) = (shares.0 * shares.0 * v, shares.1 * shares.1 * w)
  let mean = Double(one.sumY + other.sumY) / rows
  // If neither group varies, the interval has zero width, whatever t.
  let degrees = satterthwaite(mine, first.degreesOfFreedom, theirs, second.degreesOfFreedom) ?? first.degreesOfFreedom
  let reach = studentT95(degreesOfFreedom: degrees) * (mine + theirs).squareRoot()
  return Estimate(value: mean, interval: Interval(low: mean - reach, high: mean + reach))
}
