import Testing

@testable import Measures

struct HistogramTests {
  private func histogram(_ numbers: [Int]) -> Histogram { numbers.reduce(into: Histogram()) { $0.count($1) } }

  @Test func `small and large numbers are counted alike, in order`() {
    let histogram = histogram([40_000, 3, 33, 3, 0, 32])
    #expect(histogram.bins.map { [$0.value, $0.count] } == [[0, 1], [3, 2], [32, 1], [33, 1], [40_000, 1]])
    #expect([0, 1, 4, 33, 34, 40_001].map { histogram.count(from: $0) } == [6, 5, 3, 2, 1, 0])
    #expect(histogram.median == 3)
    #expect(Histogram().median == nil && Histogram().bins.isEmpty)
  }

  @Test func `merging adds, and what is taken away again leaves no bin`() {
    var all = histogram([1, 100])
    all.merge(histogram([1, 2, 100, 50]))
    #expect(all.bins.map { [$0.value, $0.count] } == [[1, 2], [2, 1], [50, 1], [100, 2]])
    all.count(2, -1)
    all.count(50, -1)
    // A store that somebody changed may take away more than there is.
    all.count(1, -3)
    #expect(all.bins.map(\.value) == [100])
  }
}
