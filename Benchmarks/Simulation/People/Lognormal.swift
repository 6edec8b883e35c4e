import Foundation

/// Lognormal stays on screens, by table: drawing one costs one random word.
struct Lognormal: Sendable {
  /// Factors of the median at 1024 evenly spaced quantiles, in 1/1024.
  private let factors: [Int32]

  /// - Parameter sigma: Spread of the logarithm.
  init(sigma: Double) {
    factors = (0..<1024).map { i in
      Int32((exp(sigma * Self.normalQuantile((Double(i) + 0.5) / 1024)) * 1024).rounded())
    }
  }

  /// A time with this median, in the median's unit.
  @inline(__always)
  func draw(median: Int, _ random: inout SplitMix64) -> Int {
    (median * Int(factors[Int(random.next() >> 54)])) >> 10
  }

  /// The inverse of the normal distribution (Acklam's rational approximation, relative error below 1.2·10⁻⁹).
  private static func normalQuantile(_ p: Double) -> Double {
    let a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.3577518672690, -30.66479806614716, 2.506628277459239]
    let b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
    let c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
    let d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]
    func tail(_ q: Double) -> Double {
      (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) / ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1)
    }
    if p < 0.02425 { return tail((-2 * log(p)).squareRoot()) }
    if p > 1 - 0.02425 { return -tail((-2 * log(1 - p)).squareRoot()) }
    let q = p - 0.5
    let r = q * q
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q
      / (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1)
  }
}
