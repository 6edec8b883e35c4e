/// How often something happened.
public struct Amount: MergeableCell {
  public internal(set) var count = 0

  public init() {}

  public mutating func merge(_ other: Amount) { count += other.count }
}
