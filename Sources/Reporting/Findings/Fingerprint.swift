import NavigationModel
import UsabilityRules

extension Finding {
  /// The identity of a finding from log to log, as in a baseline: rule, section and subject, no numbers, no wording.
  /// 64 bits (FNV-1a) as sixteen hexadecimal digits.
  var fingerprint: String {
    // 0xFF occurs in no name, so different findings have different input.
    let hash = fnv1a([rule, section ?? "", subject].flatMap { Array($0.utf8) + [0xFF] })
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
