/// A small key that is looked up for every event or step: it is mixed by one multiplication, where the standard library's hasher would take most
/// of the time of the lookup. Made for keys out of the log's own names, whose numbers nobody can choose: not for texts.
public protocol MixedHash: Hashable {
  /// What tells the key from others, in 64 bits; different keys may share them.
  var bits: UInt64 { get }
}

extension MixedHash {
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// What `Dictionary` and `Set` ask a key for.
  @inlinable public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: ByteInterner.mix(bits ^ UInt64(truncatingIfNeeded: seed), 0x9E37_79B9_7F4A_7C15))
  }
}
