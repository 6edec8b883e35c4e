import Foundation
import Synchronization

/// The z of a two-sided 95% interval, to six decimals, as defined in Method.md.
package let z95 = 1.959964

/// The probability that a standard normal value is at least `z`: 1 − Φ(z), accurate far out in the tail.
package func normalUpperTail(_ z: Double) -> Double {
  0.5 * erfc(z / 2.0.squareRoot())
}

/// The probability that a standard normal value is at least as far from 0 as `z`, on either side.
package func normalTwoSidedTail(_ z: Double) -> Double {
  erfc(abs(z) / 2.0.squareRoot())
}

/// The probability that a chi-square value with one degree of freedom, a squared standard normal value, is at least
/// `chiSquare`.
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

/// The t of a two-sided 95% interval: the 97.5% quantile of Student's t.
///
/// - Parameter degreesOfFreedom: 1 or more, not necessarily an integer; infinity gives the normal quantile.
package func studentT95(degreesOfFreedom: Double) -> Double {
  if let t = t95.withLock({ $0[degreesOfFreedom] }) { return t }
  let t = studentQuantile(0.975, degreesOfFreedom: degreesOfFreedom)
  t95.withLock { if $0.count < 10_000 { $0[degreesOfFreedom] = t } }
  return t
}

/// By degrees of freedom: a table of shares asks for the same ones row by row.
private let t95 = Mutex<[Double: Double]>([:])

/// The t below which a value of Student's t distribution falls with the given probability; −∞ at 0 and below, +∞ at 1
/// and above.
///
/// Newton's method on ``studentUpperTail(_:degreesOfFreedom:)``, started at the normal quantile. To the right of 0 the
/// tail is convex and heavier than the normal one, so every step approaches the solution from the left. The result
/// agrees with SciPy's to 12 digits.
package func studentQuantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
  precondition(degreesOfFreedom >= 1, "Student's t needs at least one degree of freedom")
  if probability <= 0 { return -.infinity }
  if probability >= 1 { return .infinity }
  if probability == 0.5 { return 0 }
  let tail = min(probability, 1 - probability)
  var t = -normalQuantile(tail)
  if degreesOfFreedom < .infinity {
    // The last step squares the relative error, to below 1e-18. A smaller bound may never be met: the tail is exact to
    // some 1e-15 only.
    for _ in 0..<2000 {
      let step =
        (studentUpperTail(t, degreesOfFreedom: degreesOfFreedom) - tail)
        / studentDensity(t, degreesOfFreedom: degreesOfFreedom)
      t += step
      if abs(step) <= 1e-10 * t { break }
    }
  }
  return probability < 0.5 ? -t : t
}

/// The probability that a value of Student's t distribution is at least `t`: half of I_x(ν/2, 1/2) with x = ν/(ν + t²)
/// for positive `t` (Abramowitz & Stegun 26.7.1; DLMF 8.17); above 1,000 degrees of freedom Hill's normal deviate,
/// which then agrees to 13 digits for t up to 10.
///
/// - Parameter degreesOfFreedom: ν, positive and not necessarily an integer; infinity gives the normal tail.
package func studentUpperTail(_ t: Double, degreesOfFreedom: Double) -> Double {
  precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
  if degreesOfFreedom == .infinity { return normalUpperTail(t) }
  if t < 0 { return 1 - studentUpperTail(-t, degreesOfFreedom: degreesOfFreedom) }
  if t == 0 { return 0.5 }
  if t == .infinity { return 0 }
  if degreesOfFreedom > 1000 { return normalUpperTail(normalDeviate(t, degreesOfFreedom)) }
  let a = degreesOfFreedom / 2
  let odds = t * t / degreesOfFreedom
  // x^a · (1 − x)^½ / B(a, ½), in logarithms because x is close to 1 where a is large.
  let front = exp(-a * log1p(odds) + 0.5 * (log(odds) - log1p(odds))) * gammaRatio(a) / Double.pi.squareRoot()
  let x = 1 / (1 + odds)
  // The continued fraction converges quickly below x = (a + 1)/(a + ½ + 2); above it, that of the complement does.
  if x < (a + 1) / (a + 2.5) { return 0.5 * front * betaFraction(x, a, 0.5) / a }
  return 0.5 - front * betaFraction(odds / (1 + odds), 0.5, a)
}

/// The standard normal value with the same tail as `t` > 0, for many degrees of freedom (Hill 1970, Algorithm 395,
/// Communications of the ACM 13:617).
private func normalDeviate(_ t: Double, _ degreesOfFreedom: Double) -> Double {
  let a = degreesOfFreedom - 0.5
  let b = 48 * a * a
  let y = a * log1p(t * t / degreesOfFreedom)
  return (((((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b) + y + 3) / b + 1) * y.squareRoot()
}

/// The density of Student's t at `t`.
private func studentDensity(_ t: Double, degreesOfFreedom: Double) -> Double {
  let a = degreesOfFreedom / 2
  return gammaRatio(a) / (degreesOfFreedom * Double.pi).squareRoot() * exp(-(a + 0.5) * log1p(t * t / degreesOfFreedom))
}

/// Γ(a + ½)/Γ(a): from the gamma function for small `a`, else by its asymptotic series, which does not cancel (DLMF
/// 5.11.13).
private func gammaRatio(_ a: Double) -> Double {
  if a < 20 { return tgamma(a + 0.5) / tgamma(a) }
  let r = 1 / a
  let rr = r * r
  return a.squareRoot() * exp(-r * (1.0 / 8 - rr * (1.0 / 192 - rr * (1.0 / 640 - rr * 17.0 / 14336))))
}

/// The continued fraction of the incomplete beta function I_x(a, b), by the modified method of Lentz (DLMF 8.17.22).
private func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
  let tiny = 1e-300
  func apart(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
  var c = 1.0
  var d = 1 / apart(1 - (a + b) * x / (a + 1))
  var fraction = d
  // Some √max(a, b) terms suffice, a few hundred at most.
  for term in 1..<10_000 {
    let m = Double(term)
    let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / apart(1 + even * d)
    c = apart(1 + even / c)
    fraction *= d * c
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / apart(1 + odd * d)
    c = apart(1 + odd / c)
    fraction *= d * c
    if abs(d * c - 1) < 1e-15 { break }
  }
  return fraction
}
