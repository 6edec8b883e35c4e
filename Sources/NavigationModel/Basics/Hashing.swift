/// A 64-bit hash of bytes, the same on every machine and in every version (FNV-1a, Fowler, Noll and Vo).
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// A small key that is looked up for every event or step. It is hashed by one multiplication, because the standard
/// library's hasher would dominate the lookup. For keys made of interned names, whose numbers an attacker cannot
/// choose; not for texts.
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

extension UInt64 {
  /// The bits of a key of several parts: those of the first ones, and those of the next one.
  @inlinable @inline(__always)
  package func mixed(with next: UInt64) -> UInt64 { self &* 0x9E37_79B9_7F4A_7C15 ^ next }
}

/// Integers of any size in as few bytes as they need: seven bits per byte, low ones first; the high bit of a byte says
/// that another one follows.
package enum LEB128 {
  /// - Parameter put: takes the bytes, one to ten, in order.
  @inlinable @inline(__always)
  package static func write(_ number: UInt64, _ put: (UInt8) -> Void) {
    var rest = number
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  /// Nil if the number has more than 64 bits.
  @inlinable @inline(__always)
  package static func read<Failure: Error>(_ next: () throws(Failure) -> UInt8) throws(Failure) -> UInt64? {
    var byte = try next()
    if byte < 0x80 { return UInt64(byte) }
    var number = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    while true {
      byte = try next()
      // The tenth byte holds the last bit.
      if shift == 63, byte > 1 { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// A signed integer as an unsigned one that is small if its magnitude is (zigzag): 0, −1, 1, −2 become 0, 1, 2, 3.
  @inlinable @inline(__always)
  package static func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

  /// The inverse of ``zigzag(_:)``.
  @inlinable @inline(__always)
  package static func signed(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1 ^ (0 &- number & 1)) }
}
