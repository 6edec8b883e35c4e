import NavigationModel
import Statistics
import TestSupport
import Testing

struct QuantileTests {
  @Test func `The place is ⌈q·n⌉`() {
    #expect(Quantile.median.rank(among: 1) == 1)
    #expect(Quantile.median.rank(among: 4) == 2)
    #expect(Quantile.median.rank(among: 5) == 3)
    #expect(Quantile.p90.rank(among: 10) == 9)
    #expect(Quantile.p90.rank(among: 11) == 10)
    #expect(Quantile.percent(7).rank(among: 100) == 7)  // 0.07·100 is 7.000000000000001
    #expect(Quantile.percent(0).rank(among: 9) == 1)
    #expect(Quantile.maximum.rank(among: 9) == 9)
    #expect(Quantile(parts: 975, of: 1000).rank(among: 2000) == 1950)
    #expect(Quantile.median.rank(among: 0) == nil)
    #expect(Quantile.p75.rank(among: .max) == 6_917_529_027_641_081_856)
  }

  @Test func `Sorted values`() {
    let values = [15, 20, 35, 40, 50]
    #expect(nearestRank(.percent(5), ofSorted: values) == 15)
    #expect(nearestRank(.percent(30), ofSorted: values) == 20)
    #expect(nearestRank(.percent(40), ofSorted: values) == 20)
    #expect(nearestRank(.median, ofSorted: values) == 35)
    #expect(nearestRank(.maximum, ofSorted: values) == 50)
    #expect(nearestRank(.median, ofSorted: values[2...]) == 40)
    #expect(nearestRank(.median, ofSorted: [Double]()) == nil)
  }

  @Test func `Values counted by kind`() {
    let bins: [(value: Int, count: Int)] = [(15, 1), (17, 0), (20, 2), (40, 1), (50, 1)]
    #expect(nearestRank(.percent(20), ofHistogram: bins) == 15)
    #expect(nearestRank(.percent(21), ofHistogram: bins) == 20)
    #expect(nearestRank(.p75, ofHistogram: bins) == 40)
    #expect(nearestRank(.maximum, ofHistogram: bins) == 50)
    #expect(nearestRank(.median, ofHistogram: [(value: 1, count: 0)]) == nil)
    #expect(nearestRank(.median, ofCounts: [0, 1, 1, 2]) == 2)
    #expect(nearestRank(.percent(0), ofCounts: [0, 1, 1, 2]) == 1)
    #expect(nearestRank(.median, ofCounts: []) == nil)
    #expect(nearestRank(.median, ofCounts: [0, 0]) == nil)
  }

  @Test func `All ways agree with each other`() {
    var random = SplitMix64(seed: 5)
    for size in [1, 2, 3, 10, 99, 1000] {
      for kinds in [1, 3, 50, 100_000] {
        let values = (0..<size).map { _ in random.below(kinds) }
        let sorted = values.sorted()
        let bins = Dictionary(grouping: values) { $0 }.map { (value: $0.key, count: $0.value.count) }.sorted {
          $0.value < $1.value
        }
        for percent in [0, 1, 25, 50, 75, 90, 99, 100] {
          let expected = nearestRank(.percent(percent), ofSorted: sorted)
          #expect(nearestRank(.percent(percent), ofHistogram: bins) == expected)
        }
      }
    }
  }
}
