import Foundation
import Statistics
import Testing

@testable import Measures

/// Quantiles of times are exact, however many there are and however they were put together.
@Suite("Durations")
struct DurationsTests {
  /// The value at place ⌈q·n⌉ of the sorted values.
  private func expected(_ values: [Int64], _ percent: Int) -> Double {
    Double(values.sorted()[max(0, (values.count * percent + 99) / 100 - 1)]) / 1e6
  }

  private func expectQuantiles(_ durations: Durations, of values: [Int64], location: SourceLocation = #_sourceLocation) {
    #expect(durations.count == values.count, sourceLocation: location)
    for percent in [0, 1, 50, 75, 90, 99, 100] {
      #expect(durations.seconds(.percent(percent)) == expected(values, percent), "\(percent) %", sourceLocation: location)
    }
  }

  @Test func `nothing has no quantile, and one value is all of them`() {
    var durations = Durations()
    #expect(durations.seconds(.median) == nil)
    durations.add(0)
    expectQuantiles(durations, of: [0])
  }

  @Test(arguments: [1_000, 50_000_000, 20_000_000_000] as [Int64])
  func `many values, of few kinds and of many, short and long`(largest: Int64) {
    var random = SplitMix64(seed: UInt64(largest))
    var values: [Int64] = []
    var durations = Durations()
    for count in [10, Durations.usualLimit - 10, Durations.usualLimit, 70_000] {
      for _ in 0..<count {
        let value = Int64(random.next() % UInt64(largest))
        values.append(value)
        durations.add(value)
      }
      expectQuantiles(durations, of: values)
    }
  }

  @Test func `parts merge in any order`() {
    var random = SplitMix64(seed: 3)
    let values = (0..<7).map { part in (0..<(part * 15_000 + 1)).map { _ in Int64(random.next() % 9_000_000_000) } }
    let parts = values.map { values in
      var part = Durations()
      values.forEach { part.add($0) }
      return part
    }
    for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 0, 6, 1, 5, 2, 4]] {
      var whole = Durations()
      for part in order { whole.merge(parts[part]) }
      expectQuantiles(whole, of: values.flatMap { $0 })
    }
  }

  @Test func `written down and read back`() throws {
    var durations = Durations()
    let values = (0..<80_000).map { Int64($0 * 7919 % 1_000_003) * 5_000 }
    values.forEach { durations.add($0) }
    let read = try JSONDecoder().decode(Durations.self, from: JSONEncoder().encode(durations))
    expectQuantiles(read, of: values)
  }

  @Test func `sorted times take about a byte or two each`() throws {
    var times = SortedTimes()
    for number in 0..<100_000 { times.append(UInt64(number * 5_000)) }
    #expect(times.count == 100_000 && times.different == 100_000)
    #expect(times.time(at: 1) == 0 && times.time(at: 100_000) == 499_995_000 && times.time(at: 100_001) == nil)
    // Three bytes are four letters there.
    #expect(try JSONEncoder().encode(times).count * 3 / 4 < 210_000)
  }
}
