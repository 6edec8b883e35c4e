import Findings

extension Finding {
  /// The identity of a finding from log to log, as in a baseline: rule, section and subject, no numbers, no wording.
  /// 64 bits (FNV-1a, Fowler, Noll and Vo) as sixteen hexadecimal digits.
  var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for part in [rule, section ?? "", subject] {
      part.utf8.forEach(add)
      add(0xFF)  // Occurs in no name, so different findings have different input.
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
