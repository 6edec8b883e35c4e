/// A 64-bit hash of bytes, the same on every machine and in every version (FNV-1a, Fowler, Noll and Vo).
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

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

/// A small random generator with the same output on every machine and in every version (Steele, Lea & Flood 2014).
///
/// For resampling and simulated data, not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// Every seed is valid.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  @inlinable @inline(__always)
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.scrambled(state)
  }

  /// A uniform integer in 0..<`bound` (Lemire 2019). Not the standard library's algorithm, which may change.
  @inlinable @inline(__always)
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "the bound must be positive")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let uneven = (0 &- bound) % bound
      while product.low < uneven { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// An integer in a range.
  @inlinable @inline(__always)
  public mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// A number in 0..<1, in steps of 2⁻⁵³.
  @inlinable @inline(__always)
  public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The output function: a word that depends on every bit of `word`.
  @inlinable @inline(__always)
  public static func scrambled(_ word: UInt64) -> UInt64 {
    var bits = word
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
