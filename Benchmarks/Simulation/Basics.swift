import Foundation

// The little that the simulator needs and navaudit has too: written again, so that neither leans on the other.

/// Draws random numbers of many distributions from one seed: the same seed gives the same draws on every machine and in
/// every version.
///
/// The generator is SplitMix64 (Steele, Lea & Flood 2014); every seed is valid.
package struct Dice: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Dice for one thing of one owner. Other owners and things have independent draws, so adding a draw to one leaves
  /// the others unchanged.
  package init(seed: UInt64, _ owner: Int, _ thing: Int = 0) {
    state = seed
    for word in [owner, thing] { state = bits() ^ UInt64(bitPattern: Int64(word)) }
    state = bits()
  }

  /// The same for the planned walk of ``SimulatedApp``, whose logs never change.
  init(mixing seed: UInt64, _ owner: Int, _ thing: Int) {
    self.init(seed: Self.mixed(Self.mixed(seed, UInt64(bitPattern: Int64(owner))), UInt64(bitPattern: Int64(thing))))
  }

  package mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.scrambled(state)
  }

  /// A uniform integer in 0..<`bound` (Lemire 2019). Not the standard library's algorithm, which may change.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "the bound must be positive")
    let bound = UInt64(bound)
    var product = bits().multipliedFullWidth(by: bound)
    if product.low < bound {
      let uneven = (0 &- bound) % bound
      while product.low < uneven { product = bits().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// A number from 0 up to, not including, 1, in steps of 2⁻⁵³.
  package mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
  package mutating func chance(_ probability: Double) -> Bool { unit() < probability }
  /// The same, without a draw for what never happens.
  mutating func happens(_ probability: Double) -> Bool { probability > 0 && unit() < probability }
  package mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
  package mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
  package mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// A random index, with probabilities proportional to the weights.
  package mutating func index(weights: [Double]) -> Int {
    var point = unit() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      point -= weight
      if point < 0 { return index }
    }
    return weights.count - 1
  }

  /// A random value, with a probability proportional to its weight.
  package mutating func pick<T>(_ values: [T], by weight: KeyPath<T, Double>) -> T {
    values[index(weights: values.map { $0[keyPath: weight] })]
  }

  /// An exponential number with this mean.
  package mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// A standard normal number (Box & Muller 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * Double.pi * unit())
  }

  /// A lognormal number with this median; `sigma` is the standard deviation of its logarithm.
  package mutating func lognormal(median: Double, sigma: Double) -> Double { median * exp(sigma * normal()) }

  /// A count with this mean (Knuth's method, in slices so that the exponential does not vanish).
  package mutating func poisson(mean: Double) -> Int {
    var left = mean
    var count = 0
    while left > 0 {
      let slice = min(left, 30)
      left -= slice
      let limit = exp(-slice)
      var product = unit()
      while product > limit {
        count += 1
        product *= unit()
      }
    }
    return count
  }

  /// A gamma number of scale 1 (Marsaglia & Tsang 2000).
  package mutating func gamma(shape: Double) -> Double {
    guard shape >= 1 else { return gamma(shape: shape + 1) * pow(1 - unit(), 1 / shape) }
    let d = shape - 1 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal()
      let v = pow(1 + c * x, 3)
      if v > 0, log(1 - unit()) < 0.5 * x * x + d - d * v + d * log(v) { return d * v }
    }
  }

  /// The values in random order (Fisher & Yates).
  package mutating func shuffled<T>(_ values: [T]) -> [T] {
    var values = values
    for index in stride(from: values.count - 1, to: 0, by: -1) { values.swapAt(index, below(index + 1)) }
    return values
  }

  /// A word that depends on every bit of `word`.
  private static func scrambled(_ word: UInt64) -> UInt64 {
    var bits = word
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Mixes two words into one that depends on every bit of both.
  static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    scrambled(a &+ 0x9E37_79B9_7F4A_7C15 &* (b &+ 1) ^ scrambled(b &+ 0xD1B5_4A32_D192_ED03))
  }
}

/// A 64-bit hash of bytes, the same on every machine (FNV-1a, Fowler, Noll and Vo).
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
