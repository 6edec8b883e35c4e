import Foundation

// The little that the simulator needs and navaudit has too: written again, so that neither leans on the other.

/// A small random generator with the same output on every machine and in every version (Steele, Lea & Flood 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Every seed is valid.
  package init(seed: UInt64) { state = seed }

  /// A generator for one purpose of one owner, independent of all others.
  init(seed: UInt64, _ first: Int, _ second: Int) {
    self.init(seed: Self.mixed(Self.mixed(seed, UInt64(bitPattern: Int64(first))), UInt64(bitPattern: Int64(second))))
  }

  @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.scrambled(state)
  }

  /// A uniform integer in 0..<`bound` (Lemire 2019). Not the standard library's algorithm, which may change.
  @inline(__always)
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

  /// An integer in a range.
  package mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// A number in 0..<1, in steps of 2⁻⁵³.
  @inline(__always)
  package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True with this probability.
  @inline(__always)
  mutating func chance(_ probability: Double) -> Bool { probability > 0 && fraction() < probability }

  /// A word that depends on every bit of `word`.
  @inline(__always)
  static func scrambled(_ word: UInt64) -> UInt64 {
    var bits = word
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Mixes two words into one that depends on every bit of both.
  @inline(__always)
  static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    scrambled(a &+ 0x9E37_79B9_7F4A_7C15 &* (b &+ 1) ^ scrambled(b &+ 0xD1B5_4A32_D192_ED03))
  }
}

/// A 64-bit hash of bytes, the same on every machine (FNV-1a, Fowler, Noll and Vo).
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// JSON strings, as logs are written.
package enum JSONText {
  /// A JSON string, quotes included.
  package static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a JSON string, quotes included.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    guard bytes[start...].contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return bytes.append(UInt8(ascii: "\""))
    }
    bytes.removeSubrange(start...)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += (["\n": "\\n", "\r": "\\r", "\t": "\\t"][UnicodeScalar(byte)] ?? String(format: "\\u%04x", byte)).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// A date of the Gregorian calendar in UTC, such as `2026-03-02`.
package struct CalendarDate: Sendable, Hashable, CustomStringConvertible {
  /// Days since 1970-01-01.
  package let day: Int

  package init(day: Int) { self.day = day }

  /// Nil if the text is not a date.
  package init?(_ text: String) {
    guard let date = try? Date(text, strategy: .iso8601.year().month().day()) else { return nil }
    day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    guard description == text else { return nil }
  }

  package var description: String { Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day()) }
}
