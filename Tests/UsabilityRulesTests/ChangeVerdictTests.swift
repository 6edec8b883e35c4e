import Measures
import Statistics
import Testing
import UsabilityRules

@Suite("The verdict on a change")
struct ChangeVerdictTests {
  /// A change in a share for which lower is better, with a smallest change of 2 points.
  private func verdict(
    _ value: Double, _ low: Double, _ high: Double, p: Double? = 0.01, better: Figure.Better = .lower, users: Int = 100
  ) -> ChangeVerdict {
    ChangeVerdict(
      Estimate(value: value, interval: Interval(low: low, high: high)), pAdjusted: p, smallest: 0.02, better: better,
      users: users)
  }

  @Test func `An interval that leaves 0 out is a difference, in the direction of the measure`() {
    #expect(verdict(-0.05, -0.08, -0.01) == .better)
    #expect(verdict(0.05, 0.01, 0.08) == .worse)
    #expect(verdict(0.05, 0.01, 0.08, better: .higher) == .better)
    #expect(verdict(-0.05, -0.08, -0.01, better: .higher) == .worse)
    #expect(verdict(-0.05, -0.08, -0.01, better: .neither) == .changed)
  }

  @Test func `An interval with 0 in it tells nothing, unless it is narrow`() {
    #expect(verdict(-0.05, -0.1, 0.001) == .unsure)
    #expect(verdict(-0.05, -0.1, 0) == .unsure)
    #expect(verdict(0.001, -0.019, 0.019) == .same)
    // A change as large as the limit is worth having.
    #expect(verdict(0.001, -0.019, 0.02) == .unsure)
  }

  @Test func `What is sure but not worth having is no difference`() {
    #expect(verdict(0.01, 0.005, 0.015, p: 0.000001) == .same)
    #expect(verdict(0.01, 0.005, 0.021, p: 0.000001) == .worse)
  }

  @Test func `A p-value above the false discovery rate is not enough`() {
    #expect(verdict(0.05, 0.01, 0.08, p: 0.05) == .worse)
    #expect(verdict(0.05, 0.01, 0.08, p: 0.0501) == .unsure)
    #expect(verdict(0.05, 0.01, 0.08, p: nil) == .unsure)
  }

  @Test func `Nine users tell nothing`() {
    #expect(verdict(0.5, 0.4, 0.6, users: 9) == .unsure)
    #expect(verdict(0.5, 0.4, 0.6, users: 10) == .worse)
    #expect(ChangeVerdict(nil, pAdjusted: 0.01, smallest: 0.02, better: .lower, users: 100) == .unsure)
  }
}
