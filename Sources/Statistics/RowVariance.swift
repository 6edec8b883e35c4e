/// The error of a ratio of rows r = Σy/Σn, if several rows come from one user and few users may hold most of them.
///
/// One computation for shares (``RatioSums``), means and signed ratios (``MeanSums``). See Statistics.md
/// (Korn & Graubard 1998; MacKinnon, Nielsen & Webb 2022).
package struct RowVariance: Sendable, Hashable {
  /// k = max(2, N²/Σn²): the number of users with equally many rows that would give the same precision (Kish 1965).
  package let effectiveUsers: Double
  /// h = max n/N: the share of rows that the busiest user holds.
  package let leverage: Double
  /// V = m/(m−1) · Σ(y_u − r·n_u)² / N² / (1 − h)². Nil with fewer than two users.
  package let variance: Double?

  /// - Parameters:
  ///   - users: m, users with rows.
  ///   - rows: N = Σn, above 0.
  ///   - squaredRows: Σn².
  ///   - mostRows: max n.
  ///   - squaredDeviations: Σ(y_u − r·n_u)².
  init(users: Int, rows: Double, squaredRows: Double, mostRows: Double, squaredDeviations: Double) {
    effectiveUsers = max(2, rows * rows / squaredRows)
    leverage = mostRows / rows
    let rest = 1 - leverage
    variance =
      users < 2 ? nil : Double(users) / Double(users - 1) * max(0, squaredDeviations) / (rows * rows) / (rest * rest)
  }

  /// k − 1; 1 with fewer than two users, since k is at least 2.
  package var degreesOfFreedom: Double { effectiveUsers - 1 }
}

/// Satterthwaite's degrees of freedom of the sum of two variances: (V + V′)² / (V²/ν + V′²/ν′) (Satterthwaite 1946).
///
/// Nil if both variances are 0.
func satterthwaite(_ variance: Double, _ degrees: Double, _ otherVariance: Double, _ otherDegrees: Double) -> Double? {
  let sum = variance + otherVariance
  guard sum > 0 else { return nil }
  // Divided by the sum first, so that tiny variances do not underflow when squared.
  let (one, two) = (variance / sum, otherVariance / sum)
  return 1 / (one * one / degrees + two * two / otherDegrees)
}
