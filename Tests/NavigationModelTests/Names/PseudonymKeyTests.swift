import Testing

@testable import NavigationModel

@Suite struct PseudonymKeyTests {
  /// The first test vectors of the reference implementation of SipHash-2-4: key 00 01 … 0f, messages of 0, 1, 2, …
  /// bytes 00 01 ….
  @Test(
    "SipHash-2-4 agrees with its reference",
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31 as UInt64), (1, 0x74F8_39C5_93DC_67FD), (2, 0x0D6C_8009_D9A9_4F5A),
      (7, 0xAB02_00F5_8B01_D137),
      (8, 0x93F5_F579_9A93_2462), (15, 0xA129_CA61_49BE_45E5),
    ])
  func sipHash(_ length: Int, _ hash: UInt64) {
    let key = PseudonymKey(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    let message = (0..<length).map { UInt8($0) }
    #expect(message.withUnsafeBufferPointer { key.sipHash($0) } == hash)
  }

  @Test("the key of a set of users does not depend on their order, but on each of them") func ofUsers() {
    func key(_ users: [String]) -> PseudonymKey {
      var interner = ByteInterner()
      for user in users { user.withUTF8Bytes { _ = interner.intern($0) } }
      return PseudonymKey(ofUsers: interner)
    }
    #expect(key(["a", "b", "c"]) == key(["c", "a", "b"]))
    #expect(key(["a", "b"]) != key(["a", "b", "c"]))
  }

  @Test("a key can be written and read") func hexadecimal() {
    let key = PseudonymKey(passphrase: "open sesame")
    #expect(key.hexadecimal.count == 32)
    #expect(PseudonymKey(hexadecimal: key.hexadecimal) == key)
    #expect(PseudonymKey(hexadecimal: "xyz") == nil)
    #expect(key != PseudonymKey(passphrase: "open sesam"))
  }

  @Test("a pseudonym is a u and sixteen digits") func description() {
    #expect(Pseudonym(rawValue: 255).description == "u00000000000000ff")
  }
}
