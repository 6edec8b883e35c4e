/// A small key that is looked up for every event or step. It is hashed by one multiplication, because the standard library's hasher would dominate the
/// lookup. For keys made of interned names, whose numbers an attacker cannot choose; not for texts.
public protocol MixedHash: Hashable {
  /// The identity of the key in 64 bits; different keys may share them.
  var bits: UInt64 { get }
}

extension MixedHash {
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// The hash that `Dictionary` and `Set` use.
  @inlinable public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: ByteInterner.mix(bits ^ UInt64(truncatingIfNeeded: seed), 0x9E37_79B9_7F4A_7C15))
  }
}
