// How often do the 95% intervals of row shares cover the true value if a few users hold most rows? Prints Benchmarks/results/coverage.md.
// Usage: swift run -c release coverage-study [RUNS]

import Foundation
import NavigationModel
import Statistics

/// People with lognormal activity and individual rates.
struct Crowd {
  let users: Int
  /// The standard deviation of the logarithm of the rows of a user; the median user has 8 rows.
  let sigma: Double
  /// The mean rate.
  let share: Double
  /// The slope of the log odds of the mean rate per standard deviation of activity.
  let slope: Double

  static let medianRows = 8.0

  func rows(_ z: Double) -> Int { max(1, Int((Self.medianRows * exp(sigma * z)).rounded())) }

  /// The mean rate of users with this activity. Rates are distributed as Beta(1, b), with b from the mean.
  func meanRate(_ z: Double) -> Double { 1 / (1 + (1 - share) / share * exp(-slope * z)) }

  /// E(rows · rate) / E(rows), by summing over activity.
  var truth: Double {
    var (counted, all) = (0.0, 0.0)
    for step in -9_000...12_000 {
      let z = Double(step) / 1000
      let weight = exp(-z * z / 2) * Double(rows(z))
      counted += weight * meanRate(z)
      all += weight
    }
    return counted / all
  }

  func log(_ random: inout SplitMix64) -> RatioSums {
    var sums = RatioSums()
    for _ in 0..<users {
      let z = normalQuantile(random.fraction())
      let n = rows(z)
      let mean = meanRate(z)
      let rate = 1 - pow(1 - random.fraction(), mean / (1 - mean))
      var y = 0
      for _ in 0..<n where random.fraction() < rate { y += 1 }
      sums.add(y: y, n: n)
    }
    return sums
  }
}

/// How often each interval covers the true value, in percent.
func coverage(_ crowd: Crowd, runs: Int, seed: UInt64) -> (effective: Double, delta: Double, rows: Double) {
  var random = SplitMix64(seed: seed)
  let truth = crowd.truth
  var (effective, delta, rows) = (0, 0, 0)
  for _ in 0..<runs {
    let sums = crowd.log(&random)
    guard let share = sums.share, let spread = sums.spread, let variance = spread.variance else { continue }
    if sums.interval()?.contains(truth) ?? false { effective += 1 }
    if wilson(successes: sums.sumY, of: sums.sumN)?.contains(truth) ?? false { rows += 1 }
    // The delta method without leverage and Student's t; Wilson's interval over users if they don't vary.
    let error = variance.squareRoot() * (1 - spread.leverage)
    let plain = error > 0 ? Interval(low: share - z95 * error, high: share + z95 * error) : wilson(share: share, of: Double(sums.users))
    if plain?.contains(truth) ?? false { delta += 1 }
  }
  let percent = { (count: Int) in 100 * Double(count) / Double(runs) }
  return (percent(effective), percent(delta), percent(rows))
}

let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
print(
  """
  # Coverage of the intervals of row shares

  How often the 95% interval of a share of rows holds the truth, in \(runs) simulated logs for each line. Users have a lognormal number of rows (median 8,
  σ of the logarithm as given), and each has a rate of their own (Beta(1, b) around the mean). *Effective users* is the interval that reports show
  (Measures.md); *delta method* has neither leverage nor Student's t; *independent rows* takes no notice of users. The simulation error of a
  cell is about \(String(format: "%.1f", 100 * (0.95 * 0.05 / Double(runs)).squareRoot())) percentage points.

  Where activity and rate are independent, the interval holds what it promises, and is cautious with few users. It falls short where the active do it more,
  above all for rare things in skewed crowds: then the truth rests on a few very active users whom most logs of that size do not contain, and no interval
  computed from such a log can know of them. It is still far better than the alternatives.
  """)
var seed: UInt64 = 1
for (title, slope) in [("Activity and rate are independent", 0.0), ("The active do it more (log odds + 0.7 per standard deviation of activity)", 0.7)] {
  print("\n## \(title)\n")
  print("| σ | users | mean rate | truth | effective users | delta method | independent rows |")
  print("|---|---|---|---|---|---|---|")
  for sigma in [0.9, 1.5, 2.0] {
    for users in [20, 50, 200, 1000] {
      for share in [0.02, 0.3] {
        let crowd = Crowd(users: users, sigma: sigma, share: share, slope: slope)
        let found = coverage(crowd, runs: runs, seed: seed)
        seed += 1
        let cells = [found.effective, found.delta, found.rows].map { String(format: "%.1f%%", $0) }.joined(separator: " | ")
        print("| \(sigma) | \(users) | \(String(format: "%.0f%%", 100 * share)) | \(String(format: "%.1f%%", 100 * crowd.truth)) | \(cells) |")
      }
    }
  }
}
