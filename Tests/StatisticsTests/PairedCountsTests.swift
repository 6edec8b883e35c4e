import Statistics
import Testing

struct PairedCountsTests {
  /// First minus second: −0.286 (−0.507 … −0.026), airway data of Bentur et al. 2009 in Fagerland, Lydersen & Laake
  /// 2017, chapter 8.
  @Test func `A published example`() {
    let change = PairedCounts(both: 1, firstOnly: 1, secondOnly: 7, neither: 12).change()
    #expect(near(change?.value, 6.0 / 21))
    #expect(near(change?.interval, 0.025559122044742366, 0.506920228221188, 1e-12))
  }

  @Test func `Computed apart: answers alike, and opposed`() {
    #expect(
      near(
        PairedCounts(both: 40, firstOnly: 5, secondOnly: 20, neither: 35).change()?.interval,
        0.0534912243826047, 0.24107495938244783, 1e-12))
    #expect(
      near(
        PairedCounts(both: 10, firstOnly: 30, secondOnly: 25, neither: 5).change()?.interval,
        -0.2697133737371269, 0.13344737944869342, 1e-12))
  }

  @Test func `Edge cases`() {
    #expect(PairedCounts(both: 0, firstOnly: 0, secondOnly: 0, neither: 0).change() == nil)
    let unchanged = PairedCounts(both: 0, firstOnly: 0, secondOnly: 0, neither: 10)
    #expect(unchanged.change()?.value == 0)
    #expect(unchanged.mcnemar == 1)
    #expect(PairedCounts(both: 0, firstOnly: 0, secondOnly: 5, neither: 0).change()?.interval.high == 1)
  }

  /// SciPy `binomtest` below 25 changed users, `chi2` above.
  @Test func `McNemar's test agrees with SciPy`() {
    #expect(near(PairedCounts(both: 3, firstOnly: 1, secondOnly: 7, neither: 9).mcnemar, 0.0703125, 1e-15))
    #expect(near(PairedCounts(both: 0, firstOnly: 15, secondOnly: 9, neither: 0).mcnemar, 0.30745625495910645, 1e-14))
    #expect(near(PairedCounts(both: 9, firstOnly: 40, secondOnly: 20, neither: 1).mcnemar, 0.009823274507519235, 1e-14))
    #expect(PairedCounts(both: 0, firstOnly: 4, secondOnly: 4, neither: 0).mcnemar == 1)
  }
}
