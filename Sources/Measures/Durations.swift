import Statistics

/// Times of which exact quantiles are asked at the end. Four bytes each; times above an hour and a bit, which are few, take eight.
public struct Durations: MergeableCell {
  private var short: [UInt32] = []
  private var long: [Int64] = []

  public init() {}

  public var count: Int { short.count + long.count }

  /// - Parameter microseconds: not negative.
  @inline(__always)
  public mutating func add(_ microseconds: Int64) {
    if microseconds <= Int64(UInt32.max) {
      short.append(UInt32(truncatingIfNeeded: microseconds))
    } else {
      long.append(microseconds)
    }
  }

  public mutating func merge(_ other: Durations) {
    short.append(contentsOf: other.short)
    long.append(contentsOf: other.long)
  }

  /// The nearest-rank quantile in seconds, or nil without values. O(n).
  public func seconds(_ quantile: Quantile) -> Double? {
    guard let place = quantile.place(among: count) else { return nil }
    if place <= short.count {
      var values = short
      return Double(selected(place, in: &values)) / 1e6
    }
    return Double(long.sorted()[place - 1 - short.count]) / 1e6
  }
}
