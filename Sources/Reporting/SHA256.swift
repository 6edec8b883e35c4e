import Foundation

/// The SHA-256 hash (FIPS 180-4) of bytes added piecewise. `datapackage.json` lists it for each file of a run, a page
/// for its script.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  /// The hash of some bytes, as `sha256:` and 64 hexadecimal digits.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    var hash = SHA256()
    hash.update(Array(bytes))
    return hash.text
  }

  package mutating func update(_ bytes: [UInt8]) {
    count += bytes.count
    bytes.withUnsafeBytes { bytes in
      var bytes = bytes[...]
      if !rest.isEmpty {
        let missing = bytes.prefix(Self.blockSize - rest.count)
        rest += missing
        bytes = bytes.dropFirst(missing.count)
        if rest.count < Self.blockSize { return }
        let block = rest
        block.withUnsafeBytes { compress($0) }
        rest = []
      }
      let end = bytes.count / Self.blockSize * Self.blockSize
      if end > 0 { compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(end))) }
      rest += bytes.dropFirst(end)
    }
  }

  /// The hash of some bytes, as in a Content-Security-Policy: without the name of the algorithm.
  static func base64(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return Data(hash.words.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
      .base64EncodedString()
  }

  /// The hash of all bytes so far, as `sha256:` and 64 hexadecimal digits.
  package var text: String { "sha256:" + words.map { $0.hexadecimal(8) }.joined() }

  /// The hash of all bytes so far.
  private var words: [UInt32] {
    var hash = self
    let zeros = (2 * Self.blockSize - 9 - count % Self.blockSize) % Self.blockSize
    let length = UInt64(count) << 3
    hash.update(
      [0x80] + [UInt8](repeating: 0, count: zeros) + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) })
    return hash.state
  }

  private static let blockSize = 64

  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    state.withUnsafeMutableBufferPointer { state in
      Self.constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          for block in stride(from: 0, to: blocks.count, by: Self.blockSize) {
            for index in 0..<16 {
              words[index] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self))
            }
            for index in 16..<64 {
              let a = words[index - 15]
              let b = words[index - 2]
              let low = (a >> 7 | a << 25) ^ (a >> 18 | a << 14) ^ a >> 3
              let high = (b >> 17 | b << 15) ^ (b >> 19 | b << 13) ^ b >> 10
              words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
            }
            var a = state[0]
            var b = state[1]
            var c = state[2]
            var d = state[3]
            var e = state[4]
            var f = state[5]
            var g = state[6]
            var h = state[7]
            for index in 0..<64 {
              let turned = (e >> 6 | e << 26) ^ (e >> 11 | e << 21) ^ (e >> 25 | e << 7)
              let first = h &+ turned &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
              let second = ((a >> 2 | a << 30) ^ (a >> 13 | a << 19) ^ (a >> 22 | a << 10)) &+ (a & b ^ a & c ^ b & c)
              h = g
              g = f
              f = e
              e = d &+ first
              d = c
              c = b
              b = a
              a = first &+ second
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
            state[5] &+= f
            state[6] &+= g
            state[7] &+= h
          }
        }
      }
    }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
