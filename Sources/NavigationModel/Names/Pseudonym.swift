/// A user in reports: a keyed hash of the log's user.
public struct Pseudonym: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  public let rawValue: UInt64
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// `u` and sixteen hexadecimal digits.
  public var description: String { "u" + rawValue.hexadecimal }

  /// The pseudonym for this description; nil if it is malformed.
  public init?(description: String) {
    guard let rawValue = UInt64(description.dropFirst(), radix: 16),
      Pseudonym(rawValue: rawValue).description == description
    else { return nil }
    self.init(rawValue: rawValue)
  }

  @inlinable public static func < (a: Pseudonym, b: Pseudonym) -> Bool { a.rawValue < b.rawValue }
}

/// The key that makes pseudonyms: without it, pseudonyms cannot be matched with users.
package struct PseudonymKey: Sendable, Hashable {
  let k0: UInt64
  let k1: UInt64

  package init(_ k0: UInt64, _ k1: UInt64) { (self.k0, self.k1) = (k0, k1) }

  /// The key for a passphrase (`NAVAUDIT_KEY`).
  package init(passphrase: String) {
    let fixed = PseudonymKey(0x6E61_7661_7564_6974, 0x7073_6575_646F_6E79)
    let k0 = passphrase.withUTF8Bytes { fixed.sipHash($0) }
    let k1 = (passphrase + "\u{1}").withUTF8Bytes { fixed.sipHash($0) }
    self.init(k0, k1)
  }

  /// The key derived from a set of users: independent of their order, and hard to guess without knowing all of them.
  package init(ofUsers users: ByteInterner) {
    let first = PseudonymKey(0x6E61_7661_7564_6974, 1)
    let second = PseudonymKey(0x6E61_7661_7564_6974, 2)
    var k0: UInt64 = 0
    var k1: UInt64 = 0
    for number in 0..<users.count {
      users.withBytes(of: number) {
        k0 &+= first.sipHash($0)
        k1 &+= second.sipHash($0)
      }
    }
    self.init(k0, k1)
  }

  package static let ofNobody = PseudonymKey(ofUsers: NameTable().takeEntries())

  /// The key of these users and of other, disjoint ones.
  package func together(with other: PseudonymKey) -> PseudonymKey {
    PseudonymKey(k0 &+ other.k0 &- Self.ofNobody.k0, k1 &+ other.k1 &- Self.ofNobody.k1)
  }

  /// Identifies a key without revealing it.
  package var fingerprint: String { "navaudit".withUTF8Bytes { sipHash($0) }.hexadecimal }

  package var hexadecimal: String { k0.hexadecimal + k1.hexadecimal }

  package init?(hexadecimal: String) {
    guard hexadecimal.utf8.count == 32, let k0 = UInt64(hexadecimal.prefix(16), radix: 16),
      let k1 = UInt64(hexadecimal.suffix(16), radix: 16)
    else { return nil }
    self.init(k0, k1)
  }

  package func pseudonym(of user: UnsafeBufferPointer<UInt8>) -> Pseudonym { Pseudonym(rawValue: sipHash(user)) }

  /// SipHash-2-4, the keyed hash of Aumasson and Bernstein ("SipHash: a fast short-input PRF", 2012).
  func sipHash(_ message: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var v0 = k0 ^ 0x736F_6D65_7073_6575
    var v1 = k1 ^ 0x646F_7261_6E64_6F6D
    var v2 = k0 ^ 0x6C79_6765_6E65_7261
    var v3 = k1 ^ 0x7465_6462_7974_6573
    func round() {
      v0 = v0 &+ v1
      v1 = v1.rotated(13) ^ v0
      v0 = v0.rotated(32)
      v2 = v2 &+ v3
      v3 = v3.rotated(16) ^ v2
      v0 = v0 &+ v3
      v3 = v3.rotated(21) ^ v0
      v2 = v2 &+ v1
      v1 = v1.rotated(17) ^ v2
      v2 = v2.rotated(32)
    }
    func absorb(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }
    var word: UInt64 = 0
    for (index, byte) in message.enumerated() {
      word |= UInt64(byte) << UInt64(8 * (index % 8))
      if index % 8 == 7 {
        absorb(word)
        word = 0
      }
    }
    absorb(word | UInt64(truncatingIfNeeded: message.count) << 56)
    v2 ^= 0xFF
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }
}

extension UInt64 {
  fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
