import Foundation

/// Draws random numbers of many distributions from one seed: the same seed gives the same draws on every machine.
package struct Dice: Sendable {
  private var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Dice for one thing of one owner. Other owners and things have independent draws, so adding a draw to one leaves the others unchanged.
  package init(seed: UInt64, _ owner: Int, _ thing: Int = 0) {
    var random = SplitMix64(seed: seed)
    var state = random.next()
    for word in [owner, thing] {
      random = SplitMix64(seed: state ^ UInt64(bitPattern: Int64(word)))
      state = random.next()
    }
    self.random = SplitMix64(seed: state)
  }

  package mutating func bits() -> UInt64 { random.next() }
  /// A number from 0 up to, not including, 1.
  package mutating func unit() -> Double { random.fraction() }
  package mutating func chance(_ probability: Double) -> Bool { random.fraction() < probability }
  package mutating func below(_ bound: Int) -> Int { random.below(bound) }
  package mutating func within(_ range: ClosedRange<Int>) -> Int { random.within(range) }
  package mutating func within(_ range: ClosedRange<Double>) -> Double { range.lowerBound + (range.upperBound - range.lowerBound) * random.fraction() }
  package mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// A random index, with probabilities proportional to the weights.
  package mutating func index(weights: [Double]) -> Int {
    var point = random.fraction() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      point -= weight
      if point < 0 { return index }
    }
    return weights.count - 1
  }

  /// An exponential number with this mean.
  package mutating func exponential(mean: Double) -> Double { -mean * log(1 - random.fraction()) }

  /// A standard normal number (Box & Muller 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(1 - random.fraction())).squareRoot()
    return radius * cos(2 * Double.pi * random.fraction())
  }

  /// A lognormal number with this median; `sigma` is the standard deviation of its logarithm.
  package mutating func lognormal(median: Double, sigma: Double) -> Double { median * exp(sigma * normal()) }

  /// The mean of a lognormal number of median 1.
  package static func meanOfLognormal(sigma: Double) -> Double { exp(sigma * sigma / 2) }

  /// A count with this mean (Knuth's method, in slices so that the exponential does not vanish).
  package mutating func poisson(mean: Double) -> Int {
    var left = mean
    var count = 0
    while left > 0 {
      let slice = min(left, 30)
      left -= slice
      let limit = exp(-slice)
      var product = random.fraction()
      while product > limit {
        count += 1
        product *= random.fraction()
      }
    }
    return count
  }

  /// A share with this mean: the nearer `concentration` is to 0, the more people are all or nothing (a beta distribution, drawn as two gammas).
  package mutating func share(mean: Double, concentration: Double) -> Double {
    guard mean > 0, mean < 1 else { return min(1, max(0, mean)) }
    let yes = gamma(shape: mean * concentration)
    let no = gamma(shape: (1 - mean) * concentration)
    return yes + no > 0 ? yes / (yes + no) : (chance(mean) ? 1 : 0)
  }

  /// A gamma number of scale 1 (Marsaglia & Tsang 2000).
  package mutating func gamma(shape: Double) -> Double {
    guard shape >= 1 else { return gamma(shape: shape + 1) * pow(1 - random.fraction(), 1 / shape) }
    let d = shape - 1 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal()
      let v = pow(1 + c * x, 3)
      if v > 0, log(1 - random.fraction()) < 0.5 * x * x + d - d * v + d * log(v) { return d * v }
    }
  }

  /// The values in random order (Fisher & Yates).
  package mutating func shuffled<T>(_ values: [T]) -> [T] {
    var values = values
    for index in stride(from: values.count - 1, to: 0, by: -1) { values.swapAt(index, below(index + 1)) }
    return values
  }
}
