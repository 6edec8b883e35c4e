import NavigationModel

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
