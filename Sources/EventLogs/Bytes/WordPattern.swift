/// Finds a byte among the eight bytes of a word.
struct WordPattern {
  private let repeated: UInt64

  @inline(__always)
  init(_ byte: UInt8) {
    repeated = UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The high bit of every matching byte of `word`; exact, without false positives.
  @inline(__always)
  func marks(in word: UInt64) -> UInt64 {
    let difference = word ^ repeated
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((difference & low) &+ low) | difference | low)
  }
}
