import NavigationModel

/// Two entries by number, the lower one first.
package struct EntryPair: MixedHash, Sendable, Codable {
  package let low: UInt32
  package let high: UInt32

  package init(_ one: UInt32, _ other: UInt32) {
    low = min(one, other)
    high = max(one, other)
  }

  package var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }
}
