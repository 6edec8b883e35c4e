import Statistics

/// How often something happened at each depth. Memory depends on the number of distinct depths, not on how deep they are.
public struct DepthCounts: MergeableCell {
  /// Depths up to this are array indices; deeper ones, which no real app has, are keys.
  private static let shallowLimit = 32

  private var shallow: [Int] = []
  private var deep: [Int: Int] = [:]

  public init() {}

  @inline(__always)
  mutating func count(_ depth: Int) {
    if depth <= Self.shallowLimit { shallow.count(at: depth) } else { deep[depth, default: 0] += 1 }
  }

  public mutating func merge(_ other: DepthCounts) {
    shallow.add(other.shallow)
    deep.merge(other.deep, uniquingKeysWith: +)
  }

  /// The depths at which it happened, ascending, with counts.
  public var histogram: [(value: Int, count: Int)] {
    shallow.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
      + deep.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The nearest-rank median; nil if it never happened.
  public var median: Int? { nearestRank(.median, ofHistogram: histogram) }
}
