/// The difference of two shares from their intervals, of any kind (square-and-add, Zou & Donner 2008).
///
/// `correlation` (−1…1) is that of the two estimates: 0 for different users. For users counted in both shares it is mostly positive,
/// and leaving it at 0 then makes the interval too wide, never too narrow.
package func difference(
  of first: Estimate, minus second: Estimate, correlation: Double = 0
) -> Estimate {
  let value = first.value - second.value
  func reach(_ a: Double, _ b: Double) -> Double {
    max(0, a * a - 2 * correlation * a * b + b * b).squareRoot()
  }
  let down = reach(first.value - first.interval.low, second.interval.high - second.value)
  let up = reach(first.interval.high - first.value, second.value - second.interval.low)
  return Estimate(value: value, interval: Interval(low: value - down, high: value + up).cut(to: -1...1))
}
