#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The t of a two-sided 95% interval: the 97.5% quantile of Student's t.
///
/// - Parameter degreesOfFreedom: 1 or more, not necessarily an integer; infinity gives the normal quantile.
package func studentT95(degreesOfFreedom: Double) -> Double {
  studentQuantile(0.975, degreesOfFreedom: degreesOfFreedom)
}

/// The t below which a value of Student's t distribution falls with the given probability; −∞ at 0 and below, +∞ at 1 and above.
///
/// Newton's method on ``studentUpperTail(_:degreesOfFreedom:)``, started at the normal quantile. To the right of 0 the tail is convex and
/// heavier than the normal one, so every step approaches the solution from the left. The result agrees with SciPy's to 12 digits.
package func studentQuantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
  precondition(degreesOfFreedom >= 1, "Student's t needs at least one degree of freedom")
  if probability <= 0 { return -.infinity }
  if probability >= 1 { return .infinity }
  if probability == 0.5 { return 0 }
  let tail = min(probability, 1 - probability)
  var t = -normalQuantile(tail)
  if degreesOfFreedom < .infinity {
    // The last step squares the relative error, to below 1e-18. A smaller bound may never be met: the tail is exact to some 1e-15 only.
    for _ in 0..<2000 {
      let step = (studentUpperTail(t, degreesOfFreedom: degreesOfFreedom) - tail) / studentDensity(t, degreesOfFreedom: degreesOfFreedom)
      t += step
      if abs(step) <= 1e-10 * t { break }
    }
  }
  return probability < 0.5 ? -t : t
}

/// The probability that a value of Student's t distribution is at least `t`: half of I_x(ν/2, 1/2) with x = ν/(ν + t²) for positive `t`
/// (Abramowitz & Stegun 26.7.1; DLMF 8.17); above 1,000 degrees of freedom Hill's normal deviate, which then agrees to 13 digits for t up to 10.
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

/// The standard normal value with the same tail as `t` > 0, for many degrees of freedom (Hill 1970, Algorithm 395, Communications of the ACM 13:617).
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

/// Γ(a + ½)/Γ(a): from the gamma function for small `a`, else by its asymptotic series, which does not cancel (DLMF 5.11.13).
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
