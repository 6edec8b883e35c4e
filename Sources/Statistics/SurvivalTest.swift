#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SurvivalCurve {
  /// The estimate at `time`: the last step up to it. Nil before the first.
  package func step(at time: Int) -> Step? { steps.last { $0.time <= time } }
}

extension SurvivalCurve.Step {
  /// The test of the survival against a share strictly between 0 and 1, on the scale of the band: z = (ln(−ln s) − ln(−ln S)) / SE.
  ///
  /// It is consistent with ``band``, from which the standard error is derived: the lower end of the band is above the share exactly if z is above ``z95``.
  /// Nil without a band.
  package func test(against share: Double) -> ThresholdTest? {
    guard let band, 0 < share, share < 1 else { return nil }
    let error = (log(log(band.low) / log(survival))) / z95
    let distance = log(-log(share)) - log(-log(survival))
    guard error > 0 else { return ThresholdTest(z: distance == 0 ? 0 : distance < 0 ? -.infinity : .infinity) }
    return ThresholdTest(z: distance / error)
  }
}
