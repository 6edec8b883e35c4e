#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The z of a two-sided 95% interval, to six decimals, as defined in Statistics.md.
package let z95 = 1.959964

/// The probability that a standard normal value is at least `z`: 1 − Φ(z), accurate far out in the tail.
package func normalUpperTail(_ z: Double) -> Double {
  0.5 * erfc(z / 2.0.squareRoot())
}

/// The probability that a standard normal value is at least as far from 0 as `z`, on either side.
package func normalTwoSidedTail(_ z: Double) -> Double {
  erfc(abs(z) / 2.0.squareRoot())
}

/// The probability that a chi-square value with one degree of freedom, a squared standard normal value, is at least `chiSquare`.
package func chiSquareUpperTail(_ chiSquare: Double) -> Double {
  chiSquare <= 0 ? 1 : erfc((chiSquare / 2).squareRoot())
}

/// The z below which a standard normal value falls with the given probability; −∞ at 0 and below, +∞ at 1 and above.
///
/// Algorithm AS 241, PPND16 (Wichura 1988, Applied Statistics 37): relative error about 1e−16.
package func normalQuantile(_ probability: Double) -> Double {
  if probability <= 0 { return -.infinity }
  if probability >= 1 { return .infinity }
  let fromMiddle = probability - 0.5
  if abs(fromMiddle) <= 0.425 {
    let r = 0.180625 - fromMiddle * fromMiddle
    return fromMiddle * polynomial(centralNumerator, at: r) / polynomial(centralDenominator, at: r)
  }
  let root = (-log(min(probability, 1 - probability))).squareRoot()
  let z =
    root <= 5
    ? polynomial(tailNumerator, at: root - 1.6) / polynomial(tailDenominator, at: root - 1.6)
    : polynomial(farNumerator, at: root - 5) / polynomial(farDenominator, at: root - 5)
  return fromMiddle < 0 ? -z : z
}

/// The polynomial with `coefficients`, the constant first, at `x`, by Horner's rule.
private func polynomial(_ coefficients: [Double], at x: Double) -> Double {
  coefficients.reversed().reduce(0) { $0 * x + $1 }
}

// The coefficients of AS 241, the constant first.
private let centralNumerator = [
  3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
  4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
]
private let centralDenominator = [
  1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
  2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
]
private let tailNumerator = [
  1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
  1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
]
private let tailDenominator = [
  1.0, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
  1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
]
private let farNumerator = [
  6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
  2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
]
private let farDenominator = [
  1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
  7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
]
