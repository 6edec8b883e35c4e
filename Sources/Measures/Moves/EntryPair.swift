import NavigationModel

/// Two entries by number, the lower one first.
public struct EntryPair: MixedHash, Sendable, Codable {
  public let low: UInt32
  public let high: UInt32

  public init(_ one: UInt32, _ other: UInt32) {
    low = min(one, other)
    high = max(one, other)
  }

  public var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }
}
