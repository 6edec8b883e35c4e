import Testing

@testable import NavigationModel

@Suite("Numbers of texts")
struct ByteInternerTests {
  @Test func `a text has one number, whatever its length`() {
    var interner = ByteInterner()
    let texts =
      (0...40).map { String(repeating: "x", count: $0) } + [
        "a", "ab", "abcdefgh", "abcdefgi", "xbcdefgh1", "abcdefgh1", "abcdefgh2", "abcdefghijklmnop",
      ]
    for (number, text) in texts.enumerated() { #expect(text.withUTF8Bytes { interner.intern($0) } == (number, true)) }
    for (number, text) in texts.enumerated() {
      #expect(text.withUTF8Bytes { interner.intern($0) } == (number, false))
      #expect(interner.text(of: number) == text)
    }
  }

  @Test(arguments: 1...33) func `one byte makes a difference, wherever it stands`(length: Int) {
    let text = [UInt8](repeating: 7, count: length)
    func differs(_ other: [UInt8]) -> Bool {
      text.withUnsafeBufferPointer { text in
        other.withUnsafeBufferPointer {
          !ByteInterner.equal(text, $0) && ByteInterner.hash(text) != ByteInterner.hash($0)
        }
      }
    }
    #expect(!differs(text))
    for place in 0..<length {
      var other = text
      other[place] = 135
      #expect(differs(other))
    }
  }

  /// Stores keep hashes of ids: these values must not change.
  @Test(arguments: [
    ("", 0x0850_F979_4D51_08B4 as UInt64), ("1-0", 0x0362_F0D3_8A5E_2DB2), ("a", 0xA920_6A9C_81E0_A58D),
    ("abcdefg", 0x9FD4_7995_7CCC_C200),
    ("abcdefgh", 0xB47D_41CA_427F_E980), ("u8fa1b43b-1", 0xF333_9136_A7D9_28B0),
    ("0123456789abcdef", 0x2235_AE9E_AEC4_AC4E),
  ])
  func `hashes as they always were`(text: String, hash: UInt64) {
    #expect(text.withUTF8Bytes { ByteInterner.hash($0) } == hash)
  }

  /// Names can be crafted to collide in a table of 1,024 slots if the hash is known; with another seed they are
  /// scattered.
  @Test func `names that were chosen to meet do not`() {
    func place(_ number: Int, seed: UInt64) -> UInt64 {
      "screen \(number)".withUTF8Bytes { ByteInterner.hash($0, seed: seed) } & 1023
    }
    let meeting = (0..<100_000).filter { place($0, seed: 42) == 0 }
    #expect(meeting.count > 50)
    for seed: UInt64 in [0, 1, 0xFFFF_FFFF_FFFF_FFFF, ByteInterner.seedOfProcess] {
      #expect(Set(meeting.map { place($0, seed: seed) }).count > meeting.count * 3 / 4)
    }
  }
}
