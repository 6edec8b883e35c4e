import Statistics

/// How often something happened at each depth. Memory goes with the different depths, not with how deep they are.
public struct DepthCounts: MergeableCell {
  /// Down to here by place; deeper ones, which no app for people has, by key.
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

  /// The depths at which it happened, from the smallest, with how often.
  public var histogram: [(value: Int, count: Int)] {
    shallow.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
      + deep.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The nearest-rank median; nil where it never happened.
  public var median: Int? { nearestRank(.median, ofHistogram: histogram) }
}
