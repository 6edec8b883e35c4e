import Statistics

/// How often each of some numbers occurred, such as depths or a user's number of sessions, none of them negative. Memory depends on how many distinct
/// numbers there are, not on how large they are.
package struct Histogram: MergeableCell {
  /// Numbers up to this are array indices; larger ones, which are rare, are keys.
  private static let smallLimit = 32

  private var small: [Int] = []
  private var large: [Int: Int] = [:]

  package init() {}

  @inline(__always)
  mutating func count(_ number: Int, _ amount: Int = 1) {
    if number <= Self.smallLimit { small.count(at: number, amount) } else { large[number, default: 0] += amount }
  }

  package mutating func merge(_ other: Histogram) {
    small.add(other.small)
    large.merge(other.large, uniquingKeysWith: +)
  }

  /// The numbers that occurred, ascending, with how often.
  package var bins: [(value: Int, count: Int)] {
    small.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
      + large.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map { ($0.key, $0.value) }
  }

  /// How often `number` or more occurred.
  package func count(from number: Int) -> Int {
    small.dropFirst(number).reduce(0, +) + large.reduce(0) { $1.key >= number ? $0 + $1.value : $0 }
  }

  /// The nearest-rank median; nil if nothing occurred.
  package var median: Int? { nearestRank(.median, ofHistogram: bins) }
}
