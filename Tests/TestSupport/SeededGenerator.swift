/// Reproducible random numbers.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var words: SplitMix64

  package init(seed: UInt64) { words = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { words.next() }

  /// True once in this many times, on average.
  package mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  package mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &self)] }

  /// Random bytes of an alphabet.
  package mutating func bytes(_ count: Int, of alphabet: String) -> [UInt8] {
    let letters = Array(alphabet.utf8)
    return (0..<count).map { _ in letters[Int(next() % UInt64(letters.count))] }
  }
}

/// A small random generator with the same output on every machine and in every version (Steele, Lea & Flood 2014).
///
/// For resampling and simulated data, not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Every seed is valid.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.scrambled(state)
  }

  /// A uniform integer in 0..<`bound` (Lemire 2019). Not the standard library's algorithm, which may change.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "the bound must be positive")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let uneven = (0 &- bound) % bound
      while product.low < uneven { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// A number in 0..<1, in steps of 2⁻⁵³.
  package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The output function: a word that depends on every bit of `word`.
  package static func scrambled(_ word: UInt64) -> UInt64 {
    var bits = word
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
