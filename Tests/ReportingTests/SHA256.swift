/// FIPS 180-4, for the hash of the script in a page's policy.
enum SHA256 {
  private static let rounds: [UInt32] = primes(64).map { fraction(of: $0, root: 3) }
  private static let start: [UInt32] = primes(8).map { fraction(of: $0, root: 2) }

  static func base64(of bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let hash = digest(bytes) + [0]
    let text = stride(from: 0, to: 33, by: 3).map { place in
      let three = UInt32(hash[place]) << 16 | UInt32(hash[place + 1]) << 8 | UInt32(hash[place + 2])
      return String([18, 12, 6, 0].map { letters[Int(three >> $0 & 63)] })
    }
    return text.joined().dropLast() + "="
  }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
    var state = start
    for block in stride(from: 0, to: bytes.count, by: 64) {
      var words = (0..<16).map { word in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + word * 4 + $1]) } }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let (s0, s1) = (turn(a, 7) ^ turn(a, 18) ^ a >> 3, turn(b, 17) ^ turn(b, 19) ^ b >> 10)
        words.append(words[index - 16] &+ s0 &+ words[index - 7] &+ s1)
      }
      var s = state
      for index in 0..<64 {
        let choice = s[4] & s[5] ^ ~s[4] & s[6]
        let first = s[7] &+ (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) &+ choice &+ rounds[index] &+ words[index]
        let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
        let second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) &+ majority
        s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
      }
      state = zip(state, s).map { $0 &+ $1 }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func turn(_ word: UInt32, _ places: UInt32) -> UInt32 { word >> places | word << (32 - places) }

  private static func primes(_ count: Int) -> [UInt64] {
    var primes: [UInt64] = []
    var number: UInt64 = 2
    while primes.count < count {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }

  /// The first 32 bits of the fractional part of a root, by bisection.
  private static func fraction(of number: UInt64, root: Int) -> UInt32 {
    var (low, high) = (UInt64(0), UInt64(1) << 38)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBelow(middle, root, number) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Whether (value / 2^32)^root is at most number.
  private static func isBelow(_ value: UInt64, _ root: Int, _ number: UInt64) -> Bool {
    let square = value.multipliedFullWidth(by: value)
    if root == 2 { return square.high < number || square.high == number && square.low == 0 }
    let (high, low) = (square.high.multipliedFullWidth(by: value), square.low.multipliedFullWidth(by: value))
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    // The product in words of 64 bits: (high.high + carry, middle, low.low), to be compared with number · 2^96.
    let top = (high.high + (carry ? 1 : 0)) << 32 | middle >> 32
    return top < number
  }
}
