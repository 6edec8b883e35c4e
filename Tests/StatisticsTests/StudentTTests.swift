import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

@Suite("Student's t")
struct StudentTTests {
  /// SciPy 1.17, `stats.t.ppf`.
  @Test(arguments: [
    (1, 12.706204736174694, 0.32491969623290634, -318309.8861827435),
    (1.5, 6.016663104427929, 0.30074539256979543, -5219.4693247069445),
    (2, 4.302652729749462, 0.2886751345948128, -707.1057205259339),
    (3.7, 2.8675207071911895, 0.27216446429206953, -51.64005027444269),
    (10, 2.228138851986274, 0.2601848294920803, -9.751995490940581),
    (29.3, 2.044320421500141, 0.25565958997119076, -5.902919493984997),
    (100, 1.9839715185235518, 0.25402218245822766, -5.048830877228346),
    (1000.5, 1.962337892459348, 0.25341448214466544, -4.781594462640221),
    (1e6, 1.959966356814107, 0.25334717053784184, -4.75345234827968),
  ])
  func `Quantiles agree with SciPy`(degrees: Double, t95: Double, t60: Double, farOut: Double) {
    #expect(near(studentT95(degreesOfFreedom: degrees) / t95, 1, 1e-12))
    #expect(near(studentQuantile(0.6, degreesOfFreedom: degrees) / t60, 1, 1e-12))
    #expect(near(studentQuantile(1e-6, degreesOfFreedom: degrees) / farOut, 1, 1e-11))
  }

  /// SciPy 1.17, `stats.t.sf`.
  @Test(arguments: [
    (0.1, 1, 0.4682744825694465), (0.5, 3.3, 0.3242675381997792), (2, 7.25, 0.04210554128962592),
    (10, 4, 0.0002810018113579955),
    (30, 2.5, 0.00014553235457869768), (5, 100, 1.225086706751901e-06), (1.7, 5e5, 0.044565773731794066),
    (1e-9, 12, 0.4999999996092737),
    (8, 400, 6.7868882676560746e-15),
  ])
  func `Tails agree with SciPy`(t: Double, degrees: Double, tail: Double) {
    #expect(near(studentUpperTail(t, degreesOfFreedom: degrees) / tail, 1, 1e-11))
    #expect(near(studentUpperTail(-t, degreesOfFreedom: degrees), 1 - tail, 1e-15))
  }

  @Test func `One and two degrees have closed forms`() {
    for p in [0.5000001, 0.6, 0.9, 0.999, 0.9999999] {
      #expect(near(studentQuantile(p, degreesOfFreedom: 1) / tangent(p), 1, 1e-9))
      let s = 2 * p - 1
      #expect(near(studentQuantile(p, degreesOfFreedom: 2) / (s * (2 / (1 - s * s)).squareRoot()), 1, 1e-9))
    }
  }

  /// tan(π(p − ½)), the quantile of the Cauchy distribution.
  private func tangent(_ p: Double) -> Double { tan(Double.pi * (p - 0.5)) }

  @Test func `The ends, and the normal distribution as the limit`() {
    #expect(studentQuantile(0.5, degreesOfFreedom: 3) == 0)
    #expect(studentQuantile(0, degreesOfFreedom: 3) == -.infinity)
    #expect(studentQuantile(1, degreesOfFreedom: 3) == .infinity)
    #expect(studentQuantile(0.025, degreesOfFreedom: 5) == -studentT95(degreesOfFreedom: 5))
    #expect(near(studentT95(degreesOfFreedom: .infinity), 1.959963984540054, 1e-14))
    #expect(near(studentT95(degreesOfFreedom: 1e9), 1.959963984540054, 1e-8))
    #expect(studentUpperTail(.infinity, degreesOfFreedom: 3) == 0)
    #expect(studentUpperTail(0, degreesOfFreedom: 3) == 0.5)
    #expect(studentUpperTail(1.3, degreesOfFreedom: .infinity) == normalUpperTail(1.3))
  }

  @Test func `Quantile and tail are inverse`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let degrees = 1 + 1e5 * random.fraction() * random.fraction() * random.fraction() * random.fraction()
      let p = 0.5 + 0.4999 * random.fraction()
      #expect(
        near(studentUpperTail(studentQuantile(p, degreesOfFreedom: degrees), degreesOfFreedom: degrees), 1 - p, 1e-13))
    }
  }
}
