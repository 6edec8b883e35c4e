import NavigationModel

extension SplitMix64 {
  /// A generator for one purpose of one owner, independent of all others.
  init(seed: UInt64, _ first: Int, _ second: Int) {
    self.init(seed: Self.mixed(Self.mixed(seed, UInt64(bitPattern: Int64(first))), UInt64(bitPattern: Int64(second))))
  }

  /// True with this probability.
  @inline(__always)
  mutating func chance(_ probability: Double) -> Bool { probability > 0 && fraction() < probability }

  /// Mixes two words into one that depends on every bit of both.
  @inline(__always)
  static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    scrambled(a &+ 0x9E37_79B9_7F4A_7C15 &* (b &+ 1) ^ scrambled(b &+ 0xD1B5_4A32_D192_ED03))
  }
}
