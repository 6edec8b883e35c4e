/// Steele, Lea and Flood's SplitMix64 (2014): small, fast, and the same output everywhere.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A generator for one purpose of one owner, independent of all others.
  init(seed: UInt64, _ first: Int, _ second: Int) {
    state = mixed(mixed(seed, UInt64(bitPattern: Int64(first))), UInt64(bitPattern: Int64(second)))
  }

  @inline(__always)
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return scrambled(state)
  }

  /// A number in 0..<1.
  @inline(__always)
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True with this probability.
  @inline(__always)
  mutating func chance(_ probability: Double) -> Bool { probability > 0 && fraction() < probability }

  /// An integer in 0..<bound (by multiplication; the bias is below 2⁻⁴⁰ for all bounds in use).
  @inline(__always)
  mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  /// An integer in a range.
  @inline(__always)
  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
}

/// The output function of SplitMix64.
@inline(__always)
func scrambled(_ value: UInt64) -> UInt64 {
  var z = value
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// Mixes two words into one that depends on every bit of both.
@inline(__always)
func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  scrambled(a &+ 0x9E37_79B9_7F4A_7C15 &* (b &+ 1) ^ scrambled(b &+ 0xD1B5_4A32_D192_ED03))
}
