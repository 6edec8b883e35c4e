import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

/// Quantiles of times, in milliseconds rounded down to three digits, whatever their number and the order of merging.
@Suite("Durations")
struct DurationsTests {
  /// The value at rank ⌈q·n⌉ of sorted values, rounded down using its decimal digits.
  private func expected(_ sorted: [Int64], _ percent: Int) -> Double {
    let milliseconds = String(sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] / 1000)
    let digits = milliseconds.prefix(3) + String(repeating: "0", count: max(0, milliseconds.count - 3))
    return (Double(digits) ?? -1) / 1000
  }

  @Test(
    arguments: [
      (0, 0), (999, 0), (1_000, 1), (999_999, 999), (1_000_000, 1_000), (1_009_999, 1_000), (1_010_000, 1_010),
      (9_999_999, 9_990),
      (12_345_678, 12_300), (3_723_456_000, 3_720_000), (.max, 9_220_000_000_000_000),
    ] as [(Int64, Int)])
  func `a time is counted in milliseconds with three digits`(microseconds: Int64, milliseconds: Int) {
    #expect(CountedTime(microseconds: microseconds).milliseconds == milliseconds)
  }

  @Test func `codes are in the order of times`() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<10_000 {
      let a = Int64(random.next() >> (1 + random.next() % 50))
      let b = Int64(random.next() >> (1 + random.next() % 50))
      let one = CountedTime(microseconds: a)
      let two = CountedTime(microseconds: b)
      #expect((one < two) == (one.milliseconds < two.milliseconds))
      #expect(a > b || one.milliseconds <= two.milliseconds)
    }
  }

  private func expectQuantiles(_ durations: Durations, of values: [Int64], location: SourceLocation = #_sourceLocation)
  {
    #expect(durations.count == values.count, sourceLocation: location)
    let sorted = values.sorted()
    for percent in [0, 1, 50, 75, 90, 99, 100] {
      #expect(
        durations.seconds(.percent(percent)) == expected(sorted, percent), "\(percent)%", sourceLocation: location)
    }
  }

  @Test func `nothing has no quantile, and one value is all of them`() {
    var durations = Durations()
    #expect(durations.seconds(.median) == nil)
    durations.add(0)
    expectQuantiles(durations, of: [0])
  }

  @Test(.thorough, arguments: [1_000, 50_000_000, 20_000_000_000] as [Int64])
  func `many values, of few kinds and of many, short and long`(largest: Int64) {
    var random = SplitMix64(seed: UInt64(largest))
    var values: [Int64] = []
    var durations = Durations()
    for count in [10, Durations.limit - 10, Durations.limit, 70_000] {
      for _ in 0..<count {
        let value = Int64(random.next() % UInt64(largest))
        values.append(value)
        durations.add(value)
      }
      expectQuantiles(durations, of: values)
    }
  }

  @Test(.thorough) func `parts merge in any order`() {
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
    let read = try BinaryDecoder.value(
      Durations.self, from: BinaryEncoder.bytes(of: durations, names: NameTable()), names: NameTable())
    expectQuantiles(read, of: values)
  }

  @Test(.thorough) func `any number of times is kept in some ten kilobytes`() throws {
    var random = SplitMix64(seed: 4)
    var durations = Durations()
    for _ in 0..<300_000 { durations.add(Int64(random.next() % 10_000_000_000)) }
    #expect(try BinaryEncoder.bytes(of: durations, names: NameTable()).count < 20_000)
  }
}
